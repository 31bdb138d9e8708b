import type { Outcome } from '../../../shell/relay/useCommit.ts'
import type { FieldErrorsForm } from './useFieldErrors.ts'
import { useShowRun } from '../useImportRun.ts'

/** Handles the response of a fetch: shows the import, or the errors at their fields. */
export function useShowFetchedImport({ showErrors }: FieldErrorsForm) {
  const show = useShowRun()
  return async <Data>(asked: Promise<Outcome<Data>>, idOf: (data: Data) => string | undefined): Promise<void> => {
    showErrors({})
    const outcome = await asked
    if (!outcome.ok) return void showErrors(outcome.fields)
    const id = idOf(outcome.data)
    if (id) show(id)
  }
}
