import { html, type Html } from '../html.ts'

/** Content of the discount block on the thank-you page. The admin's preview uses the same template. */
interface DiscountView {
  /** Thanks, or why no code is shown yet. */
  text: string
  /** Value of the discount, and its code. */
  worth?: string
  code?: string
  note?: string
  /** A page that shows the code later. */
  link?: { url: string; label: string }
  colours: { background: string; border: string; text: string; code: string }
}

/** Returns inline styles that win over the hardened ones of a widget around the block. */
const firm = (styles: string): string => `${styles.split(';').join('!important;')}!important`

/** Renders the block with the code. Its style is inline, because three kinds of pages show it. */
export function discountBlock({ text, worth, code, note, link, colours }: DiscountView): Html {
  return html`
    <div class="candor-discount" style="${firm(`margin:1.25em 0 0;padding:1.25em;border-radius:10px;text-align:center;background:${colours.background};color:${colours.text}`)}">
      <p style="${firm('margin:0;white-space:pre-line')}">${text}</p>
      ${
        code &&
        html`<p style="${firm('margin:.75em 0 0;font-weight:700')}">${worth}</p>
      <p style="${firm('margin:.5em 0 0')}"><code dir="ltr" style="${firm(`display:inline-block;padding:.5em 1em;border:2px dashed ${colours.border};border-radius:8px;color:${colours.code};font:700 1.15em/1.3 ui-monospace,monospace;letter-spacing:.04em;overflow-wrap:anywhere;user-select:all`)}">${code}</code></p>`
      }
      ${note && html`<p style="${firm('margin:.5em 0 0;font-size:.9em')}">${note}</p>`}
      ${link && html`<p style="${firm('margin:.5em 0 0')}"><a style="${firm('color:inherit')}" href="${link.url}">${link.label}</a></p>`}
    </div>`
}
