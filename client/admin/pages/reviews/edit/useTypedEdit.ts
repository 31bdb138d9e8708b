import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { findEmptiedField } from '../../../../../rules/edited-words.ts'
import { maxReviewContentChars } from '../../../../../rules/limits.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import type { FieldErrors } from '../../../shell/relay/useCommit.ts'
import { isTooLong } from '../review/LongField.tsx'

interface Medium {
  readonly id: string
  readonly hidden: boolean
}

interface Words {
  readonly title: string
  readonly content: string
}

interface Edited extends Words {
  readonly origin: string
  readonly media: readonly Medium[]
  /** The texts before the first edit, if any. */
  readonly original: Words | null | undefined
}

/** Fields that the merchant has changed; absent fields are as stored. */
interface TypedEdit {
  title?: string
  content?: string
  /** By picture id. */
  hidden?: Readonly<Record<string, boolean>>
}

/** Keeps an edit of texts and pictures while typed, even if the review changes elsewhere. */
export function useTypedEdit(review: Edited, initial: TypedEdit = {}) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [title, content] = [typed.title ?? review.title, typed.content ?? review.content]
  const isHidden = ({ id, hidden }: Medium) => typed.hidden?.[id] ?? hidden
  const turned = review.media.filter((medium) => isHidden(medium) !== medium.hidden)
  const reworded = title !== review.title || content !== review.content
  const change = (next: TypedEdit) => {
    setTyped((present) => ({ ...present, ...next }))
    setErrors({})
  }
  return {
    title,
    content,
    isHidden,
    errors,
    setErrors,
    change,
    setHidden: (id: string, hidden: boolean) => change({ hidden: { ...typed.hidden, [id]: hidden } }),
    dirty: reworded || turned.length > 0,
    discard: () => {
      setTyped({})
      setErrors({})
    },
    /** Photos and videos with changed visibility, in their new state. */
    turned: turned.map(({ id, hidden }) => ({ id, hidden: !hidden })),
    /** State after the edit. */
    media: review.media.map((medium) => ({ id: medium.id, hidden: isHidden(medium) })),
    /** Shows errors of the texts. Returns whether they can be sent. */
    check: (): boolean => {
      if (isTooLong(content, maxReviewContentChars)) return false
      const first = {
        ...(review.original ?? review),
        origin: review.origin === 'ADMIN' ? ('admin' as const) : ('customer' as const),
      }
      const emptied = reworded && findEmptiedField(first, { title, content })
      if (!emptied) return true
      setErrors({ [emptied]: formatSentence(i18n, 'customerWordsEmptied') })
      return false
    },
  }
}
