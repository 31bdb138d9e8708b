import { html, type Html } from '../html.ts'

/** Content of the discount block on the thank-you page. The admin's preview uses the same template. */
interface DiscountView {
  /** Thanks, or why no code is shown yet. */
  text: string
  /** Value of the discount, and its code. */
  worth?: string
  code?: string
  note?: string
  /** Applies the code in the shop. */
  use?: { url: string; label: string }
  /** Words of the button that copies the code, before and after. A script shows the button. */
  copy?: { label: string; done: string }
  /** A page that shows the code later. */
  link?: { url: string; label: string }
  colours: { background: string; border: string; text: string; code: string }
}

/** Returns inline styles that win over the hardened ones of a widget around the block. */
const firm = (styles: string): string => `${styles.split(';').join('!important;')}!important`

/** Renders the block with the code. Its style is inline, because three kinds of pages show it. */
export function discountBlock({ text, worth, code, note, use, copy, link, colours }: DiscountView): Html {
  return html`
    <div class="candor-discount" style="${firm(`margin:1.25em 0 0;padding:1.25em;border-radius:10px;text-align:center;background:${colours.background};color:${colours.text}`)}">
      <p style="${firm('margin:0;white-space:pre-line')}">${text}</p>
      ${
        code &&
        html`<p style="${firm('margin:.75em 0 0;font-weight:700')}">${worth}</p>
      <p style="${firm('display:flex;flex-wrap:wrap;gap:.6em;justify-content:center;align-items:center;margin:.5em 0 0')}"><code dir="ltr" style="${firm(`display:inline-block;padding:.5em 1em;border:2px dashed ${colours.border};border-radius:8px;color:${colours.code};font:700 1.15em/1.3 ui-monospace,monospace;overflow-wrap:anywhere;user-select:all`)}">${code}</code>${copy && html`<button type="button" hidden data-candor-copy="${code}" data-done="${copy.done}" aria-live="polite" style="${firm(`min-height:0;padding:.5em 1em;border:1px solid ${colours.border};border-radius:8px;background:none;color:${colours.code};font:inherit;font-weight:600;cursor:pointer`)}">${copy.label}</button>`}</p>`
      }
      ${note && html`<p style="${firm('margin:.5em 0 0;font-size:.9em')}">${note}</p>`}
      ${use && html`<p style="${firm('margin:1em 0 0')}"><a class="button" style="${firm(`display:inline-block;padding:.75em 1.5em;border-radius:8px;background:${colours.code};color:${colours.background};font-weight:600;text-decoration:none`)}" href="${use.url}">${use.label}</a></p>`}
      ${link && html`<p style="${firm('margin:.5em 0 0')}"><a style="${firm('color:inherit')}" href="${link.url}">${link.label}</a></p>`}
    </div>`
}
