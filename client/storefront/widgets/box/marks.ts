import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import { html, type Html } from '../html.ts'
import type { Say, ShownReview } from '../shown.ts'

/** Settings of the review box for a review's author line. */
export type MarkDesign = Pick<ReviewBoxSettings, 'styleAvatar' | 'badge' | 'enabledVariant'>

/** Defaults of a new shop. */
export const usualMarks: MarkDesign = {
  styleAvatar: 'letter',
  badge: { enabled: true, style: 'iconText', orderText: '', shopText: '' },
  enabledVariant: true,
}

const tick = html`<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path fill="currentColor" d="M8 .8l1.9 1.4 2.3.1.7 2.3 1.8 1.5-.7 2.2.7 2.2-1.8 1.5-.7 2.3-2.3.1L8 15.8l-1.9-1.4-2.3-.1-.7-2.3-1.8-1.5.7-2.2-.7-2.2 1.8-1.5.7-2.3 2.3-.1z"/><path fill="none" stroke="var(--candor-theme-back,var(--candor-back,#fff))" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" d="M5.1 8.2l2 2 3.8-4.1"/></svg>`
const person = html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path fill="currentColor" d="M12 12a4.2 4.2 0 1 0 0-8.400 4.2 4.2 0 0 0 0 8.400zm0 1.800c-4.300 0-7.800 2.300-7.800 5.200 0 .7.5 1.200 1.200 1.200h13.200c.7 0 1.200-.5 1.200-1.200 0-2.900-3.500-5.200-7.800-5.200z"/></svg>`

const letters = new Intl.Segmenter()

/** Returns the first letter as shown: combined letters and emoji stay whole. */
export function firstLetter(name: string): string {
  const first = letters.segment(name)[Symbol.iterator]().next()
  return first.done ? '' : first.value.segment.toLocaleUpperCase()
}

/** Renders the picture beside an author's name. */
export function avatar(author: string, { styleAvatar }: MarkDesign): Html | false {
  return (
    styleAvatar !== 'hidden' &&
    html`<span class="candor-face" aria-hidden="true">${styleAvatar === 'person' ? person : firstLetter(author)}</span>`
  )
}

/** Renders the badge of a verified review. If only the icon shows, screen readers still get the text. */
export function verifiedBadge({ verified }: ShownReview, { badge }: MarkDesign, say: Say): Html | false {
  if (!verified || !badge.enabled) return false
  const text =
    verified === 'order' ? badge.orderText || say('widget.verifiedOrder') : badge.shopText || say('widget.verifiedShop')
  if (badge.style === 'icon')
    return html`<span class="candor-sure" title="${text}">${tick}<span class="candor-unseen">${text}</span></span>`
  return html`<span class="candor-sure">${badge.style === 'iconText' && tick}${text}</span>`
}

export function variantNote({ variant }: ShownReview, { enabledVariant }: MarkDesign, say: Say): Html | false {
  return (
    enabledVariant &&
    !!variant &&
    html`<span class="candor-note candor-variant">${say('widget.ofVariant', { variant })}</span>`
  )
}
