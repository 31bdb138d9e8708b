import { Html, html } from '../../core/html.ts'
import { rounded, type MailBrand } from './brand.ts'
import { mailTheme } from './mail-theme.ts'

interface MailButton {
  label: string
  url: string
  /** Hex colours. */
  colour?: string | undefined
  textColour?: string | undefined
}

// Outlook for Windows ignores the padding of links. Spaces of the same size take its place there.
const outlookStart = new Html(
  '<!--[if mso]><i hidden style="mso-font-width:280%;mso-text-raise:18pt">&emsp;</i><span style="mso-text-raise:9pt"><![endif]-->',
)
const outlookEnd = new Html('<!--[if mso]></span><i hidden style="mso-font-width:280%">&emsp;&#8203;</i><![endif]-->')

/** Renders a link that looks like a button in every mail program. */
export function renderMailButton({ label, url, colour, textColour }: MailButton, brand: MailBrand): Html {
  // The dark replacement of our green suits only our green.
  const isOurs = !colour || colour.toLowerCase() === mailTheme.green.toLowerCase()
  return html`<a class="${isOurs ? 'button' : ''}" href="${url}" style="display:inline-block;margin:6px;background:${colour || mailTheme.green};color:${textColour || '#ffffff'};font-size:16px;font-weight:600;line-height:24px;padding:12px 28px;${rounded(brand, 10)};text-decoration:none">${outlookStart}${label}${outlookEnd}</a>`
}
