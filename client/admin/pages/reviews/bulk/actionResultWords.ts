import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReviewAct } from '../../../../../rules/review-status.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'

/** Says what an action did: how many reviews it changed and how many it skipped. */
export function useActionResultWords(): (act: ReviewAct, changed: number, skipped: number) => string {
  const { t } = useLingui()
  const left = useLeftWords()
  return (act, changed, skipped) => {
    const done: Record<ReviewAct, string> = {
      publish: t`${plural(changed, { one: '# review published', other: '# reviews published' })}`,
      unpublish: t`${plural(changed, { one: '# review hidden', other: '# reviews hidden' })}`,
      trash: t`${plural(changed, { one: '# review moved to the trash', other: '# reviews moved to the trash' })}`,
      restore: t`${plural(changed, { one: '# review restored', other: '# reviews restored' })}`,
      delete: t`${plural(changed, { one: '# review deleted', other: '# reviews deleted' })}`,
      pin: t`${plural(changed, { one: '# review pinned', other: '# reviews pinned' })}`,
      unpin: t`${plural(changed, { one: '# review unpinned', other: '# reviews unpinned' })}`,
      feature: t`${plural(changed, { one: '# review featured', other: '# reviews featured' })}`,
      unfeature: t`${plural(changed, { one: '# review no longer featured', other: '# reviews no longer featured' })}`,
      verify: t`${plural(changed, { one: '# review marked as verified', other: '# reviews marked as verified' })}`,
      unverify: t`${plural(changed, { one: '# verified badge removed', other: '# verified badges removed' })}`,
      addTestimonial: t`${plural(changed, { one: '# review added to testimonials', other: '# reviews added to testimonials' })}`,
      removeTestimonial: t`${plural(changed, { one: '# review removed from testimonials', other: '# reviews removed from testimonials' })}`,
      reply: t`${plural(changed, { one: '# reply saved', other: '# replies saved' })}`,
      editReply: t`${plural(changed, { one: '# reply changed', other: '# replies changed' })}`,
      deleteReply: t`${plural(changed, { one: '# reply deleted', other: '# replies deleted' })}`,
      revert: t`${plural(changed, { one: '# original restored', other: '# originals restored' })}`,
      assign: t`${plural(changed, { one: '# assignment saved', other: '# assignments saved' })}`,
    }
    return skipped === 0 ? done[act] : `${done[act]}. ${left(skipped)}`
  }
}

/** Says how many reviews an action or its undo skipped. */
function useLeftWords(): (count: number) => string {
  const { t } = useLingui()
  return (count) => t`${plural(count, { one: '# not changed.', other: '# not changed.' })}`
}

/** Says what an undo restored, and how many reviews it kept because they had changed since. */
export function useUndoWords(): (restored: number, kept: number) => string {
  const { t } = useLingui()
  const format = useFormat()
  return (restored, kept) => {
    const done = t`${plural(restored, { one: '# review restored', other: '# reviews restored' })}`
    const others = format.number(kept)
    return kept === 0
      ? done
      : `${done}. ${t`${plural(kept, { one: '1 review changed in the meantime and stays as it is.', other: `${others} reviews changed in the meantime and stay as they are.` })}`}`
  }
}
