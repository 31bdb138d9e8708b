import { html, Html } from './html.ts'
import type { PageView } from './shown.ts'

const frame =
  'html{overflow-x:hidden}body{margin:0;padding:20px;color:#1e1b16;font:16px/1.5 system-ui,sans-serif}.widget+.widget{margin-block-start:16px}noscript{display:none}.candor-popup{animation:none!important}'

/** Returns the rule that loads a font's sheet from our own server; it must come first in a style. Empty for the theme's font. */
export const fontImport = (font: string): string =>
  font === 'inherit' ? '' : `@import url("/storefront/fonts/${font.toLowerCase().replaceAll(' ', '-')}.css");`

/**
 * A page that holds nothing but shipped widgets, for a frame without any rights in the admin: links want a new window, which such a
 * frame may not open. What stands there for readers without JavaScript stays hidden.
 */
export function previewPage(
  { locale, direction }: Pick<PageView, 'locale' | 'direction'>,
  { markup, style }: { markup: readonly Html[]; style: string },
): string {
  const page = html`
    <html lang="${locale}" dir="${direction}">
    <head><meta charset="utf-8"><base target="_blank"><style>${new Html(style + frame)}</style></head>
    <body>${markup.map((widget) => html`<div class="widget">${widget}</div>`)}</body></html>`
  return `<!doctype html>${page.text}`
}
