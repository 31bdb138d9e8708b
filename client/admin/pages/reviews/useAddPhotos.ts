import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { maxReviewImageBytes } from '../../../../rules/limits.ts'
import { sentenceIn } from '../../shell/sentences.ts'
import { useToast } from '../../shell/toasts.tsx'
import { useRest } from '../../shell/useRest.ts'

/** What the server takes (spec 5). */
export const photoTypes: readonly string[] = ['image/gif', 'image/jpeg', 'image/png']

/** Why a file is not sent at all: its type or its size (spec 5); null: it may be. */
export function usePhotoProblem(): (file: File) => string | null {
  const { i18n } = useLingui()
  return (file) => {
    if (!photoTypes.includes(file.type)) return sentenceIn(i18n, 'invalidFileType')
    return file.size > maxReviewImageBytes ? sentenceIn(i18n, 'invalidFileSize') : null
  }
}

/** Sends pictures to a review that may be edited, one after another; says how many came in and why others did not. */
export function useAddPhotos() {
  const { t } = useLingui()
  const rest = useRest()
  const toast = useToast()
  const problemOf = usePhotoProblem()
  const [adding, setAdding] = useState(false)
  const add = async (reviewId: string, files: readonly File[]): Promise<void> => {
    if (files.length === 0) return
    setAdding(true)
    let [added, refusal]: [number, string | null] = [0, null]
    for (const file of files) {
      const problem = problemOf(file)
      const form = new FormData()
      form.set('file', file)
      const outcome = problem ? { ok: false as const, message: problem } : await rest.upload(`/reviews/${encodeURIComponent(reviewId)}/media`, form)
      if (outcome.ok) added++
      else refusal = outcome.message
    }
    setAdding(false)
    if (added > 0) toast(t`${plural(added, { one: '# photo added', other: '# photos added' })}`)
    if (refusal) toast(refusal, { isError: true })
  }
  return { add, adding }
}
