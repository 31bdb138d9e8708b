import { useEffect, useState } from 'react'
import type { FieldErrors } from '../../../shell/relay/useCommit.ts'

/** Id of a field of a source's view: what is said about it leads there. */
export const fieldId = (name: string): string => `import-${name}`

export interface FieldErrorsForm {
  errors: FieldErrors
  /** Says what is wrong, and leads to the first field that it is about: who works by keyboard or listens is not left at the button. */
  showErrors: (errors: FieldErrors) => void
  /** What a field of this name is given. */
  errorOf: (name: string) => { error?: string }
  /** The field was changed. */
  clearError: (name: string) => void
}

/** Sentences about the fields of a source's view. */
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
    showErrors: (told) => set({ errors: told, lead: true }),
    errorOf: (name) => (errors[name] ? { error: errors[name] } : {}),
    clearError: (name) => {
      if (!(name in errors)) return
      const { [name]: _gone, ...others } = errors
      set({ errors: others, lead: false })
    },
  }
}
