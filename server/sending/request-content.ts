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

/** The mail of a request as it leaves the house. */
export async function requestMail(ctx: Ctx, item: MailItem, products: readonly RequestProduct[]): Promise<Mail> {
  const links = mailLinks(ctx, item.id)
  const { subject, html, text } = await render(ctx, { item, products, links })
  const { from, replyTo } = await mailSender(ctx)
  const headers = { ...unsubscribeHeaders(links.unsubscribeUrl), 'Feedback-ID': `request:${ctx.shop.id}:candor` }
  return { from, ...(replyTo && { replyTo }), to: { name: oneLine(item.customerName, 80), address: item.customerEmail }, subject, html, text, headers, messageId: item.messageId }
}

/** The same mail for the merchant's eyes: its links lead nowhere and nothing tells of an opening. */
export async function requestPreview(ctx: Ctx, item: Omit<MailItem, 'messageId'>, products: readonly RequestProduct[]): Promise<RenderedMail> {
  return render(ctx, { item, products, links: previewLinks(ctx.origin) })
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
  links: { reviewUrl: string; notArrivedUrl: string; unsubscribeUrl: string; openUrl?: string }
}

async function render(ctx: Ctx, { item, products, links }: Parts): Promise<RenderedMail> {
  const { reviewReminder: template } = await readSetting(ctx, 'emailTemplates')
  const absolute = products.map(({ title, image }) => ({ title, image: image?.startsWith('/') ? `${ctx.origin}${image}` : image }))
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
