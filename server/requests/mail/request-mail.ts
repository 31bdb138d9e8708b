import { maxNameChars } from '../../../rules/limits.ts'
import { EMAIL_TEMPLATES } from '../../../rules/settings/email-templates.ts'
import { newBlock, type EmailBlock, type EmailBlockText } from '../../../rules/settings/email-blocks.ts'
import { textDirection, word, wordLocale } from '../../core/words/words.ts'
import { renderBlocks } from './blocks.ts'
import { renderMailButton } from './button.ts'
import { renderMailLogo, renderMailMark, noBrand, rounded, type MailBrand } from './brand.ts'
import { Html, escapeHtml, html } from '../../core/html.ts'
import { requestAmpPart } from './interactive/amp-part.ts'
import { formWords, maxFormProducts } from './interactive/form-words.ts'
import { renderMailForm } from './interactive/html-form.ts'
import { renderMailLayout } from './layout.ts'
import { mailTheme } from './mail-theme.ts'
import { paragraphsOf } from './email-content.ts'
import { oneLine } from './mail.ts'
import { renderMerchantStyles, renderMerchantTexts } from './merchant-rendering.ts'
import { htmlToText, paragraphs, type MergeFields } from './merchant-template.ts'
import type { MailSentences } from './mail-words.ts'

export interface RequestProduct {
  /** Null in the preview of an order whose product is not in the catalog. */
  id: string | null
  title: string
  /** Absolute URL of its picture. */
  image: string | null
}

export interface RequestMail {
  shopId: string
  /** Customer's locale as the platform writes it; the closest of our languages is used. */
  locale: string
  shopName: string
  /** Absolute URL of the shop's logo; the shop's name is shown if absent. */
  logo?: string | null
  customerName: string
  orderName: string
  /** Liquid with merge fields; if empty, our words in the customer's language are used. */
  subject?: string
  content?: string
  buttonText?: string
  preheader?: string
  blockTexts?: readonly EmailBlockText[]
  /** Reward for a review with photos; `photos` is 0 if every review earns it. */
  reward?: { worth: string; photos: number } | undefined
  /** Defaults to the blocks of a review request. */
  blocks?: readonly EmailBlock[]
  customCss?: string
  /** Hex colours. */
  buttonColour?: string
  buttonTextColour?: string
  products: readonly RequestProduct[]
  /** Number of products if `products` holds only the first ones. */
  productCount?: number
  /** URL of the review form; stars and the product's id are added as query parameters. */
  reviewUrl: string
  notArrivedUrl: string
  unsubscribeUrl: string
  /** Whether the customer can answer inside the email. */
  interactive?: boolean
  /** URL for the AMP forms; absent without an AMP part. */
  answerUrl?: string
  /** URL of the open-tracking pixel; absent in previews. */
  openUrl?: string
  /** Defaults to Candor's own theme. */
  brand?: MailBrand | undefined
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
  amp?: string
}

/** Six products with stars stay far below the 102 KB at which Gmail cuts a mail. */
export const maxMailProducts = 6

/**
 * Renders an email of the queue about an order's products (spec 1): subject, HTML, text and optional AMP part. Stars
 * and the late-parcel link depend on the words of its kind.
 * @throws TemplateBroken, RenderStopped
 */
export async function renderRequestMail(mail: RequestMail, say: MailSentences): Promise<RenderedMail> {
  const locale = wordLocale(mail.locale)
  const { brand = noBrand } = mail
  const fields: MergeFields = {
    customer_name: oneLine(mail.customerName, 80).split(' ')[0] ?? '',
    product_title: oneLine(mail.products[0]?.title ?? '', 120),
    order_name: oneLine(mail.orderName, 40),
    shop_name: oneLine(mail.shopName, 80),
    photo_reward: mail.reward?.worth ?? '',
  }
  const blocks = mail.blocks ?? EMAIL_TEMPLATES.defaults.reviewReminder.blocks
  const texts = await renderMerchantTexts(mail.shopId, mail, { fields, blocks })
  const subject = mail.subject ? texts.subject : oneLine(say.subject({ product: fields.product_title }))
  const content = mail.content ? texts.content : ownContent(say, fields)
  const shown = mail.products.slice(0, maxMailProducts)
  const more = (mail.productCount ?? mail.products.length) - shown.length
  const button = mail.buttonText ? oneLine(mail.buttonText, 60) : say.button({})
  const why = say.why({ order: fields.order_name, shop: fields.shop_name })
  const unsubscribe = say.unsubscribe({})
  const notArrived = say.notArrived?.({})
  const moreText = more > 0 ? say.more({ count: more }) : null

  const words = mail.interactive ? formWords(say) : null
  const customerName = oneLine(mail.customerName, maxNameChars)
  const formOf = (product: RequestProduct) =>
    words && renderMailForm({ product, words, reviewUrl: mail.reviewUrl, customerName })

  const products = (hasStars: boolean) => ({
    html: html`${shown.map((product, index) => productCard(product, { say, brand, reviewUrl: mail.reviewUrl, hasStars, form: hasStars && index < maxFormProducts ? formOf(product) : null }))}${moreText && html`<p class="muted" style="margin:0;color:${mailTheme.muted};font-size:14px">${moreText}</p>`}`,
    text: [
      ...shown.map((product) => productText(mail, product, hasStars && Boolean(say.rate))),
      ...(moreText ? [moreText] : []),
    ].join('\n\n'),
  })
  const shared = {
    title: subject,
    heading: ownHeading(say, fields),
    shopName: fields.shop_name,
    byBlock: texts.byBlock,
  }
  const { rows, text } = renderBlocks(
    blocks,
    {
      text: ({ key }, { own }) => paragraphsOf(key ? own : content),
      reward: (_block, { own }) => rewardOf(mail.reward, own, say),
      product: (_block, { hasStars }) => products(hasStars),
      // Stars outside the product list name their product.
      stars: () => (say.rate ? products(true) : null),
      button: (_block, { own }) => ({
        html: html`${renderMailButton({ label: own ? oneLine(own, 60) : button, url: mail.reviewUrl, colour: mail.buttonColour, textColour: mail.buttonTextColour }, brand)}${notArrived && html`<br><a class="muted" href="${mail.notArrivedUrl}" style="display:inline-block;padding:12px 8px 0;color:${mailTheme.muted};font-size:14px;text-decoration:underline">${notArrived}</a>`}`,
        text: [
          `${own || button}: ${mail.reviewUrl}`,
          ...(notArrived ? [`${notArrived} ${mail.notArrivedUrl}`] : []),
        ].join('\n\n'),
      }),
    },
    shared,
  )
  // Every email has an unsubscribe link, whatever its blocks.
  const footer = renderBlocks(
    [blocks.find(({ type }) => type === 'footer') ?? newBlock('footer')],
    {
      footer: (_block, { own }) => ({
        html: html`${own ? new Html(own) : html`<p style="margin:0 0 6px">${why}</p>`}<a class="muted unsubscribe" href="${mail.unsubscribeUrl}" style="display:inline-block;padding:6px;color:${mailTheme.muted};text-decoration:underline">${unsubscribe}</a>`,
        text: `-- \n${own ? htmlToText(own) : why}\n${unsubscribe}: ${mail.unsubscribeUrl}`,
      }),
    },
    shared,
  )
  const document = renderMailLayout({
    lang: locale,
    dir: textDirection(locale),
    title: subject,
    preheader: mail.preheader ? texts.preheader : say.preheader({}),
    brand: renderMailLogo(mail.logo, fields.shop_name),
    body: html`${rows}${footer.rows}`,
    brandLook: brand,
    mark: renderMailMark(brand, word(locale, 'widget.poweredBy')),
    ...(mail.openUrl && { openUrl: mail.openUrl }),
  })
  const amp =
    mail.interactive && mail.answerUrl
      ? requestAmpPart(
          {
            ...mail,
            answerUrl: mail.answerUrl,
            lang: locale,
            dir: textDirection(locale),
            shopName: fields.shop_name,
            customerName,
            button,
            why,
            content: ampContent(blocks, { mail, content, byBlock: texts.byBlock, say }),
            footer: texts.byBlock[blocks.find(({ type }) => type === 'footer')?.key ?? ''] ?? '',
            productCount: mail.productCount ?? mail.products.length,
            buttonColour: mail.buttonColour || mailTheme.green,
            buttonTextColour: mail.buttonTextColour || '#ffffff',
          },
          say,
        )
      : null
  const styled = await renderMerchantStyles(mail.shopId, document, mail.customCss)
  return { subject, html: styled, text: `${text}\n\n${footer.text}`, ...(amp !== null && { amp }) }
}

/** Returns headers for one-click unsubscribing (RFC 8058), and by email for programs that know only this (RFC 2369). */
export function buildUnsubscribeHeaders(
  unsubscribeUrl: string,
  leaveAddress: string | null = null,
): Record<string, string> {
  const mail = leaveAddress ? `, <mailto:${leaveAddress}?subject=unsubscribe>` : ''
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>${mail}`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function ownContent(say: MailSentences, fields: MergeFields): string {
  const { customer_name: customer, order_name: order, product_title: product } = fields
  const text = say.content({ hasName: customer ? 'yes' : 'no', customer, order, product })
  return paragraphs(escapeHtml(text)).replaceAll('<p>', '<p style="margin:0 0 14px">')
}

/** Returns the text and reward blocks for the AMP part, which has an order of its own. */
function ampContent(
  blocks: readonly EmailBlock[],
  {
    mail,
    content,
    byBlock,
    say,
  }: { mail: RequestMail; content: string; byBlock: Readonly<Record<string, string>>; say: MailSentences },
): string {
  const shown = blocks.map(({ type, key }) => {
    const own = (key && byBlock[key]) || ''
    if (type === 'reward') return rewardOf(mail.reward, own, say)?.html.text ?? ''
    return type !== 'text' ? '' : key ? own : content
  })
  return shown.join('')
}

function ownHeading(say: MailSentences, { customer_name: customer }: MergeFields): string {
  return say.heading?.({ hasName: customer ? 'yes' : 'no', customer }) ?? ''
}

/** Returns the block of the photo reward: the merchant's words or ours; null without a reward. */
function rewardOf(reward: RequestMail['reward'], own: string, say: MailSentences): { html: Html; text: string } | null {
  const { rewardPhoto, rewardReview } = say
  if (!reward || !rewardPhoto || !rewardReview) return null
  const { worth, photos } = reward
  const ours = photos > 0 ? rewardPhoto({ worth, count: photos }) : rewardReview({ worth })
  return {
    html: html`<div class="product" style="padding:14px 18px;background:${mailTheme.paper};border-radius:10px">${own ? new Html(own) : html`<strong>${ours}</strong>`}</div>`,
    text: own ? htmlToText(own) : ours,
  }
}

function productText({ reviewUrl }: RequestMail, product: RequestProduct, hasStars: boolean): string {
  const counts = hasStars ? [5, 4, 3, 2, 1] : []
  return [
    oneLine(product.title),
    ...counts.map((stars) => `${'★'.repeat(stars)} ${rateUrl(reviewUrl, product, stars)}`),
  ].join('\n')
}

function productCard(
  product: RequestProduct,
  {
    hasStars,
    form,
    ...row
  }: { say: MailSentences; brand: MailBrand; reviewUrl: string; hasStars: boolean; form: Html | null },
): Html {
  const title = oneLine(product.title, 120)
  const picture = product.image
    ? html`<img src="${product.image}" alt="" width="96" style="display:block;width:96px;height:auto;border-radius:10px;border:0;margin:0 auto">`
    : null
  return html`<table role="presentation" class="product" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 12px;background:${mailTheme.paper};${rounded(row.brand, 14)}"><tr><td class="about" align="center" style="padding:20px 16px 14px;text-align:center">
${picture}
<p class="ink" dir="auto" style="margin:12px 0 2px;color:${mailTheme.ink};font-size:17px;line-height:1.4;font-weight:600">${title}</p>
${form}${hasStars && starLinks(product, { ...row, title })}
</td></tr></table>`
}

function starLinks(
  product: RequestProduct,
  { say, brand, reviewUrl, title }: { say: MailSentences; brand: MailBrand; reviewUrl: string; title: string },
): Html | null {
  const { rate, stars } = say
  if (!rate || !stars) return null
  const links = [1, 2, 3, 4, 5].map(
    (count) =>
      html`<td align="center" style="padding:0 2px"><a href="${rateUrl(reviewUrl, product, count)}" aria-label="${rate({ count, product: title })}" class="star" style="display:block;width:44px;padding:6px 0 4px;color:${brand.star};font-size:32px;line-height:36px;text-decoration:none;text-align:center">&#9733;<span class="muted" style="display:block;font-size:12px;line-height:16px;color:${mailTheme.muted}">${count}</span></a></td>`,
  )
  return html`<div class="by-link"><p class="muted" style="margin:0 0 4px;color:${mailTheme.muted};font-size:14px">${stars({})}</p>
<table role="presentation" class="rate" cellpadding="0" cellspacing="0" style="margin:0 auto"><tr>${links}</tr></table></div>`
}

/** Uses the product's id, since its position changes when other products are reviewed. */
function rateUrl(reviewUrl: string, { id }: RequestProduct, stars: number): string {
  const url = new URL(reviewUrl)
  url.searchParams.set('s', String(stars))
  if (id) url.searchParams.set('p', id)
  return url.href
}
