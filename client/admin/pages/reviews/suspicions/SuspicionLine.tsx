import { useSuspicionWords, type ShownReason } from '../../../ui/suspicionWords.ts'

/** Says in a row of the list why a review stands out. */
export function SuspicionLine({ reasons }: { reasons: readonly ShownReason[] }) {
  const sentence = useSuspicionWords()
  const words = reasons.map(sentence).filter(Boolean).join(' · ')
  return (
    words && (
      <p className="c-review-suspicion" title={words} data-user-content>
        {words}
      </p>
    )
  )
}
