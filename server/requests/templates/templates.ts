import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { applyBrand } from '../../../rules/brand.ts'
import { matchLocale, type Locale } from '../../../rules/locales.ts'
import { formatMessage } from '../../../rules/messages.ts'
import { applyPlan, writeDocument } from '../../../rules/settings/document.ts'
import { BRANDING, type BrandingSettings } from '../../../rules/settings/branding.ts'
import {
  EMAIL_TEMPLATES,
  EMAIL_TEMPLATE_TYPES,
  chooseTemplateTexts,
  type EmailTemplates,
  type EmailTemplateType,
} from '../../../rules/settings/email-templates.ts'
import { editRequestDays } from '../../../rules/limits.ts'
import { email } from '../../../rules/validation.ts'
import { dayMs, writeLongDate } from '../../../rules/dates.ts'
import { inTransaction, readPlan, type Ctx } from '../../core/context.ts'
import { InvalidInput, toInvalidInput, parse, PlanRequired, UpstreamFailed } from '../../core/errors.ts'
import { formatWorth } from '../discounts/discounts.ts'
import { readPhotoReward } from '../discounts/photo-reward.ts'
import { buildMailBrand } from '../mail/brand.ts'
import { requireValidTemplates } from '../mail/check-templates.ts'
import { ownHeading, renderEmail, renderPlainContent, type EmailButton, type Quote } from '../mail/email-content.ts'
import { buildMailWords } from '../mail/mail-words.ts'
import { MailRefused, oneLine } from '../mail/mail.ts'
import { renderMerchantTexts } from '../mail/merchant-rendering.ts'
import { limitByKey } from '../../core/limit-by-key.ts'
import { RenderStopped, TemplateBroken } from '../mail/render-pool.ts'
import { renderRequestMail, type RenderedMail } from '../mail/request-mail.ts'
import { queueKinds } from '../queue-kinds/kinds.ts'
import { readMailSender } from '../sender/identity.ts'
import { buildScores } from '../survey/survey-scores.ts'
import { openOutlet } from '../sender/outlet.ts'
import { countTestEmail, requireOwnAddress } from '../sender/sender.ts'
import { readSetting, readStoredSetting, saveServerFields } from '../../shop/settings/settings.ts'
import { word, wordLocale, type WordParams } from '../../core/words/words.ts'
import { jobMailWords } from './default-texts.ts'

export interface PreviewInput {
  type: EmailTemplateType
  draft?: object
  locale?: string | null | undefined
  branding?: unknown
  /** Number of products in the order: 1 to 3. */
  products?: number
}

/** Renders an email with unsaved fields and sample data. @throws InvalidInput for fields that a save would refuse */
export async function previewEmail(
  ctx: Ctx,
  { type, draft = {}, branding = {}, locale, products = 1 }: PreviewInput,
): Promise<RenderedMail> {
  const release = await previews.acquire(ctx.shop.id, previewPatienceMs).catch(() => {
    throw new InvalidInput({ [`${EMAIL_TEMPLATE_TYPES[type]}.content`]: 'templateTooSlow' })
  })
  try {
    return await previewDraft(ctx, { type, draft, branding, locale, products })
  } finally {
    release()
  }
}

/** One preview of a shop renders at a time. Others wait a moment only, so that each answers within two seconds. */
const previews = limitByKey({ atOnce: 1, waiting: 50 })
const previewPatienceMs = 600

async function previewDraft(ctx: Ctx, input: Required<Omit<PreviewInput, 'locale'>> & Pick<PreviewInput, 'locale'>) {
  const { type, draft, branding, locale, products } = input
  // Plans restrict saving, not previews.
  const templates = await withDraft(ctx, 'enterprise', draft)
  const brand = writeDocument(BRANDING, 'enterprise', {
    current: await readStoredSetting(ctx, 'branding'),
    patch: branding,
  })
  if (!brand.ok) throw toInvalidInput(brand.problems)
  return render(ctx, { templates, branding: brand.value }, sampleOf(ctx, { type, locale, products }))
}

/** Returns the templates with unsaved fields. @throws InvalidInput or PlanRequired as a save on this plan */
async function withDraft(ctx: Ctx, plan: string, patch: object): Promise<EmailTemplates> {
  const current = await readStoredSetting(ctx, 'emailTemplates')
  const written = writeDocument(EMAIL_TEMPLATES, plan, { current, patch })
  if (!written.ok) throw written.feature ? new PlanRequired(written.feature) : toInvalidInput(written.problems)
  await requireValidTemplates(ctx.shop.id, current, written.value)
  return written.value
}

const sampleOf = (
  ctx: Ctx,
  { type, locale, products = 1 }: Pick<PreviewInput, 'type' | 'locale' | 'products'>,
): Sample => ({
  type,
  locale: matchLocale(locale) ?? wordLocale(ctx.shop.primaryLocale),
  count: Math.min(3, Math.max(1, products)),
})

interface Sample {
  type: EmailTemplateType
  locale: Locale
  count: number
}

/** @throws InvalidInput for a template that can't be rendered, or not in time */
async function render(
  ctx: Ctx,
  drafts: { templates: EmailTemplates; branding: BrandingSettings },
  sample: Sample,
): Promise<RenderedMail> {
  try {
    return await renderSample(ctx, drafts, sample)
  } catch (error) {
    const field = `${EMAIL_TEMPLATE_TYPES[sample.type]}.content`
    if (error instanceof RenderStopped) throw new InvalidInput({ [field]: 'templateTooSlow' })
    if (error instanceof TemplateBroken)
      throw new InvalidInput({
        [field]: { code: 'templateBroken', params: { line: error.line, reason: error.message } },
      })
    throw error
  }
}

async function renderSample(
  ctx: Ctx,
  drafts: { templates: EmailTemplates; branding: BrandingSettings },
  { type, locale, count }: Sample,
): Promise<RenderedMail> {
  const templates = applyBrand('emailTemplates', drafts.templates, drafts.branding)
  const template = templates[EMAIL_TEMPLATE_TYPES[type]]
  const words = chooseTemplateTexts(template, locale, wordLocale(ctx.shop.primaryLocale))
  const products = await sampleProducts(ctx, count)
  const url = `${ctx.origin}/r/preview`
  const shared = {
    shopId: ctx.shop.id,
    locale,
    shopName: ctx.shop.name,
    logo: template.logo,
    blocks: template.blocks,
    customCss: template.customCss,
    brand: buildMailBrand(drafts.branding, ctx.shop),
  }
  if (type === 'review-reminder' || type === 'photo-reminder') {
    const mail = {
      ...template,
      ...shared,
      ...words,
      customerName: 'Ada',
      orderName: '#1001',
      products,
      reviewUrl: url,
      notArrivedUrl: `${url}/later`,
      unsubscribeUrl: `${ctx.origin}/u/preview`,
      reward: await readPhotoReward(ctx, locale, type),
    }
    return renderRequestMail(mail, buildMailWords(queueKinds[type].words, locale).say)
  }
  const offer = await sampleDiscount(ctx, locale)
  const fields = sampleFields(ctx, products[0]?.title ?? ctx.shop.name, offer)
  const named = {
    shop: fields.shop_name,
    product: fields.product_title,
    order: fields.order_name,
    customer: 'Ada',
    hasName: 'yes',
    days: editRequestDays,
    ...offer,
  }
  const own = jobMailWords[type]
  const say = (id: (typeof own)[keyof typeof own]) => word(locale, id, named)
  const { buttonColour: colour, buttonTextColour: textColour } = template
  const buttons: EmailButton[] = [{ label: words.buttonText || say(own.buttonText), url, colour, textColour }]
  if (type === 'confirm-edit') buttons.push({ ...denyButton(templates, locale), url })
  const texts = await renderMerchantTexts(ctx.shop.id, words, { fields, blocks: template.blocks })
  return renderEmail({
    ...shared,
    subject: words.subject ? texts.subject : say(own.subject),
    preheader: words.preheader ? texts.preheader : say(own.preheader),
    content: words.content ? texts.content : renderPlainContent(say(own.content)),
    heading: ownHeading(locale, fields),
    byBlock: texts.byBlock,
    quotes: sampleQuotes(type, locale, named),
    buttons,
    why: say(own.why),
    discountCode: offer.code,
    discountTerms: word(locale, 'discountMail.terms', named),
    ...(type === 'customer-survey' && sampleSurvey(ctx, locale)),
  })
}

const sampleFields = (ctx: Ctx, productTitle: string, offer: { code: string; worth: string; ends: string }) => ({
  customer_name: 'Ada',
  product_title: oneLine(productTitle, 120),
  order_name: '#1001',
  shop_name: oneLine(ctx.shop.name, 80),
  discount_code: offer.code,
  discount_value: offer.worth,
  discount_expires: offer.ends,
})

const sampleSurvey = (ctx: Ctx, locale: Locale) => ({
  scores: buildScores(`${ctx.origin}/survey/preview`, locale, oneLine(ctx.shop.name, 80)),
  unsubscribe: { label: word(locale, 'surveyMail.unsubscribe'), url: `${ctx.origin}/u/preview` },
})

const denyButton = ({ confirmEdit }: EmailTemplates, locale: Locale): Omit<EmailButton, 'url'> => ({
  label: confirmEdit.denyButtonText || word(locale, 'editMail.deny'),
  colour: confirmEdit.denyButtonColour,
  textColour: confirmEdit.denyButtonTextColour,
})

/** Returns sample quotes of a job's email: a review, with a reply or a change. */
function sampleQuotes(type: keyof typeof jobMailWords, locale: Locale, named: WordParams): Quote[] {
  const own = { rate: 5, rateText: word(locale, 'widget.outOf', { rate: 5 }), text: word(locale, 'sample.review') }
  if (type === 'review-reply')
    return [
      { head: word(locale, 'replyMail.reply', named), rate: null, text: word(locale, 'sample.reply') },
      { ...own, head: word(locale, 'replyMail.yours', named) },
    ]
  if (type === 'confirm-edit')
    return [
      { ...own, head: word(locale, 'edit.before') },
      { head: word(locale, 'edit.after'), rate: null, text: word(locale, 'sample.edited') },
    ]
  return []
}

/** Returns a sample code by the shop's current settings. */
async function sampleDiscount(
  ctx: Ctx,
  locale: Locale,
): Promise<{ code: string; worth: string; ends: string; hasEnd: string }> {
  const settings = await readSetting(ctx, 'discount')
  const worth = formatWorth(
    {
      type: settings.typeValueAllDiscount,
      value: settings.valueAllDiscount,
      currency: ctx.shop.currency,
      terms: { productIds: settings.appliesTo === 'products' ? settings.selectedProducts : [] },
    },
    locale,
  )
  const ends = new Date(ctx.now().getTime() + 30 * dayMs)
  return {
    code: 'THANKS-AB12CD',
    worth,
    ends: writeLongDate(ends, { locale, timeZone: ctx.shop.ianaTimezone }),
    hasEnd: 'yes',
  }
}

/** Returns the shop's first products; the shop's own name if it has none. */
async function sampleProducts(ctx: Ctx, count: number): Promise<{ id: string; title: string; image: string | null }[]> {
  const rows = await ctx.db.product.findMany({
    where: { shopId: ctx.shop.id },
    select: { id: true, title: true, image: true },
    orderBy: { id: 'asc' },
    take: count,
  })
  const found = rows.map(({ id, title, image }) => ({
    id,
    title,
    image: image?.startsWith('/') ? `${ctx.origin}${image}` : image,
  }))
  return found.length > 0 ? found : [{ id: '', title: ctx.shop.name, image: null }]
}

const testInput = z.object({ to: email() })

/**
 * Sends a test of a template, with the unsaved fields of `draft`, to an address of the merchant.
 * @throws InvalidInput or PlanRequired as a save of the draft; LimitReached after 25 in 24 hours, UpstreamFailed
 */
export async function sendTestEmail(
  ctx: Ctx,
  input: Omit<PreviewInput, 'branding'> & { to: unknown },
): Promise<{ message: string }> {
  const { to } = parse(testInput, { to: input.to })
  const plan = readPlan(ctx)
  const templates = applyPlan(EMAIL_TEMPLATES, await withDraft(ctx, plan, input.draft ?? {}), plan)
  await requireOwnAddress(ctx, to)
  await countTestEmail(ctx)
  const sample = sampleOf(ctx, input)
  const rendered = await render(ctx, { templates, branding: await readSetting(ctx, 'branding') }, sample)
  const { locale } = sample
  const note = word(locale, 'mail.test.note')
  const html = rendered.html.replace(
    /<body[^<>]*>/,
    (body) =>
      `${body}<p style="margin:0;padding:12px;text-align:center;background:#fff3cd;color:#1e1b16;font:14px sans-serif">${note}</p>`,
  )
  const { from, replyTo, envelope } = await readMailSender(ctx)
  const outlet = await openOutlet(ctx)
  try {
    await outlet.send({
      from,
      ...envelope(),
      ...(replyTo && { replyTo }),
      to: { name: '', address: to },
      subject: oneLine(word(locale, 'mail.test.subject', { subject: rendered.subject })),
      html,
      text: `${note}\n\n${rendered.text}`,
      messageId: `<test-${uuidv7()}@${from.address.split('@')[1] ?? 'localhost'}>`,
    })
  } catch (error) {
    if (error instanceof MailRefused) throw new UpstreamFailed('testEmailFailed')
    throw error
  }
  await keepReceiver(ctx, input.type, to)
  return { message: formatMessage('testEmailSent') }
}

/** Saves the test's recipient, which the editor suggests for the next test. */
async function keepReceiver(ctx: Ctx, type: EmailTemplateType, sendTestTo: string): Promise<void> {
  const key = EMAIL_TEMPLATE_TYPES[type]
  await inTransaction(ctx, async (tx) => {
    const template = (await readStoredSetting(tx, 'emailTemplates'))[key]
    if (template.sendTestTo !== sendTestTo)
      await saveServerFields(tx, 'emailTemplates', { [key]: { ...template, sendTestTo } })
  })
}
