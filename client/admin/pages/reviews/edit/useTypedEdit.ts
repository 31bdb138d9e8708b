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
  /** Before the first edit, where there was one. */
  readonly original: Words | null | undefined
}

/** What the merchant has changed; absent fields are as stored. */
export interface TypedEdit {
  title?: string
  content?: string
  /** By the picture's id. */
  hidden?: Readonly<Record<string, boolean>>
}

/** A change of a review's words and pictures while it is typed. It survives changes that others make to the review. */
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
    turn: (id: string, hidden: boolean) => change({ hidden: { ...typed.hidden, [id]: hidden } }),
    dirty: reworded || turned.length > 0,
    discard: () => {
      setTyped({})
      setErrors({})
    },
    /** Photos and videos whose visibility changes, as they will be. */
    turned: turned.map(({ id, hidden }) => ({ id, hidden: !hidden })),
    /** After the change. */
    media: review.media.map((medium) => ({ id: medium.id, hidden: isHidden(medium) })),
    /** Shows why the words cannot be sent. Returns whether they can. */
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
