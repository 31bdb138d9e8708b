import {
  closedNote,
  formNeeds,
  thanks,
  writeForm,
  type FormView,
} from '../../../client/storefront/widgets/forms/form.ts'
import type { Html } from '../../../client/storefront/widgets/html.ts'
import type { WidgetKey } from '../../../client/storefront/widgets/widgets.ts'
import type { Channel } from '../../../rules/review-source.ts'
import type { Ctx } from '../../core/context.ts'
import { readDiscountToken, renderDiscountBlock, signDiscountToken } from '../../requests/discounts/discount-block.ts'
import { InvalidInput, LimitReached, NotAllowed, NotFound, type Problem } from '../../core/errors.ts'
import { idempotencyHeader } from '../../core/idempotency/idempotency.ts'
import type { PostedMedia } from '../../reviews/reviews/media/posted-media.ts'
import { addFileName, submitReview, type AuthorProof, type Submitted } from '../../reviews/reviews/adding/submit.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { problemText } from '../../core/words/problem-text.ts'
import { word, type WordId } from '../../core/words/words.ts'
import { sayOutcome } from './say-outcome.ts'
import { renderThanksPage } from './submit-page.ts'
import { withLocale } from '../widgets/widgets.ts'
import { isStorefrontActive } from '../widgets/cached-response.ts'
import {
  buildClosedForm,
  buildForm,
  isWriterRefusal,
  readRenderOptions,
  buildOwnFormParts,
} from '../widgets/page-view.ts'

export interface PostedReview {
  fields: Record<string, unknown>
  media: PostedMedia
  /** Identifies the opened form, see submitReview(). */
  key: string | null
  network?: string
  /** Set on the page behind a QR code. */
  channel?: Channel | undefined
  /** Language of the page; null for the shop's primary one. */
  locale?: string | null | undefined
}

interface StorefrontReview extends PostedReview {
  handle: string
  proof: AuthorProof
  /** Path of a post forwarded by the platform, with its signature. */
  proxy: string | null
}

/** Hidden field; only bots fill it in. */
export const decoyField = 'website'

/** @throws NotFound, InvalidInput with the form's fields, NotAllowed by the shop's eligibility */
export async function submitFromStorefront(
  ctx: Ctx,
  { handle, fields, media, proof, key, network, channel, locale }: StorefrontReview,
): Promise<Submitted | { id: null; status: 'pending' }> {
  const { id: productId } = await requireShownProduct(ctx, handle)
  // Bots get the same response as a saved review.
  if (fields[decoyField]) return { id: null, status: 'pending' }
  await checkOwnForm(ctx, fields, media)
  return submitReview(ctx, { productId, fields, media, proof, key, network, channel, locale, isForm: true })
}

/** Names the posting widget: the separate form accepts other files. */
export const widgetField = 'widget'
const isOwnForm = (fields: PostedReview['fields']): boolean =>
  fields[widgetField] === ('submitForm' satisfies WidgetKey)

async function checkOwnForm(ctx: Ctx, fields: PostedReview['fields'], { pictures, video }: PostedMedia): Promise<void> {
  if (!isOwnForm(fields)) return
  const { allowPhotos, allowVideos } = await readSetting(ctx, 'submitForm')
  const refused = (!allowPhotos && pictures[0]) || (!allowVideos && video)
  if (refused) throw new InvalidInput({ images: addFileName(refused.name, 'invalidFileType') })
}

export async function requireShownProduct(
  ctx: Ctx,
  handle: string,
): Promise<{ id: string; title: string; image: string | null }> {
  const where = { shopId_handle: { shopId: ctx.shop.id, handle } }
  const product = isStorefrontActive(ctx)
    ? await ctx.db.product.findUnique({ where, select: { id: true, title: true, image: true, deletedAt: true } })
    : null
  if (!product || product.deletedAt) throw new NotFound('productMissing')
  return product
}

/** Renders the page with the thanks for a review of a product. @throws NotFound */
export async function renderThanks(
  ctx: Ctx,
  {
    handle,
    discount,
    ...page
  }: { handle: string; status: Submitted['status']; back: string; discount?: string | undefined },
): Promise<string> {
  await requireShownProduct(ctx, handle)
  const { locale } = await readRenderOptions(ctx)
  const id = discount ? readDiscountToken(ctx, discount) : null
  return renderThanksPage(ctx, {
    ...page,
    more: id ? (await renderDiscountBlock(ctx, { id }, locale))?.block : undefined,
  })
}

/** HTML after a post: thanks, or the form with its problems. */
interface FormAnswer {
  html: Html
  status: 200 | 403 | 422 | 429
  /** Result of a saved review. */
  done?: Submitted['status']
  discount?: string | undefined
}

/** Submits a review and renders the result in the shopper's language. @throws NotFound */
export async function submitPost(ctx: Ctx, posted: StorefrontReview): Promise<FormAnswer> {
  const view = withLocale(ctx, posted.locale)
  const renderOptions = await readRenderOptions(view)
  const { say, locale } = renderOptions
  try {
    const { id, status } = await submitFromStorefront(ctx, posted)
    const discount = id ? await renderDiscountBlock(ctx, { reviewId: id }, locale) : null
    return {
      html: thanks({ say, lead: sayOutcome(ctx, locale, status), more: discount?.block }),
      status: 200,
      done: status,
      ...(discount && { discount: signDiscountToken(ctx, discount.id) }),
    }
  } catch (error) {
    if (error instanceof InvalidInput && error.fields[idempotencyHeader])
      return renderRefusedForm(ctx, posted, { status: 422, banner: ['form.alreadyLead', 'form.closedKept'] })
    if (error instanceof InvalidInput) return renderRefusedForm(ctx, posted, { status: 422, problems: error.fields })
    if (error instanceof NotAllowed && isWriterRefusal(error.code))
      return {
        html: closedNote(
          buildClosedForm(view, renderOptions, {
            refusal: error.code,
            handle: posted.handle,
            isSignedIn: posted.proof.kind !== 'none',
          }),
        ),
        status: 403,
      }
    if (error instanceof NotAllowed)
      return renderRefusedForm(ctx, posted, { status: 422, banner: ['widget.form.refused'] })
    if (error instanceof LimitReached)
      return renderRefusedForm(ctx, posted, { status: 429, banner: ['widget.form.tooMany'] })
    throw error
  }
}

interface Refusal {
  status: 422 | 429
  problems?: Readonly<Record<string, Problem>>
  /** Sentences about the whole form. */
  banner?: readonly WordId[]
}

/** Renders the form with all input kept. */
export async function renderRefusedForm(
  ctx: Ctx,
  {
    handle,
    fields,
    proof,
    proxy,
    channel,
    locale: page,
  }: Pick<StorefrontReview, 'handle' | 'fields' | 'proof' | 'proxy' | 'channel' | 'locale'>,
  { status, problems = {}, banner }: Refusal,
): Promise<FormAnswer> {
  const shown = withLocale(ctx, page)
  const renderOptions = await readRenderOptions(shown)
  const { settings, say, locale } = renderOptions
  const typed = Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const sentences = Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, problemText(locale, problem)]),
  )
  const view: FormView = {
    ...buildForm(shown, renderOptions, { handle, proxy, channel }),
    ...(isOwnForm(fields) && buildOwnFormParts(shown, renderOptions, await readSetting(ctx, 'submitForm'))),
    say,
    ...formNeeds(settings, proof.kind !== 'none'),
    typed,
    problems: sentences,
    ...(banner ? { banner: banner.map((id) => word(locale, id)).join(' ') } : {}),
  }
  return { html: writeForm(view), status }
}
