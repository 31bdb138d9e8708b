import { Html, html } from '../html.ts'
import { assetPath, type AssetSource } from './assets.ts'
import { textDirection, word, wordLocale, type WordId } from '../words/words.ts'
import { pageFont } from './fonts.ts'
import { formStyle } from './form-style.ts'

/** How a shop's pages look: its name, logo, colors and font (server/shop/branding/shop-face.ts). */
export interface ShopFace {
  name: string
  /** The shop's own site. */
  url: string
  /** Candor's origin, because the shop's domain may show the page. */
  origin: string
  /** Empty: the shop's name. */
  logo: string
  /** CSS that replaces the custom properties of formStyle. */
  style: string
  /** Tags of the font. */
  fontTags: string
}

interface PageFrame {
  locale: string | null
  title: string
  /** Null: a page of no shop, in Candor's own look. */
  shop: ShopFace | null
  body: Html
  /** Default: that of the language. */
  direction?: 'ltr' | 'rtl'
  /** Modules that this page loads besides the common one. */
  scripts?: readonly AssetSource[]
}

/** A star without Candor's brand. Inlined, as browsers request /favicon.ico otherwise. */
export const shopperIcon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#D98E04" d="M12 1.3l2.9 7.7 8.1.3-6.4 5.1 2.2 7.9-6.8-4.5-6.8 4.5 2.2-7.9L1 9.3l8.1-.3z"/></svg>')}`

/** Renders a page for shoppers: complete without JavaScript, and never indexed by search engines. */
export function renderShopperPage({ locale, title, shop, body, direction, scripts = [] }: PageFrame): string {
  const lang = wordLocale(locale)
  const origin = shop?.origin ?? ''
  return html`<!doctype html>
<html lang="${lang}" dir="${direction ?? textDirection(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="${shopperIcon}">
${new Html(shop?.fontTags ?? pageFont('').tags)}
<style>${new Html(formStyle)}${shop && new Html(shop.style)}</style>
${(['send-once.ts', ...scripts] as const).map((name) => html`<script type="module" src="${origin}${assetPath(name)}"></script>`)}
</head>
<body><main>
${shop && html`<a class="shop" href="${shop.url}">${shop.logo ? html`<img src="${shop.logo}" alt="${shop.name}">` : shop.name}</a>`}
${body}
</main></body>
</html>`.text
}

const check = new Html(
  '<svg class="mark" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="32"/><path d="M20 33l8.5 8.5L45 25" fill="none" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)

export function renderNotice(
  frame: Omit<PageFrame, 'body'>,
  { lead, done = false, more }: { lead: string; done?: boolean; more?: Html },
): string {
  return renderShopperPage({
    ...frame,
    body: html`<section class="card notice" role="status">${done && check}<h1>${frame.title}</h1><p class="soft">${lead}</p>${more}</section>`,
  })
}

/** Renders the same page for every invalid link: forged, expired, truncated, or of a deleted shop or product. */
export function renderInvalidLinkPage(locale: string | null, lead: WordId = 'link.invalidLead'): string {
  return renderNotice({ locale, title: word(locale, 'link.invalid'), shop: null }, { lead: word(locale, lead) })
}

export const starShape = new Html(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2.9l2.8 5.8 6.3.9-4.6 4.4 1.1 6.3L12 17.3l-5.6 3 1.1-6.3-4.6-4.4 6.3-.9z" stroke-linejoin="round"/></svg>',
)
