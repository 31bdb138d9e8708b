import { html, Html } from './html.ts'
import type { PageView } from './shown.ts'

const frame =
  'html{overflow-x:hidden}body{margin:0;padding:20px;color:#1e1b16;font:16px/1.5 system-ui,sans-serif}.widget+.widget{margin-block-start:16px}noscript{display:none}.candor-popup{animation:none!important}@media (prefers-reduced-motion:no-preference){.candor-testimonials[data-candor-seconds] .candor-pause[hidden]{display:grid}}'

/** Returns the rule that loads a font's sheet from our own server; it must come first in a style. Empty for the theme's font. */
export const fontImport = (font: string): string =>
  font === 'inherit' ? '' : `@import url("/storefront/fonts/${font.toLowerCase().replaceAll(' ', '-')}.css");`

/** Shows the arrows as the live module does, because the frame runs no scripts. */
const withArrows = ({ text }: Html): Html =>
  new Html(text.replaceAll('<div class="candor-arrows" hidden>', '<div class="candor-arrows">'))

/**
 * Returns a page with only shipped widgets, for a sandboxed frame in the admin. Links open a new window, which the
 * sandbox blocks. Hides content for readers without JavaScript.
 */
export function previewPage(
  { locale, direction }: Pick<PageView, 'locale' | 'direction'>,
  { markup, style }: { markup: readonly Html[]; style: string },
): string {
  const page = html`
    <html lang="${locale}" dir="${direction}">
    <head><meta charset="utf-8"><base target="_blank"><style>${new Html(style + frame)}</style></head>
    <body>${markup.map((widget) => html`<div class="widget">${withArrows(widget)}</div>`)}</body></html>`
  return `<!doctype html>${page.text}`
}

const productStyle =
  '.p{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:20px;align-items:center}.p img,.p i{width:100%;aspect-ratio:1;object-fit:cover;border-radius:8px;background:#eee9de}.p h1{margin:0 0 8px;font-size:24px;line-height:1.25}.p .l{height:10px;margin-top:12px;border-radius:5px;background:#0000000f}.p .b{display:inline-block;margin-top:16px;padding:9px 28px;border-radius:5px;color:#fff;font-weight:600;font-size:14px}'

interface PreviewedProduct {
  title: string
  image: string | null | undefined
  stars: Html
  /** Label of the button. */
  buy: string
  colours: { button: string; background: string; text: string }
}

/** Returns the head of a product page for a preview: picture, title, stars and the button. */
export function previewProduct({ title, image, stars, buy, colours }: PreviewedProduct): {
  markup: Html
  style: string
} {
  const picture = image ? html`<img src="${image}" alt="">` : html`<i></i>`
  return {
    markup: html`<div class="p">${picture}<div><h1>${title}</h1>${stars}<div class="l"></div><div class="l"></div><div class="b" style="background:${colours.button}">${buy}</div></div></div>`,
    style: `${productStyle}body{background:${colours.background}!important;color:${colours.text}!important}`,
  }
}
