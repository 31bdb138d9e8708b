import { html, Html } from '../../../client/storefront/widgets/html.ts'
import type { PageWidgets } from '../../storefront/widgets/widgets.ts'
import type { DemoMetafields } from '../theme/metafields.ts'
import type { CatalogProduct, ProductKind } from '../catalog/catalog.ts'
import { sayIn, type Surroundings } from './frame.ts'
import { card, carouselsAt, floating, kinds, pictureOf, formatPrice, productHref, storePage } from './store-parts.ts'

/** Products above the fold, loaded eagerly. */
const eagerCards = 8

export function homePage(
  around: Surroundings,
  { products, kind, widgets }: { products: readonly CatalogProduct[]; kind: ProductKind | null; widgets: PageWidgets },
): string {
  const say = sayIn(around.locale)
  return storePage(around, {
    head: new Html(widgets.headTags),
    title: say('demo.store.title', { shop: around.shop.name }),
    body: html`${
      !kind &&
      html`<section class="hero">
        <div><h1>${say('demo.store.headline')}</h1><p>${say('demo.store.lead')}</p></div>
        <div class="hero-pictures" aria-hidden="true">${['two-person-tent', 'enamel-kettle', 'canvas-daypack'].map(
          (handle) => html`<img src="${pictureOf(handle, 600)}" width="600" height="600" alt="">`,
        )}</div>
      </section>`
    }
      <nav class="shelves" aria-label="${say('demo.store.shelves')}">
        <a href="/demo/store" ${!kind && new Html('aria-current="page"')}>${say('demo.store.home')}</a>
        ${kinds.map((each) => html`<a href="/demo/store?kind=${each}" ${each === kind && new Html('aria-current="page"')}>${say(`demo.kind.${each}`)}</a>`)}
      </nav>
      ${carouselsAt('top', widgets)}
      ${kind && html`<h1 class="shelf-title">${say(`demo.kind.${kind}`)}</h1>`}
      <ul class="grid">${products.map((product, index) => card(say, { product, listed: widgets.listed, locale: around.locale, eager: index < eagerCards }))}</ul>
      ${widgets.markup.testimonials && html`<section class="store-widget">${new Html(widgets.markup.testimonials)}</section>`}${carouselsAt('bottom', widgets)}${widgets.markup.instagramWidget && html`<section class="store-widget">${new Html(widgets.markup.instagramWidget)}</section>`}${floating(widgets)}${new Html(widgets.pushPrompt)}`,
  })
}

export function reviewsPage(around: Surroundings, widgets: PageWidgets): string {
  const { markup, headTags } = widgets
  return storePage(around, {
    title: `${sayIn(around.locale)('widget.title')} · ${around.shop.name}`,
    head: new Html(headTags),
    body: html`<h1 class="shelf-title">${around.shop.name}</h1>
      <div class="product-rating">${new Html(markup.starRating ?? '')}</div>
      <section class="product-reviews">${new Html(markup.allReviews ?? '')}</section>${floating(widgets)}`,
  })
}

interface ProductPageParts {
  product: CatalogProduct
  widgets: PageWidgets
  more: readonly CatalogProduct[]
  /** Metafields of the product for themes and other apps. */
  metafields: DemoMetafields
}

export function productPage(around: Surroundings, { product, widgets, more, metafields }: ProductPageParts): string {
  const { markup, listed, headTags, jsonLd, boxPosition, pushPrompt } = widgets
  const box = html`<section class="product-reviews">${new Html(markup.reviewBox ?? '')}</section>`
  const say = sayIn(around.locale)
  const { locale } = around
  return storePage(around, {
    title: `${product.title} · ${around.shop.name}`,
    head: new Html(`${headTags}${jsonLd}`),
    body: html`<nav class="crumbs" aria-label="${say('demo.store.shelves')}"><a href="/demo/store">${say('demo.store.home')}</a><a href="/demo/store?kind=${product.kind}">${say(`demo.kind.${product.kind}`)}</a></nav>
      ${carouselsAt('top', widgets)}
      <article class="product">
        <div class="product-picture"><img src="${pictureOf(product.handle, 1200)}" srcset="${pictureOf(product.handle, 600)} 600w, ${pictureOf(product.handle, 1200)} 1200w" sizes="(min-width: 900px) 540px, 92vw" width="1200" height="1200" alt="${product.title}"></div>
        <div class="product-facts">
          <header><p class="product-type">${product.productType}</p><h1>${product.title}</h1><div class="product-rating">${new Html(markup.starRating ?? '')}</div></header>
          <p class="product-price" data-price>${formatPrice(locale, product.priceCents)}</p>
          <p class="product-text">${product.description}</p>
          <form method="get" action="/demo/store/checkout">
            <input type="hidden" name="handle" value="${product.handle}">
            <fieldset ${product.variants.length === 1 && new Html('hidden')}><legend>${say('demo.product.variant')}</legend><div class="choices">
              ${product.variants.map(({ id, title, priceCents }, index) => html`<label class="choice"><input type="radio" name="variant" value="${id}" data-costs="${formatPrice(locale, priceCents)}" ${index === 0 && new Html('checked')}><span>${title}</span></label>`)}
            </div></fieldset>
            <div class="buy"><label class="quantity"><span>${say('demo.product.quantity')}</span> <input type="number" name="quantity" value="1" min="1" max="99" inputmode="numeric"></label>
              <button class="primary">${say('demo.product.order')}</button></div>
            <p class="quiet">${say('demo.product.promise')}</p>
          </form>
          ${Object.keys(metafields).length > 0 && html`<details class="quiet"><summary>${say('demo.product.metafields')}</summary><dl class="metafields">${Object.entries(metafields).map(([name, { value }]) => html`<dt><code>${name}</code></dt><dd><code>${value}</code></dd>`)}</dl></details>`}
          <div class="product-form">${new Html(markup.submitForm ?? '')}</div>
        </div>
      </article>
      ${boxPosition !== 'bottom' && box}
      ${more.length > 0 && html`<section><h2>${say('demo.product.more')}</h2><ul class="grid grid-row">${more.map((other) => card(say, { product: other, listed, locale }))}</ul></section>`}${carouselsAt('bottom', widgets)}${boxPosition === 'bottom' && box}${floating(widgets)}${new Html(pushPrompt)}`,
  })
}

interface CheckoutParts {
  product: CatalogProduct
  variantId: string
  quantity: number
  values: { email: string; firstName: string; lastName: string; discountCode: string }
  problems: Readonly<Record<string, string>>
}

export function checkoutPage(around: Surroundings, parts: CheckoutParts): string {
  const say = sayIn(around.locale)
  const { product, quantity, values } = parts
  const variant = product.variants.find(({ id }) => id === parts.variantId) ?? product.variants[0]
  const field = (name: keyof CheckoutParts['values'], type: string, complete: string) => {
    const problem = parts.problems[name]
    return html`<div class="field"><label for="${name}">${say(`demo.checkout.${name}`)}</label>
      <input id="${name}" name="${name}" type="${type}" value="${values[name]}" autocomplete="${complete}" ${name !== 'discountCode' && new Html('required')} ${problem && new Html(`aria-invalid="true" aria-describedby="${name}-problem"`)}>
      ${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>`
  }
  const total = formatPrice(around.locale, (variant?.priceCents ?? 0) * quantity)
  return storePage(around, {
    title: `${say('demo.checkout.title')} · ${around.shop.name}`,
    body: html`<div class="checkout">
      <form method="post" action="/demo/store/checkout" data-busy novalidate>
        <h1>${say('demo.checkout.title')}</h1><p class="quiet">${say('demo.checkout.lead')}</p>
        ${parts.problems.order && html`<p class="problem" role="alert">${parts.problems.order}</p>`}
        <input type="hidden" name="handle" value="${product.handle}"><input type="hidden" name="variant" value="${variant?.id ?? ''}"><input type="hidden" name="quantity" value="${quantity}">
        ${field('email', 'email', 'email')}
        <div class="pair">${field('firstName', 'text', 'given-name')}${field('lastName', 'text', 'family-name')}</div>
        ${field('discountCode', 'text', 'off')}
        <button class="primary">${say('demo.checkout.place')}</button>
      </form>
      <aside class="basket"><h2>${say('demo.checkout.summary')}</h2>
        <a class="basket-line" href="${productHref(product.handle)}"><img src="${pictureOf(product.handle, 600)}" width="600" height="600" alt="">
          <span><strong>${product.title}</strong><br><span class="quiet">${quantity} × ${variant?.title ?? ''}</span></span><span>${total}</span></a>
        <p class="basket-total"><span>${say('demo.checkout.total')}</span><strong>${total}</strong></p></aside>
    </div>`,
  })
}
