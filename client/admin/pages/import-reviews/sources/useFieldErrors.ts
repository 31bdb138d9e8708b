import { useEffect, useState } from 'react'
import type { FieldErrors } from '../../../shell/relay/useCommit.ts'

/** Returns the id of a field in a source's view. Errors link to it. */
export const fieldId = (name: string): string => `import-${name}`

export interface FieldErrorsForm {
  errors: FieldErrors
  /** Shows errors and focuses the first field: keyboard and screen reader users would otherwise stay at the button. */
  showErrors: (errors: FieldErrors) => void
  /** Returns the props of the field with this name. */
  errorOf: (name: string) => { error?: string }
  /** Removes the field's error after a change. */
  clearError: (name: string) => void
}

export function useFieldErrors(): FieldErrorsForm {
  const [{ errors, lead }, set] = useState<{ errors: FieldErrors; lead: boolean }>({ errors: {}, lead: false })
  useEffect(() => {
    if (!lead) return
    Object.keys(errors)
      .map((name) => document.getElementById(fieldId(name)))
      .find((field) => field !== null)
      ?.focus()
  }, [errors, lead])
  return {
    errors,
    showErrors: (errors) => set({ errors, lead: true }),
    errorOf: (name) => (errors[name] ? { error: errors[name] } : {}),
    clearError: (name) => {
      if (!(name in errors)) return
      const { [name]: _gone, ...others } = errors
      set({ errors: others, lead: false })
    },
  }
}
