import { html, type Html } from '../html.ts'

/** What the block behind the thanks says; the admin previews it with the same template. */
export interface DiscountView {
  /** Thanks, or why there is no code to be seen yet. */
  text: string
  /** What the code gives, and the code itself. */
  worth?: string
  code?: string
  /** Until when. */
  note?: string
  /** A page that shows the code later. */
  link?: { url: string; label: string }
  colours: { background: string; border: string; text: string; code: string }
}

/** The block with the code. Its style stands in it: it appears in three kinds of pages. */
export function discountBlock({ text, worth, code, note, link, colours }: DiscountView): Html {
  return html`
    <div class="candor-discount" style="margin:1.25em 0 0;padding:1.25em;border-radius:10px;text-align:center;background:${colours.background};color:${colours.text}">
      <p style="margin:0;white-space:pre-line">${text}</p>
      ${
        code &&
        html`<p style="margin:.75em 0 0;font-weight:700">${worth}</p>
      <p style="margin:.5em 0 0"><code dir="ltr" style="display:inline-block;padding:.5em 1em;border:2px dashed ${colours.border};border-radius:8px;color:${colours.code};font:700 1.15em/1.3 ui-monospace,monospace;letter-spacing:.04em;overflow-wrap:anywhere;user-select:all">${code}</code></p>`
      }
      ${note && html`<p style="margin:.5em 0 0;font-size:.9em">${note}</p>`}
      ${link && html`<p style="margin:.5em 0 0"><a style="color:inherit" href="${link.url}">${link.label}</a></p>`}
    </div>`
}
