import { html, Html } from '../../../client/storefront/widgets/html.ts'
import type { PageWidgets } from '../../storefront/widgets/widgets.ts'
import type { CatalogProduct, ProductKind } from '../catalog/catalog.ts'
import { wholePage, sayIn, type Page, type Say, type Surroundings } from './frame.ts'

export const kinds: readonly ProductKind[] = ['table', 'kitchen', 'home', 'care', 'wear', 'outdoor', 'garden']

export function formatPrice(locale: string, cents: number): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(cents / 100)
}

/** Returns the relative URL of a picture, since the store may be opened under another host name. */
export const pictureOf = (handle: string, size: 600 | 1200): string => `/demo/pictures/${handle}-${size}.webp`

export const reviewsHref = '/demo/store/reviews'

export const productHref = (handle: string): string => `/demo/store/products/${handle}`

export function card(
  say: Say,
  {
    product,
    listed,
    locale,
    eager = false,
  }: { product: CatalogProduct; listed: PageWidgets['listed']; locale: string; eager?: boolean },
): Html {
  const several = new Set(product.variants.map(({ priceCents }) => priceCents)).size > 1
  const cost = formatPrice(locale, product.priceCents)
  return html`<li class="card"><a href="${productHref(product.handle)}">
    <span class="card-picture"><img src="${pictureOf(product.handle, 600)}" width="600" height="600" alt="" ${!eager && new Html('loading="lazy"')}></span>
    <span class="card-title">${product.title}</span>
    <span class="card-facts"><span class="card-price">${several ? say('demo.store.from', { price: cost }) : cost}</span>${new Html(listed.get(product.handle)?.starRating ?? '')}</span>
  </a></li>`
}

/** Returns the carousels if they belong to this position. */
export const carouselsAt = (position: 'top' | 'bottom', { markup, carousels }: PageWidgets): Html | false =>
  carousels === position &&
  html`${[markup.reviewCarousel, markup.galleryCarousel].map((each) => each && html`<section class="store-widget">${new Html(each)}</section>`)}`

export const floating = ({ markup }: PageWidgets): Html =>
  new Html(`${markup.reviewSidebar ?? ''}${markup.reviewPopup ?? ''}`)

export function storePage(around: Surroundings, page: Page): string {
  const say = sayIn(around.locale)
  return wholePage(around, {
    ...page,
    body: html`<header class="store-head"><div class="wide">
        <a class="store-name" href="/demo/store">${hill}<span>${around.shop.name}</span></a>
        <nav aria-label="${say('demo.store.home')}"><a href="/demo/store">${say('demo.store.home')}</a><a href="${reviewsHref}">${say('widget.title')}</a><a href="/demo/store/account">${say('demo.store.account')}</a>${renderSignIn(around)}</nav>
      </div></header>
      <main class="wide">${page.body}</main>
      <footer class="store-foot"><div class="wide">${hill}<p>${around.shop.name}<br>${say('demo.product.promise')}</p></div></footer>`,
  })
}

function renderSignIn({ locale, shopper, path }: Surroundings): Html {
  const say = sayIn(locale)
  if (!shopper) return html`<a href="/demo/store/login?back=${encodeURIComponent(path)}">${say('demo.login.link')}</a>`
  return html`<form method="post" action="/demo/store/logout" class="store-signed"><span>${shopper}</span> <input type="hidden" name="back" value="${path}"><button>${say('demo.login.out')}</button></form>`
}

const hill = new Html(
  '<svg class="hill" viewBox="0 0 40 32" aria-hidden="true"><circle cx="28" cy="10" r="5" fill="#d98e04"/><path fill="#1f5b45" d="M1 29C6 17 12 9 17 9s9 8 13 14c2-2 4-3 5-3 2 0 4 4 4 9z"/><path fill="none" stroke="#faf7f1" stroke-width="1.6" stroke-linecap="round" d="M17 27V15m0 4 4-3m-4 6-4-3"/></svg>',
)
