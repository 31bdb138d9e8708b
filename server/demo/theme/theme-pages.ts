import { html, Html } from '../../../client/storefront/widgets/html.ts'
import type { CatalogProduct } from '../catalog/catalog.ts'
import { formatPrice, pictureOf } from '../pages/store-parts.ts'
import { stylesheetOf, type PrintBlock } from './liquid.ts'
import type { ThemeWords } from './theme-words.ts'

export interface ThemeView {
  /** Folder of the pages, such as `/demo/theme/de`. */
  root: string
  locale: string
  say: ThemeWords
  shopName: string
  print: PrintBlock
  /** Printed card snippets by handle. */
  stars: ReadonlyMap<string, string>
}

/** A block of the app in a section, as the platform wraps it. */
async function appBlock(
  { print }: ThemeView,
  handle: string,
  { product, section = 'main' }: { product?: CatalogProduct; section?: string } = {},
): Promise<Html> {
  const id = `${section}-${handle}`
  const text = await print(handle, { id, ...(product && { product }) })
  return html`<div id="shopify-block-${id}" class="shopify-block shopify-app-block">${new Html(text)}</div>`
}

/** A section as the platform wraps it, on a page or as the answer to `?section_id=`. */
export const section = (id: string, content: Html): Html =>
  html`<section id="shopify-section-${id}" class="shopify-section section" data-section="${id}">${content}</section>`

/** App embeds of the theme: they stand on each page. */
const embeds = ['candor-popup', 'candor-sidebar']
const headEmbed = 'candor-product-cards'

interface LayoutParts {
  title: string
  pageClass: string
  /** Blocks of the page, whose stylesheets the platform adds. */
  blocks: readonly string[]
  content: Html
}

/** Returns a page of the theme: header, sections, footer, and the app's embeds at the end of the body. */
export async function themePage(view: ThemeView, { title, pageClass, blocks, content }: LayoutParts): Promise<string> {
  const { root, locale, say, shopName, print } = view
  const styles = [...new Set([headEmbed, ...blocks, ...embeds].map(stylesheetOf))].filter(Boolean)
  const links: [string, string][] = [
    ['', say.home],
    ['/collections/all', say.catalog],
    ['/pages/reviews', say.reviews],
  ]
  return html`<!doctype html>
    <html class="no-js" lang="${locale}">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>${title}</title>
      <link rel="icon" href="/demo/assets/icon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="/demo/assets/theme.css">
      ${styles.map((name) => html`<link rel="stylesheet" href="/demo/assets/${name}">`)}
      <script type="module" src="/demo/assets/theme.js"></script>
      ${new Html(await print(headEmbed))}
    </head>
    <body class="${pageClass}">
      <p class="announcement">${say.announcement}</p>
      <header class="header"><a class="header-name" href="${root || '/'}">${shopName}</a>
        <nav aria-label="${say.menu}"><ul>${links.map(([path, label]) => html`<li><a href="${root}${path}">${label}</a></li>`)}</ul></nav>
      </header>
      <main id="MainContent">${content}</main>
      <footer class="footer"><p>${shopName} · ${say.footer}</p></footer>
      <dialog class="quick-view" aria-label="${say.quick}"><form method="dialog"><button class="quick-view-close">${say.close}</button></form><div></div></dialog>
      ${new Html((await Promise.all(embeds.map((handle) => print(handle)))).join(''))}
    </body>
    </html>`.text
}

export const productBlocks = ['candor-stars', 'candor-form', 'candor-reviews'] as const

/** A product with its blocks: the product page's main section, a featured product, or a quick view. */
export async function productSection(view: ThemeView, product: CatalogProduct, id: string): Promise<Html> {
  const { say, locale, root } = view
  const Title = id === 'main' ? 'h1' : 'h2'
  const [stars, form, box] = await Promise.all(
    productBlocks.map((handle) => appBlock(view, handle, { product, section: id })),
  )
  return section(
    id,
    html`<div class="page-width product" data-url="${root}/products/${product.handle}">
      <div class="product-media"><img src="${pictureOf(product.handle, 1200)}" srcset="${pictureOf(product.handle, 600)} 600w, ${pictureOf(product.handle, 1200)} 1200w" sizes="(min-width: 750px) 45vw, 92vw" width="1200" height="1200" alt="${product.title}" ${id === 'main' && new Html('fetchpriority="high"')}></div>
      <div class="product-info"><${new Html(Title)} class="product-title"><a href="${root}/products/${product.handle}">${product.title}</a></${new Html(Title)}>${stars}
        <p class="price">${formatPrice(locale, product.priceCents)}</p>
        <label class="field">${say.variant} <select data-variant>${product.variants.map((variant) => html`<option value="${variant.id}">${variant.title}</option>`)}</select></label>
        <button type="button" class="button">${say.add}</button>
        <p>${product.description}</p>${form}</div>
    </div>
    <div class="page-width">${box}</div>`,
  )
}

/** A grid of product cards with the card snippet and a quick view. */
export function productGrid({ root, say, locale, stars }: ThemeView, products: readonly CatalogProduct[]): Html {
  return html`<ul class="page-width product-grid">${products.map(
    (product) => html`<li class="product-card">
      <a href="${root}/products/${product.handle}"><img src="${pictureOf(product.handle, 600)}" width="600" height="600" alt="" loading="lazy"><span class="product-card-title">${product.title}</span></a>
      ${new Html(stars.get(product.handle) ?? '')}
      <p class="price">${formatPrice(locale, product.priceCents)}</p>
      <button type="button" class="button button-secondary" data-quick-view="${root}/products/${product.handle}">${say.quick}<span class="visually-hidden">: ${product.title}</span></button>
    </li>`,
  )}</ul>`
}

export const shelfBlocks = ['candor-testimonials', 'candor-carousel', 'candor-photos', 'candor-instagram'] as const

/** Sections with one block of the whole shop each. */
export const blockSections = (view: ThemeView, handles: readonly string[]): Promise<Html[]> =>
  Promise.all(
    handles.map(async (handle) =>
      section(handle, html`<div class="page-width">${await appBlock(view, handle, { section: handle })}</div>`),
    ),
  )
