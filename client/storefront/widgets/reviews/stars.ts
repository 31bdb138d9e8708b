import { html, type Html } from '../html.ts'

/** Formats a rating by locale: 4.6 or 4,6. */
export function rating(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)
}

/** Formats a count by locale: 2,610 or 2.610. */
export const countText = (value: number, locale: string): string => new Intl.NumberFormat(locale).format(value)

/** Renders a row of stars, filled to the tenth. One element: common.css cuts it out of a gradient with an SVG mask. */
export function stars(value: number, label: string): Html {
  return html`<span class="candor-stars" role="img" aria-label="${label}" style="--candor-rate:${Math.round(value * 10) / 10}"></span>`
}
