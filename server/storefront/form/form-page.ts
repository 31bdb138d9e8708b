import { fileInputs } from '../../../client/storefront/widgets/forms/form.ts'
import { Html as WidgetHtml } from '../../../client/storefront/widgets/html.ts'
import { maxNameChars, maxReviewContentChars, maxReviewTitleChars } from '../../../rules/limits.ts'
import type { Problem } from '../../core/errors.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { Html, html } from '../../core/html.ts'
import { rewardText, type PhotoReward } from '../../requests/discounts/photo-reward.ts'
import type { ReviewableProduct } from '../../shop/orders/reviewable.ts'
import { fileField } from '../../core/pages/file-field.ts'
import { problemText } from '../../core/words/problem-text.ts'
import { word } from '../../core/words/words.ts'
import type { WordId } from '../../core/words/words.ts'
import { renderShopperPage, starShape, type ShopFace } from '../../core/pages/page.ts'

export interface ProductAnswer {
  rate: string
  title: string
  content: string
  hadPhotos: boolean
  problems: Readonly<Record<string, Problem>>
}

export interface FormPage {
  shop: Shop
  locale: string | null
  face: ShopFace
  orderName: string
  /** The form's target: the page's own path. */
  action: string
  products: readonly ReviewableProduct[]
  /** Already reviewed products of the order; shown without a form. */
  reviewed: readonly ReviewableProduct[]
  /** Words for reviewed products that weren't saved, by product. */
  unsaved?: ReadonlyMap<string, string>
  /** The product whose stars were tapped in the email: the page scrolls there. */
  focus: string | null
  answers: ReadonlyMap<string, ProductAnswer>
  name: string
  nameProblem: Problem | null
  nameRequired: boolean
  /** What photos earn, if anything. */
  reward: PhotoReward | undefined
  /** Whether the request can be sent again later. */
  canPostpone: boolean
  /** A sentence above the form if something must be corrected. */
  banner: 'form.fix' | 'form.rateOne' | 'widget.form.tooMany' | null
}

/** Renders the form of one order: stars, title, text and photos per product, one name. */
export function formPage(page: FormPage): string {
  const say = (id: WordId, params?: Record<string, string | number>) => word(page.locale, id, params)
  const problem = nameProblemOf(page)
  const body = html`<header class="lead"><h1>${say('form.heading', { count: page.products.length })}</h1>
<p class="soft">${say('form.intro', { order: page.orderName })}${page.products.length > 1 && html` ${say('form.several')}`}</p></header>
${page.banner && html`<p class="banner" role="alert">${say(page.banner)}</p>`}
<form method="post" action="${page.action}" enctype="multipart/form-data" novalidate>
${page.reviewed.map((product) => reviewedCard(page, product))}
${page.products.map((product) => productCard(page, product))}
<section class="card">
<div class="field"><label class="name" for="name">${say('form.name')} ${!page.nameRequired && html`<span class="candor-optional">${say('form.optional')}</span>`}</label>
<p class="hint" id="name-hint">${say('form.nameHint')}</p>
<input type="text" id="name" name="name" value="${page.name}" maxlength="${maxNameChars}" autocomplete="name" aria-describedby="name-hint${problem && ' name-problem'}" aria-invalid="${problem ? 'true' : 'false'}">
${problem && html`<p class="problem" id="name-problem">${problem}</p>`}</div>
<p class="banner candor-lost" role="alert" hidden>${say('widget.form.lost')}</p>
<div class="send"><button type="submit">${say('form.send')}</button>${page.canPostpone && html`<a class="plain" href="${page.action}/later">${say('form.notArrived')}</a>`}</div>
</section>
</form>`
  return renderShopperPage({
    locale: page.locale,
    title: say('form.title', { shop: page.shop.name }),
    shop: page.face,
    body,
    scripts: ['photos.ts'],
  })
}

/** Returns the first field with a problem, in page order. */
function firstProblem({ products, answers }: FormPage): string | undefined {
  for (const { id } of products) {
    const name = ['rate', 'title', 'content'].find((each) => answers.get(id)?.problems[each])
    if (name) return `${name}.${id}`
  }
  return undefined
}

function nameProblemOf({ locale, nameProblem }: FormPage): string | null {
  return nameProblem ? problemText(locale, nameProblem) : null
}

function productCard(page: FormPage, product: ReviewableProduct): Html {
  const say = (id: WordId, params?: Record<string, string | number>) => word(page.locale, id, params)
  const answer = page.answers.get(product.id)
  const files = fileField(page.shop, { locale: page.locale, hint: 'form.photosHint' })
  const field = (name: string) => `${name}.${product.id}`
  const problemOf = (name: string): Html | null => {
    const problem = answer?.problems[name]
    return problem
      ? html`<p class="problem" id="${field(name)}-problem">${problemText(page.locale, problem)}</p>`
      : null
  }
  const invalid = (name: string): Html =>
    answer?.problems[name] ? html` aria-invalid="true" aria-describedby="${field(name)}-problem"` : html``
  // Focuses the first field with a problem.
  const wrong = firstProblem(page)
  const focused = (name: string): Html | false => wrong === field(name) && html` autofocus`
  const stars = [1, 2, 3, 4, 5].map(
    (count) =>
      html`<label>${starShape}<input type="radio" name="${field('rate')}" value="${count}" aria-label="${say('form.stars', { count })}"${count === 1 && focused('rate')}${answer?.rate === String(count) && html` checked${page.focus === product.id && html` autofocus`}`}></label>`,
  )
  const optional = html`<span class="soft">${say('form.optional')}</span>`
  // Converts the widgets' own HTML type.
  const inputs = new Html(
    fileInputs(files, {
      id: field('images'),
      name: field('images'),
      poster: field('poster'),
      more: new WidgetHtml(invalid('images').text),
    }).text,
  )
  return html`<section class="card" id="p-${product.id}">
<div class="product">${productPicture(product)}<div><h2>${product.title}</h2>${product.variantTitle && html`<p class="soft"><bdi>${product.variantTitle}</bdi></p>`}</div></div>
<fieldset${invalid('rate')}><legend>${say('form.rate')}</legend><div class="stars">${stars}</div>${problemOf('rate')}</fieldset>
<div class="field"><label class="name" for="${field('title')}">${say('form.reviewTitle')} ${optional}</label><input type="text" id="${field('title')}" name="${field('title')}" value="${answer?.title ?? ''}" maxlength="${maxReviewTitleChars}"${invalid('title')}${focused('title')}>${problemOf('title')}</div>
<div class="field"><label class="name" for="${field('content')}">${say('form.content')} ${optional}</label><textarea id="${field('content')}" name="${field('content')}" maxlength="${maxReviewContentChars}" placeholder="${say('form.contentHint')}"${invalid('content')}${focused('content')}>
${answer?.content ?? ''}</textarea>${problemOf('content')}</div>
<div class="field"><label class="name" for="${field('images')}">${files.label} ${optional}</label><p class="hint">${answer?.hadPhotos ? say('form.photosAgain') : files.hint}</p>${page.reward && html`<p class="reward">${rewardText(page.locale, page.reward)}</p>`}${inputs}${problemOf('images')}</div>
</section>`
}

function reviewedCard({ locale, focus, unsaved }: FormPage, product: ReviewableProduct): Html {
  const text = unsaved?.get(product.id)
  return html`<section class="card reviewed" id="p-${product.id}"${focus === product.id && html` tabindex="-1" autofocus`}>
<div class="product">${productPicture(product)}<div><h2>${product.title}</h2><p class="done">${word(locale, 'form.already')}</p></div></div>${text && html`<p class="problem" role="alert">${word(locale, 'form.closedKept')}</p><textarea rows="4" readonly aria-label="${word(locale, 'form.content')}">${text}</textarea>`}
</section>`
}

const productPicture = ({ image }: ReviewableProduct): Html | null =>
  image ? html`<img src="${image}" alt="" width="76" height="76">` : null
