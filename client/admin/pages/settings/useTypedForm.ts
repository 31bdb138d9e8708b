import { useState } from 'react'
import { useSaveBar } from '../../shell/SaveBar.tsx'
import type { SettingsForm } from '../../ui/SettingsForm.tsx'
import { useFocusFirstError } from '../../ui/useFocusFirstError.ts'

interface Options<Values extends object> {
  /** What is stored now. */
  stored: Values
  /** Saves and answers field errors, none when it is saved. */
  save: (values: Values) => Promise<Readonly<Record<string, string>>>
}

const noErrors = {}

/** A form with the save bar over settings of several documents: what is typed stays until it is stored, whatever else changes. */
export function useTypedForm<Values extends object>({ stored, save }: Options<Values>): SettingsForm<Values> {
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(noErrors)
  const [saving, setSaving] = useState(false)
  const focusFirstError = useFocusFirstError()
  const values = { ...stored, ...typed }
  const dirty = JSON.stringify(values) !== JSON.stringify(stored)
  const discard = () => {
    setTyped({})
    setErrors(noErrors)
  }
  const submit = async () => {
    setSaving(true)
    const refused = await save(values)
    setErrors(refused)
    // The server may write what was typed in another way.
    if (Object.keys(refused).length === 0) setTyped({})
    else focusFirstError()
    setSaving(false)
  }
  useSaveBar({ dirty, saving, save: () => void submit(), discard })
  const set: SettingsForm<Values>['set'] = (key, value) => {
    setTyped((present) => ({ ...present, [key]: value }))
    setErrors(({ [String(key)]: _gone, ...others }) => others)
  }
  return { values, errors, dirty, saving, set }
}
