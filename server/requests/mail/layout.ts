import { Html, html } from '../../core/html.ts'
import { noBrand, rounded, type MailBrand } from './brand.ts'
import { darkMailTheme, mailTheme } from './mail-theme.ts'

interface MailLayout {
  lang: string
  dir: 'ltr' | 'rtl'
  title: string
  /** Preview text of the inbox, hidden in the email itself. */
  preheader: string
  brand: Html
  /** Table rows of the card, including the footer. */
  body: Html
  openUrl?: string
  brandLook?: MailBrand
  /** “Powered by Candor” below the card. */
  mark?: Html | null
}

const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%}
a.button:hover{text-decoration:underline}
.answer{display:block!important}.answer~.by-link{display:none!important}
@media (max-width:600px){.outer{padding:0!important}.card{border-radius:0!important}.card td.block{padding-left:20px!important;padding-right:20px!important}.product td.about{padding-left:8px!important;padding-right:8px!important}.rate td,.product .rate td{padding:0!important}.rate a.star{width:40px!important}}
@media (prefers-color-scheme:dark){
.paper,.product{background:${darkMailTheme.paper}!important}.card{background:${darkMailTheme.card}!important}
.ink,.ink p,.ink li{color:${darkMailTheme.ink}!important}.muted,.ink p.muted{color:${darkMailTheme.muted}!important}
.link{color:${darkMailTheme.green}!important}.button{background:${darkMailTheme.button}!important}.star,.ink p.star{color:${darkMailTheme.amber}!important}.rule{border-color:${darkMailTheme.line}!important}}
[data-ogsc] .ink{color:${darkMailTheme.ink}!important}[data-ogsc] .muted{color:${darkMailTheme.muted}!important}[data-ogsc] .star{color:${darkMailTheme.amber}!important}`

// Fills the preview line of the inbox, so the email's text doesn't follow the preheader.
const filler = '&#847;&zwnj;&nbsp;'.repeat(60)

/** Renders the frame of every email to a shopper. Tables suit old programs; it adapts to dark mode and phones. */
export function renderMailLayout(mail: MailLayout): string {
  const { brandLook = noBrand } = mail
  return html`<!doctype html>
<html lang="${mail.lang}" dir="${mail.dir}" xmlns:v="urn:schemas-microsoft-com:vml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${mail.title}</title>
<style>${new Html(style)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${mailTheme.paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${mail.preheader}${new Html(filler)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${mailTheme.paper};font-family:${brandLook.font}"><tr><td class="outer" align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="560"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;table-layout:fixed;word-break:break-word;overflow-wrap:anywhere;background:${mailTheme.card};${rounded(brandLook, 16)}">
<tr><td class="block ink" align="center" style="padding:28px 32px 18px;color:${mailTheme.ink};font-size:19px;font-weight:700;letter-spacing:.01em">${mail.brand}</td></tr>
${mail.body}
</table>
${mail.mark}
<!--[if mso]></td></tr></table><![endif]-->
${mail.openUrl && html`<img src="${mail.openUrl}" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">`}
</td></tr></table>
</body>
</html>`.text
}
