import { z } from 'zod'
import type { QueueKind } from '../../../rules/queue-status.ts'
import type { EmailTemplate } from '../../../rules/settings/email-templates.ts'
import type { Ctx } from '../../core/context.ts'
import { loadMailSentences, type MailSentences } from '../mail/mail-words.ts'
import type { MailAddress } from '../mail/mail.ts'
import { maxMailProducts, type RequestProduct } from '../mail/request-mail.ts'
import { readTemplateVersion } from '../mail/template-versions.ts'
import { findTemplateKey } from '../queue-kinds/kinds.ts'

const mailData = z.object({
  from: z.object({ name: z.string(), address: z.string() }),
  locale: z.string(),
  shopName: z.string(),
  customerName: z.string(),
  orderName: z.string(),
  /** Only those that the email shows. */
  products: z.array(z.object({ id: z.string().nullable(), title: z.string(), image: z.string().nullable() })),
  productCount: z.number(),
  interactive: z.boolean().default(false),
  reward: z.object({ worth: z.string(), photos: z.number() }).optional(),
  /** Hash of our own words (MailWords). */
  words: z.string().default(''),
  /** Brand when the email was sent; absent: Candor's own theme. */
  brand: z.object({ star: z.string(), font: z.string(), roundness: z.number(), showsMark: z.boolean() }).optional(),
})

/** Values for an email's template. Some hundred bytes, stored in the row in place of the HTML (decision 0033). */
export type MailData = z.infer<typeof mailData>

/** Stored data of a sent email, from which it can be rendered again whatever changes later. */
export interface KeptMail {
  templateVersion: number
  mailData: MailData
}

interface Filling {
  item: { locale: string | null; customerName: string; orderName: string }
  products: readonly RequestProduct[]
  from: MailAddress
}

export function buildMailData({ shop }: Pick<Ctx, 'shop'>, { item, products, from }: Filling): MailData {
  const { customerName, orderName } = item
  const shown = products.slice(0, maxMailProducts).map(({ id, title, image }) => ({ id, title, image }))
  return {
    from,
    locale: item.locale ?? shop.primaryLocale,
    shopName: shop.name,
    customerName,
    orderName,
    products: shown,
    productCount: products.length,
    interactive: false,
    words: '',
  }
}

/** Returns the stored data of a sent email. Null before it is sent, and for emails from before Candor stored it. */
export async function loadStoredMail(
  ctx: Ctx,
  item: { type: QueueKind; templateVersion: number | null; mailData: unknown },
): Promise<{ template: EmailTemplate; say: MailSentences; data: MailData } | null> {
  if (item.templateVersion === null || item.mailData === null) return null
  const data = mailData.parse(item.mailData)
  const [template, say] = await Promise.all([
    readTemplateVersion(ctx, findTemplateKey(item.type), item.templateVersion),
    loadMailSentences(ctx, data.words),
  ])
  return template && say && { template, say, data }
}
