import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { GraphQLTaggedNode, MutationParameters } from 'relay-runtime'
import type { z } from 'zod'
import type { MessageCode } from '../../../../rules/messages.ts'
import type { Feature } from '../../../../rules/plans.ts'
import {
  findLockingFeature,
  readPath,
  type Fields,
  type SettingsDocument,
} from '../../../../rules/settings/document.ts'
import { fromGraphql, toGraphql } from '../../../../rules/settings/shape.ts'
import { listProblems } from '../../../../rules/validation.ts'
import { formatSentence, formatRefusal } from '../../shell/words/sentences.ts'
import { useToast } from '../../shell/toasts.tsx'
import { useCommit, type FieldErrors } from '../../shell/relay/useCommit.ts'
import { useViewer } from '../../shell/frame/viewer.tsx'
import { leavesOf, withLeaves, type At, type Leaves, type PathOf } from './leaves.ts'

/** A settings document as a form: stored values and the merchant's edits. Fields have dotted paths. */
export interface SettingsForm<Values extends object> {
  values: Values
  stored: Values
  dirty: boolean
  saving: boolean
  /** The document changed elsewhere while the merchant was typing. */
  isStale: boolean
  isDefault: boolean
  set<Path extends PathOf<Values>>(path: Path, value: At<Values, Path>): void
  errorOf(path: string): string | undefined
  /** The feature that the shop's plan lacks for this field, or null. */
  lockOf(path: string): Feature | null
  /** The field's default, which every plan may choose. */
  defaultOf(path: string): unknown
  /** Whether another tab or person stored a different value while the merchant was typing. */
  isChangedElsewhere(path: string): boolean
  /** Saves the edits. Returns false if they were rejected; the form then says why. */
  save(): Promise<boolean>
  /** Returns the unsaved fields as the mutation takes them; null if they are invalid, and the form says why. */
  draft(): object | null
  /** Shows the server's errors for a draft. */
  refuse(errors: FieldErrors): void
  discard(): void
  /** Fills in the defaults; the merchant still has to save them. */
  reset(): void
}

interface Options<Schema extends z.ZodObject, Stored> {
  document: SettingsDocument<Schema>
  /** The document as selected by a fragment: its `version` and the edited fields. */
  stored: Stored
  /** Its mutation `save<Key>` with the variable `$input`. */
  mutation: GraphQLTaggedNode
  /** The toast if the reason is unknown. */
  failed?: MessageCode
}

interface Typed {
  value: unknown
  /** The stored value at the time of the edit. */
  over: unknown
}

interface SaveMutation extends MutationParameters {
  variables: { input: object }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`)
const mapped = <From, To>(
  all: Readonly<Record<string, From>>,
  change: (each: From, path: string) => To,
): Record<string, To> => Object.fromEntries(Object.entries(all).map(([path, each]) => [path, change(each, path)]))
const filtered = <Each>(
  all: Readonly<Record<string, Each>>,
  keep: (each: Each, path: string) => boolean,
): Record<string, Each> => Object.fromEntries(Object.entries(all).filter(([path, each]) => keep(each, path)))

/** Validates a form before sending. Returns the errors of its own fields. */
function findErrors(
  document: SettingsDocument,
  { before, changes }: { before: Leaves; changes: Leaves },
  i18n: I18n,
): FieldErrors {
  const { error } = document.schema.safeParse(withLeaves(document.defaults, { ...before, ...changes }))
  const problems = (error ? listProblems(error) : []).filter(({ path }) =>
    Object.keys(before).some((each) => isWithin(path, each)),
  )
  return Object.fromEntries(problems.map((problem) => [problem.path, formatRefusal(i18n, problem)]))
}

/**
 * Makes a form of a settings document; SettingsPage shows it with the save bar. Stored values that change appear in
 * untouched fields and never replace typed text.
 */
export function useSettingsForm<Schema extends z.ZodObject, Stored extends { readonly version: number }>({
  document,
  stored: wire,
  mutation,
  failed,
}: Options<Schema, Stored>): SettingsForm<Pick<z.infer<Schema>, keyof Stored & keyof z.infer<Schema>>> {
  type Values = Pick<z.infer<Schema>, keyof Stored & keyof z.infer<Schema>>
  const { i18n } = useLingui()
  const toast = useToast()
  const { plan } = useViewer().shop
  const { revalidate } = useRevalidator()
  const [commit, saving] = useCommit<SaveMutation>(mutation)
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusedAsStale, setRefusedAsStale] = useState(false)
  const stored = useMemo(() => fromGraphql(document.shape, wire) as Values, [document, wire])
  const before = leavesOf(stored)
  const changes = mapped(
    filtered(typed, ({ value }, path) => !same(value, before[path])),
    ({ value }) => value,
  )
  const values = withLeaves(stored, changes) as Values
  const dirty = Object.keys(changes).length > 0
  const defaults = filtered(
    mapped(before, (_value, path) => readPath(document.defaults, path)),
    (_value, path) => !document.kept.includes(path),
  )
  const isChangedElsewhere = (path: string) =>
    Object.keys(changes).some((each) => isWithin(each, path) && !same(typed[each]?.over, before[each]))

  const put = (leaves: Leaves) => {
    setTyped((present) => ({
      ...present,
      ...mapped(leaves, (value, path) => ({ value, over: path in changes ? present[path]?.over : before[path] })),
    }))
    setErrors((present) =>
      filtered(present, (_error, path) => !Object.keys(leaves).some((each) => isWithin(path, each))),
    )
  }
  const draft = (): object | null => {
    const refused = findErrors(document, { before, changes }, i18n)
    setErrors(refused)
    if (Object.keys(refused).length > 0) return null
    const secrets = filtered(changes, (_value, path) => path in document.secrets)
    return { ...(toGraphql(document.shape, withLeaves({}, changes)) as Fields), ...secrets }
  }
  const save = async (): Promise<boolean> => {
    const input = draft()
    if (!input) return false
    const outcome = await commit({ input: { ...input, version: wire.version } }, { quiet: true })
    if (!outcome.ok) {
      setErrors(outcome.fields)
      setRefusedAsStale(outcome.code === 'stale')
      if (outcome.code === 'stale') void revalidate()
      else if (Object.keys(outcome.fields).length === 0)
        toast(outcome.code === 'unexpected' && failed ? formatSentence(i18n, failed) : outcome.message, {
          isError: true,
        })
      return false
    }
    // The server may have normalized a value. Text typed during the save stays.
    setTyped((present) =>
      mapped(
        filtered(present, ({ value }, path) => !(path in changes && same(value, changes[path]))),
        (each, path) => (path in changes ? { ...each, over: changes[path] } : each),
      ),
    )
    setRefusedAsStale(false)
    return true
  }
  const discard = () => {
    setTyped({})
    setErrors({})
    setRefusedAsStale(false)
  }
  return {
    values,
    stored,
    dirty,
    saving,
    save,
    draft,
    discard,
    isChangedElsewhere,
    refuse: setErrors,
    isStale: dirty && (refusedAsStale || Object.keys(changes).some(isChangedElsewhere)),
    isDefault: Object.entries(defaults).every(([path, value]) => same(value, readPath(values, path))),
    set: (path, value) => put(leavesOf(value, path)),
    errorOf: (path) => errors[path],
    defaultOf: (path) => readPath(document.defaults, path),
    lockOf: (path) => findLockingFeature(document, path, plan),
    reset: () => put(defaults),
  }
}
