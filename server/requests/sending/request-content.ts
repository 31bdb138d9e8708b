import type { QueueKind } from '../../../rules/queue-status.ts'
import { findLockingFeature } from '../../../rules/settings/document.ts'
import { EMAIL_TEMPLATES, chooseTemplateTexts, type EmailTemplate } from '../../../rules/settings/email-templates.ts'
import type { Ctx } from '../../core/context.ts'
import { ampProblems } from '../mail/interactive/amp-rules.ts'
import { readPhotoReward } from '../discounts/photo-reward.ts'
import { buildMailBrand } from '../mail/brand.ts'
import { saveMailWords, buildMailWords, type MailWords, type MailSentences } from '../mail/mail-words.ts'
import { oneLine, type Mail } from '../mail/mail.ts'
import { RenderStopped } from '../mail/render-pool.ts'
import {
  renderRequestMail,
  buildUnsubscribeHeaders,
  type RenderedMail,
  type RequestProduct,
} from '../mail/request-mail.ts'
import { queueKinds, findTemplateKey } from '../queue-kinds/kinds.ts'
import { readBrandedSetting } from '../../shop/settings/branded-settings.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { buildMailData, loadStoredMail, type KeptMail, type MailData } from './stored-mail.ts'
import { buildMailLinks, previewLinks } from '../requests/mail-links.ts'
import { readMailSender } from '../sender/identity.ts'
import { buildLeaveAddress } from '../sender/return-path.ts'
import { wordLocale } from '../../core/words/words.ts'
import { templateToSend, type CurrentTemplate } from './template-to-send.ts'

interface MailItem {
  id: string
  type: QueueKind
  orderName: string
  customerName: string
  customerEmail: string
  locale: string | null
  messageId: string
}

export interface MadeMail {
  mail: Mail
  kept: KeptMail
}

/** @throws RenderStopped when the template is too slow */
export type MailBuilder = (item: MailItem, products: readonly RequestProduct[]) => Promise<MadeMail>

/**
 * Returns a function that builds a shop's emails of the queue. Reads the settings once, and stores the templates and
 * words that these emails refer to.
 */
export async function loadMailBuilder(
  ctx: Ctx,
  items: readonly Pick<MailItem, 'type' | 'locale'>[],
): Promise<MailBuilder> {
  const sender = await readMailSender(ctx)
  const { from, replyTo } = sender
  const brand = buildMailBrand(await readSetting(ctx, 'branding'), ctx.shop)
  const templates = new Map<QueueKind, CurrentTemplate>()
  for (const type of new Set(items.map((item) => item.type)))
    templates.set(type, await templateToSend(ctx, findTemplateKey(type)))
  await saveMailWords(ctx, [...new Set(items.map((item) => wordsOf(ctx, item)))])
  return async (item, products) => {
    const current = templates.get(item.type)
    if (!current) throw new Error(`The template of ${item.type} was not read.`)
    const { number, template } = current
    const words = wordsOf(ctx, item)
    const mailData = {
      ...buildMailData(ctx, { item, products, from }),
      interactive: isInteractive(ctx, template),
      reward: await readPhotoReward(ctx, item.locale ?? ctx.shop.primaryLocale, item.type),
      words: words.hash,
      brand,
    }
    const links = buildMailLinks(ctx, item.id)
    const rendered = withValidAmp(ctx, await render(ctx, mailData, { template, say: words.say, links }))
    const envelope = sender.envelope(item.id)
    const headers = {
      ...buildUnsubscribeHeaders(links.unsubscribeUrl, buildLeaveAddress(ctx, item.id)),
      'Feedback-ID': `request:${ctx.shop.id}:candor`,
      ...envelope.headers,
    }
    const to = { name: oneLine(item.customerName, 80), address: item.customerEmail }
    return {
      mail: { from, ...(replyTo && { replyTo }), to, ...rendered, ...envelope, headers, messageId: item.messageId },
      kept: { templateVersion: number, mailData },
    }
  }
}

/** Returns whether the customer can answer inside the email: the merchant enabled it and the plan includes it. */
function isInteractive(ctx: Ctx, template: EmailTemplate): boolean {
  return (
    'interactive' in template &&
    template.interactive === true &&
    !findLockingFeature(EMAIL_TEMPLATES, 'reviewReminder.interactive', ctx.shop.plan)
  )
}

/** Leaves out an invalid AMP part: mail programs would drop it, or the whole mail. */
function withValidAmp(ctx: Ctx, { amp, ...rendered }: RenderedMail): RenderedMail {
  if (amp === undefined) return rendered
  const problems = ampProblems(amp)
  if (problems.length === 0) return { ...rendered, amp }
  ctx.log.warn({ shopId: ctx.shop.id, problems: problems.slice(0, 5) }, 'an AMP part that breaks the rules is left out')
  return rendered
}

const wordsOf = (ctx: Ctx, { type, locale }: Pick<MailItem, 'type' | 'locale'>): MailWords =>
  buildMailWords(queueKinds[type].words, locale ?? ctx.shop.primaryLocale)

type PreviewedItem = Omit<MailItem, 'messageId'> & { templateVersion: number | null; mailData: unknown }

interface PreviewedMail extends RenderedMail {
  from: MailData['from']
}

/**
 * Renders an email of the queue for the merchant: as it was sent, or as it would be sent now. Its links lead nowhere,
 * and viewing it doesn't count as an opening.
 * @param products of an email that has not been sent
 */
export async function renderRequestPreview(
  ctx: Ctx,
  item: PreviewedItem,
  products: readonly RequestProduct[],
): Promise<PreviewedMail> {
  const links = previewLinks(ctx.origin)
  const kept = await loadStoredMail(ctx, item)
  if (kept) return { ...(await render(ctx, kept.data, { ...kept, links })), from: kept.data.from }
  const { from } = await readMailSender(ctx)
  const template = (await readBrandedSetting(ctx, 'emailTemplates'))[findTemplateKey(item.type)]
  const data = {
    ...buildMailData(ctx, { item, products, from }),
    interactive: isInteractive(ctx, template),
    reward: await readPhotoReward(ctx, item.locale ?? ctx.shop.primaryLocale, item.type),
    brand: buildMailBrand(await readSetting(ctx, 'branding'), ctx.shop),
  }
  return { ...(await render(ctx, data, { template, say: wordsOf(ctx, item).say, links })), from }
}

interface Parts {
  template: EmailTemplate
  say: MailSentences
  links: { reviewUrl: string; notArrivedUrl: string; unsubscribeUrl: string; answerUrl?: string; openUrl?: string }
}

async function render(
  ctx: Ctx,
  { locale, shopName, customerName, orderName, products, productCount, interactive, reward, brand }: MailData,
  { template, say, links }: Parts,
): Promise<RenderedMail> {
  const { logo, buttonColour, buttonTextColour, blocks, customCss } = template
  const { buttonText, ...texts } = chooseTemplateTexts(template, wordLocale(locale), wordLocale(ctx.shop.primaryLocale))
  const absolute = products.map(({ id, title, image }) => ({
    id,
    title,
    image: image?.startsWith('/') ? `${ctx.origin}${image}` : image,
  }))
  const mail = {
    ...links,
    shopId: ctx.shop.id,
    locale,
    shopName,
    logo,
    customerName,
    orderName,
    buttonText,
    buttonColour,
    buttonTextColour,
    products: absolute,
    productCount,
    interactive,
    reward,
    blocks,
    customCss,
    brand,
  }
  try {
    return await renderRequestMail({ ...mail, ...texts }, say)
  } catch (error) {
    if (error instanceof RenderStopped) throw error
    // An invalid template must not block requests: our own words replace it.
    ctx.log.warn({ err: error, shopId: ctx.shop.id }, 'a mail template that cannot be rendered')
    return renderRequestMail({ ...mail, customCss: '' }, say)
  }
}
