import type { EmailTemplate } from '../../rules/settings/email-templates.ts'
import type { Ctx } from '../context.ts'
import type { Mail, MailAddress } from '../mail/mail.ts'
import { isMailAddress, oneLine } from '../mail/mail.ts'
import { renderRequestMail, unsubscribeHeaders } from '../mail/request-mail.ts'
import type { RenderedMail, RequestProduct } from '../mail/request-mail.ts'
import { readSetting } from '../settings/settings.ts'
import { mailLinks, previewLinks } from './links.ts'

/** What a request's mail is made of. */
export interface MailItem {
  id: string
  orderName: string
  customerName: string
  customerEmail: string
  locale: string | null
  messageId: string
}

export type MailMaker = (item: MailItem, products: readonly RequestProduct[]) => Mail

/** Makes the mails of one shop as they leave the house; the shop's settings are read once for many. */
export async function openMailMaker(ctx: Ctx): Promise<MailMaker> {
  const { reviewReminder: template } = await readSetting(ctx, 'emailTemplates')
  const { from, replyTo } = await mailSender(ctx)
  return (item, products) => {
    const links = mailLinks(ctx, item.id)
    const { subject, html, text } = render(ctx, { item, products, links, template })
    const headers = { ...unsubscribeHeaders(links.unsubscribeUrl), 'Feedback-ID': `request:${ctx.shop.id}:candor` }
    const to = { name: oneLine(item.customerName, 80), address: item.customerEmail }
    return { from, ...(replyTo && { replyTo }), to, subject, html, text, headers, messageId: item.messageId }
  }
}

/** One mail; who has many of a shop takes `openMailMaker`. */
export async function requestMail(ctx: Ctx, item: MailItem, products: readonly RequestProduct[]): Promise<Mail> {
  return (await openMailMaker(ctx))(item, products)
}

/** The same mail for the merchant's eyes: its links lead nowhere and nothing tells of an opening. */
export async function requestPreview(ctx: Ctx, item: Omit<MailItem, 'messageId'>, products: readonly RequestProduct[]): Promise<RenderedMail> {
  const { reviewReminder: template } = await readSetting(ctx, 'emailTemplates')
  return render(ctx, { item, products, links: previewLinks(ctx.origin), template })
}

/** From whom mails come: the product's own address under the shop's name, unless the shop's own one is verified (spec 3). */
export async function mailSender(ctx: Ctx): Promise<{ from: MailAddress; replyTo: MailAddress | null }> {
  const setting = await readSetting(ctx, 'emailSetting')
  const name = oneLine(setting.senderName || ctx.shop.name, 80)
  const own = setting.isCustomSenderEnabled && setting.isVerified && isMailAddress(setting.senderEmail)
  const reply = [setting.replyTo, ctx.shop.email].find(isMailAddress)
  return { from: { name, address: own ? setting.senderEmail : ownAddress(ctx.env.MAIL_FROM) }, replyTo: reply ? { name, address: reply } : null }
}

/** MAIL_FROM is an address, bare or as `Name <address>`. */
export function ownAddress(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
}

interface Parts {
  item: Omit<MailItem, 'messageId'>
  products: readonly RequestProduct[]
  template: EmailTemplate
  links: { reviewUrl: string; notArrivedUrl: string; unsubscribeUrl: string; openUrl?: string }
}

function render(ctx: Ctx, { item, products, links, template }: Parts): RenderedMail {
  const absolute = products.map(({ id, title, image }) => ({ id, title, image: image?.startsWith('/') ? `${ctx.origin}${image}` : image }))
  const mail = {
    ...links,
    locale: item.locale ?? ctx.shop.primaryLocale,
    shopName: ctx.shop.name,
    logo: template.logo,
    customerName: item.customerName,
    orderName: item.orderName,
    buttonText: template.buttonText,
    buttonColour: template.buttonColour,
    buttonTextColour: template.buttonTextColour,
    products: absolute,
  }
  try {
    return renderRequestMail({ ...mail, subject: template.subject, content: template.content })
  } catch (error) {
    // A template that cannot be read must not keep requests back: they leave in our own words.
    ctx.log.warn({ err: error, shopId: ctx.shop.id }, 'a mail template that cannot be rendered')
    return renderRequestMail(mail)
  }
}
