import { Card, Layout } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useSaveBar } from '../shell/SaveBar.tsx'
import { useFocusFirstError } from './useFocusFirstError.ts'

export interface SettingsForm<Values extends object> {
  values: Values
  /** Sentences by field; a field's goes when the field changes. */
  errors: Readonly<Record<string, string>>
  dirty: boolean
  saving: boolean
  set<Key extends keyof Values>(key: Key, value: Values[Key]): void
}

interface Options<Values extends object> {
  /** What is stored now. */
  stored: Values
  /** Field errors of values that cannot be saved; asked before saving. */
  check?: (values: Values) => Readonly<Record<string, string>>
  /** Saves and answers field errors, none when it is saved. */
  save: (values: Values) => Promise<Readonly<Record<string, string>>>
}

const nothing = {}

/** A form of settings with the save bar: what is typed, whether it differs from what is stored, saving and going back (spec 2). */
export function useSettingsForm<Values extends object>({ stored, check, save }: Options<Values>): SettingsForm<Values> {
  const [values, setValues] = useState(stored)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(nothing)
  const [saving, setSaving] = useState(false)
  const known = JSON.stringify(stored)
  const dirty = JSON.stringify(values) !== known
  // Another tab, or our own save, changed what is stored: nobody is typing, so show it.
  const [seen, setSeen] = useState(known)
  if (seen !== known) {
    setSeen(known)
    setValues(stored)
  }
  const focusFirstError = useFocusFirstError()
  const show = (refused: Readonly<Record<string, string>>): boolean => {
    setErrors(refused)
    const refusal = Object.keys(refused).length > 0
    if (refusal) focusFirstError()
    return refusal
  }
  const submit = async () => {
    if (show(check?.(values) ?? nothing)) return
    setSaving(true)
    show(await save(values))
    setSaving(false)
  }
  const discard = () => {
    setValues(stored)
    setErrors(nothing)
  }
  useSaveBar({ dirty, saving, save: () => void submit(), discard })
  const set: SettingsForm<Values>['set'] = (key, value) => {
    setValues((present) => ({ ...present, [key]: value }))
    setErrors(({ [String(key)]: _gone, ...others }) => others)
  }
  return { values, errors, dirty, saving, set }
}

interface SectionProps {
  title: string
  description?: ReactNode
  children: ReactNode
}

/** One group of settings: what it is for on the side, its fields on a card. */
export function SettingsSection({ title, description, children }: SectionProps) {
  return (
    <Layout.AnnotatedSection title={title} description={description}>
      <Card>{children}</Card>
    </Layout.AnnotatedSection>
  )
}
