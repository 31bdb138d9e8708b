import { fileInputs } from '../../../client/storefront/widgets/forms/form.ts'
import { leastPhotoReminderRate } from '../../../rules/limits.ts'
import { InvalidInput, NotAllowed, type Problem } from '../../core/errors.ts'
import { Html, html } from '../../core/html.ts'
import type { ReviewedProduct } from '../../shop/orders/reviewable.ts'
import { addPhotos } from '../../reviews/reviews/adding/add-photos.ts'
import { fileField } from '../../core/pages/file-field.ts'
import { problemText } from '../../core/words/problem-text.ts'
import { word } from '../../core/words/words.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import type { LinkHolder } from '../../requests/requests/mail-links.ts'
import { renderNotice, renderShopperPage } from '../../core/pages/page.ts'
import type { PostedForm } from './read-form.routes.ts'

/** Lists the reviews without photos that a photo reminder asks about. */
export const listReviewsWithoutPhotos = (reviewed: readonly ReviewedProduct[]): ReviewedProduct[] =>
  reviewed.filter(
    ({ hasMedia, rate, status }) =>
      !hasMedia && rate >= leastPhotoReminderRate && status !== 'deleted' && status !== 'rejected',
  )

export async function photoPage(
  { ctx, locale }: LinkHolder,
  {
    token,
    products,
    problems = new Map(),
  }: { token: string; products: readonly ReviewedProduct[]; problems?: ReadonlyMap<string, Problem> },
): Promise<string> {
  const files = fileField(ctx.shop, { locale, hint: 'form.photosHint' })
  const card = ({ id, title, image, variantTitle }: ReviewedProduct) => {
    const problem = problems.get(id)
    return html`<section class="card" id="p-${id}">
<div class="product">${image && html`<img src="${image}" alt="" width="76" height="76">`}<div><h2>${title}</h2>${variantTitle && html`<p class="soft">${variantTitle}</p>`}</div></div>
<div class="field"><label class="name" for="images.${id}">${files.label}</label><p class="hint">${files.hint}</p>${new Html(fileInputs(files, { id: `images.${id}`, name: `images.${id}`, poster: `poster.${id}` }).text)}${problem && html`<p class="problem" role="alert">${problemText(locale, problem)}</p>`}</div>
</section>`
  }
  const body = html`<header class="lead"><h1>${word(locale, 'form.photos.heading')}</h1></header>
<form method="post" action="/r/${token}" enctype="multipart/form-data" novalidate>
${products.map(card)}
<section class="card"><p class="banner candor-lost" role="alert" hidden>${word(locale, 'widget.form.lost')}</p><div class="send"><button type="submit">${word(locale, 'form.photos.send')}</button></div></section>
</form>`
  const shop = await readShopFace(ctx)
  return renderShopperPage({ locale, title: word(locale, 'form.photos.heading'), shop, body, scripts: ['photos.ts'] })
}

/** Saves the posted photos. Returns the problems by product, and whether any photo was added. */
export async function savePostedPhotos(
  { ctx, item }: LinkHolder,
  form: PostedForm,
  products: readonly ReviewedProduct[],
): Promise<{ added: boolean; problems: Map<string, Problem> }> {
  const problems = new Map<string, Problem>()
  let added = false
  for (const { id } of products) {
    const media = form.products.get(id)?.media
    if (!media || (media.pictures.length === 0 && !media.video && !media.tooMany)) continue
    try {
      await addPhotos(ctx, { orderId: item.orderId, productId: id, media })
      added = true
    } catch (error) {
      if (error instanceof InvalidInput) problems.set(id, error.fields.images ?? 'invalidFileType')
      // The same form was sent a moment earlier.
      else if (error instanceof NotAllowed) added = true
      else throw error
    }
  }
  return { added, problems }
}

export async function photoThanks({ ctx, locale }: LinkHolder): Promise<string> {
  return renderNotice(
    { locale, title: word(locale, 'form.thanks'), shop: await readShopFace(ctx) },
    {
      lead: word(locale, 'form.photos.added'),
      done: true,
      more: html`<a class="button" href="${ctx.platform.shopUrl(ctx.shop)}">${word(locale, 'form.toShop')}</a>`,
    },
  )
}
