import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, type UseMutationConfig } from 'react-relay/hooks'
import type { GraphQLTaggedNode, MutationParameters } from 'relay-runtime'
import type { I18n } from '@lingui/core'
import type { MessageParams } from '../../../../rules/messages.ts'
import { RequestFailed } from './request.ts'
import { formatSentence, formatRefusal } from '../words/sentences.ts'
import { useToast } from '../toasts.tsx'

/** Error sentences by the dotted path of their field. */
export type FieldErrors = Readonly<Record<string, string>>

export type Outcome<Data> =
  { ok: true; data: Data } | { ok: false; code: string; message: string; params: MessageParams; fields: FieldErrors }

/** Shape of every mutation's refusal (a member of its result union). */
interface Refusal {
  __typename: string
  code?: string
  message?: string
  params?: MessageParams | null
  fields?: readonly { path: string; code: string; message?: string | null; params?: MessageParams | null }[]
}

interface CommitOptions<Mutation extends MutationParameters> extends Pick<
  UseMutationConfig<Mutation>,
  'optimisticResponse' | 'optimisticUpdater' | 'updater'
> {
  /** Toast after a success. */
  success?: string
  /** The caller shows refusals without a field. */
  quiet?: boolean
  /** The caller has no fields: a toast shows the first field's reason. */
  fieldless?: boolean
}

type Commit<Mutation extends MutationParameters> = (
  variables: Mutation['variables'],
  options?: CommitOptions<Mutation>,
) => Promise<Outcome<Mutation['response']>>

/**
 * Runs a mutation whose result is a union. Returns data, field errors, or a toast with the server's reason (spec 5).
 * The returned promise never rejects.
 */
export function useCommit<Mutation extends MutationParameters>(
  mutation: GraphQLTaggedNode,
): [Commit<Mutation>, boolean] {
  const { i18n } = useLingui()
  const toast = useToast()
  const [run, busy] = useMutation<Mutation>(mutation)
  const commit: Commit<Mutation> = (variables, { success, quiet, fieldless, ...config } = {}) =>
    new Promise((resolve) => {
      const settle = (outcome: Outcome<Mutation['response']>) => {
        if (outcome.ok && success) toast(success)
        const [reason] = outcome.ok ? [] : Object.values(outcome.fields)
        if (!outcome.ok && !quiet && (fieldless || !reason)) toast(reason ?? outcome.message, { isError: true })
        resolve(outcome)
      }
      run({
        variables,
        ...config,
        onCompleted: (data) => settle(outcomeOf(i18n, data)),
        onError: (error) =>
          settle({ ok: false, code: 'unexpected', message: failureSentence(i18n, error), params: {}, fields: {} }),
      })
    })
  return [commit, busy]
}

/** Reads the result union of a mutation's response. */
export function outcomeOf<Data>(i18n: I18n, data: Data): Outcome<Data> {
  const result = Object.values(data as Record<string, unknown>)[0] as Refusal | null | undefined
  if (!result)
    return { ok: false, code: 'unexpected', message: formatSentence(i18n, 'unexpected'), params: {}, fields: {} }
  if (!result.code && result.__typename.endsWith('Success')) return { ok: true, data }
  const code = result.code ?? 'unexpected'
  const fields = Object.fromEntries((result.fields ?? []).map((field) => [field.path, formatRefusal(i18n, field)]))
  return { ok: false, code, message: formatRefusal(i18n, { ...result, code }), params: result.params ?? {}, fields }
}

/** Returns the sentence for a missing response. */
export function failureSentence(i18n: I18n, error: unknown): string {
  if (error instanceof RequestFailed && error.kind === 'session') return formatSentence(i18n, 'unauthenticated')
  if (error instanceof RequestFailed && error.kind === 'timeout')
    return i18n._(msg`The server took too long to respond. Nothing was lost. Try again.`)
  if (error instanceof RequestFailed && error.kind === 'offline')
    return i18n._(msg`We can’t reach the server. Check your connection and try again.`)
  return formatSentence(i18n, 'unexpected')
}
