import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import { html, Html } from '../html.ts'
import type { Place } from '../shown.ts'

/**
 * Moves the box to the merchant's own place. It stands behind the box and runs while the page is read, as a rule before the first
 * paint; a place further down is looked for once the page is read. Pages whose policy forbids scripts name its hash.
 */
export const placeScript = `((b,f)=>{(f=()=>{try{let t=document.querySelector(b.dataset.candorAt);return t&&!b.contains(t)&&(t[b.dataset.candorTo](b),1)}catch{}})()||addEventListener('DOMContentLoaded',f)})(document.currentScript.previousElementSibling)`

const methods = { before: 'before', after: 'after', inside: 'append' } as const

type PlaceSettings = Pick<ReviewBoxSettings, 'inlinePosition' | 'customPosition' | 'customPositionDirection'>

/** Returns what the box says of its place, and the script that moves it; nothing where it stays. */
export function customPlace(
  { inlinePosition, customPosition, customPositionDirection }: PlaceSettings,
  place: Place,
): { marks: Html | false; script: Html | false } {
  if (inlinePosition !== 'custom' || customPosition === '' || place !== 'product')
    return { marks: false, script: false }
  return {
    marks: html` data-candor-at="${customPosition}" data-candor-to="${methods[customPositionDirection]}"`,
    script: html`<script>${new Html(placeScript)}</script>`,
  }
}
