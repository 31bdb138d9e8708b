import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import { html, Html } from '../html.ts'
import type { Place } from '../shown.ts'

/**
 * Moves the box to the merchant's chosen position. Runs during parsing, usually before the first paint. Searches for a
 * position further down after parsing. Pages with a strict policy allow it by its hash.
 */
export const placeScript = `((b,f)=>{(f=()=>{try{let t=document.querySelector(b.dataset.candorAt);return t&&!b.contains(t)&&(t[b.dataset.candorTo](b),1)}catch{}})()||addEventListener('DOMContentLoaded',f)})(document.currentScript.previousElementSibling)`

const methods = { before: 'before', after: 'after', inside: 'append' } as const

type PlaceSettings = Pick<ReviewBoxSettings, 'inlinePosition' | 'customPosition' | 'customPositionDirection'>

/** Returns the attributes and script that move the box; nothing if it stays. */
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
