import { EMAIL_TEMPLATES } from '../../../rules/settings/email-templates.ts'
import { newBlock, type EmailBlock } from '../../../rules/settings/email-blocks.ts'
import { SURVEY_SCORES } from '../../../rules/survey.ts'
import { textDirection, word, wordLocale } from '../../core/words/words.ts'
import { renderBlocks, type ShownBlock } from './blocks.ts'
import { renderMailButton } from './button.ts'
import { renderMailLogo, renderMailMark, noBrand, rounded, type MailBrand } from './brand.ts'
import { Html, escapeHtml, html } from '../../core/html.ts'
import { renderMailLayout } from './layout.ts'
import { mailTheme } from './mail-theme.ts'
import { oneLine } from './mail.ts'
import { renderMerchantStyles } from './merchant-rendering.ts'
import { htmlToText, paragraphs, type MergeFields } from './merchant-template.ts'
import type { RenderedMail } from './request-mail.ts'

export interface Quote {
  /** Line above the quote: its author or product. */
  head: string
  /** 1 to 5; null without stars. */
  rate: number | null
  title?: string
  text: string
  /** Text alternative of the stars. */
  rateText?: string
}

export interface EmailButton {
  label: string
  url: string
  /** Hex colours. */
  colour?: string
  textColour?: string
}

/** A scale from 0 to 10, each number a link. */
export interface EmailScores {
  url: string
  label: string
  /** Words below 0 and 10. */
  least: string
  most: string
}

/** An email with one message and one button: everything but review requests. */
export interface EmailContent {
  shopId: string
  locale: string
  shopName: string
  /** Absolute URL; the shop's name is shown if absent. */
  logo?: string
  subject: string
  preheader: string
  /** Safe HTML. */
  content: string
  /** Words of a heading without its own. */
  heading?: string
  /** The merchant's words by the block's key. */
  byBlock?: Readonly<Record<string, string>>
  quotes: readonly Quote[]
  buttons: readonly EmailButton[]
  discountCode?: string
  discountTerms?: string
  scores?: EmailScores
  why: string
  /** Link below the reason, in an email that the customer may refuse. */
  unsubscribe?: { label: string; url: string }
  /** Defaults to the blocks of a one-message email. */
  blocks?: readonly EmailBlock[]
  customCss?: string
  /** Defaults to Candor's own theme. */
  brand?: MailBrand
}

/** Maximum characters of a quote, fewer if there are several: Gmail cuts a mail at 102 KB. */
const quotedChars = 2_000

/** @throws TemplateBroken, RenderStopped for styles that can't be inlined */
export async function renderEmail(email: EmailContent): Promise<RenderedMail> {
  const locale = wordLocale(email.locale)
  const shopName = oneLine(email.shopName, 80)
  const subject = oneLine(email.subject)
  const { brand: brandLook = noBrand } = email
  const room = Math.floor(quotedChars / Math.max(1, email.quotes.length / 2))
  const quotes = email.quotes.map((quote) => ({
    ...quote,
    head: oneLine(quote.head, 160),
    title: oneLine(quote.title ?? ''),
    text: cut(quote.text, room),
  }))
  const { rows, text } = renderBlocks(
    withFooter(email),
    {
      text: ({ key }, { own }) => paragraphsOf(key ? own : email.content),
      product: () =>
        quotes.length > 0
          ? {
              html: html`${quotes.map((quote) => quoteCard(quote, brandLook))}`,
              text: quotes.map(quoteText).join('\n\n'),
            }
          : null,
      button({ key }, { own }) {
        // A further button repeats the first link in words of its own.
        const buttons = key
          ? email.buttons.slice(0, 1).map((each) => ({ ...each, label: own || each.label }))
          : email.buttons
        if (buttons.length === 0) return null
        return {
          html: html`${buttons.map((each) => renderMailButton({ ...each, label: oneLine(each.label, 60) }, brandLook))}`,
          text: buttons.map(({ label, url }) => `${label}: ${url}`).join('\n\n'),
        }
      },
      score: () => scoresOf(email.scores, brandLook),
      discount: () => discountCode(email.discountCode, email.discountTerms),
      footer: (_block, { own }) => ({
        html: html`${own ? new Html(own) : html`<p style="margin:0">${email.why}</p>`}${unsubscribeLink(email.unsubscribe)}`,
        text: [
          `-- \n${own ? htmlToText(own) : email.why}`,
          ...(email.unsubscribe ? [`${email.unsubscribe.label}: ${email.unsubscribe.url}`] : []),
        ].join('\n'),
      }),
    },
    { title: subject, heading: email.heading ?? subject, shopName, ...(email.byBlock && { byBlock: email.byBlock }) },
  )
  const brand = renderMailLogo(email.logo, shopName)
  const document = renderMailLayout({
    lang: locale,
    dir: textDirection(locale),
    title: subject,
    preheader: email.preheader,
    brand,
    brandLook,
    mark: renderMailMark(brandLook, word(locale, 'widget.poweredBy')),
    body: rows,
  })
  return { subject, html: await renderMerchantStyles(email.shopId, document, email.customCss), text }
}

/** Returns our words of a heading. */
export const ownHeading = (locale: string, { customer_name: customer }: Pick<MergeFields, 'customer_name'>): string =>
  word(locale, 'mail.heading', { hasName: customer ? 'yes' : 'no', customer })

/** Returns a text block of safe HTML; null for an empty one. */
export const paragraphsOf = (content: string): { html: string; text: string } | null =>
  content ? { html: content, text: htmlToText(content) } : null

/** Renders our own text as email content: blank lines separate paragraphs, and HTML is escaped. */
export function renderPlainContent(text: string): string {
  return paragraphs(escapeHtml(text)).replaceAll('<p>', '<p style="margin:0 0 14px">')
}

/** An email that may be refused has its link, whatever its blocks. */
const withFooter = ({
  blocks = EMAIL_TEMPLATES.defaults.reviewReply.blocks,
  unsubscribe,
}: EmailContent): readonly EmailBlock[] =>
  unsubscribe && !blocks.some(({ type }) => type === 'footer') ? [...blocks, newBlock('footer')] : blocks

const unsubscribeLink = (link: EmailContent['unsubscribe']): Html | undefined =>
  link &&
  html`<a class="muted unsubscribe" href="${link.url}" style="display:inline-block;padding:6px;color:${mailTheme.muted};text-decoration:underline">${link.label}</a>`

/** Renders the numbers 0 to 10 in one row, also on phones. */
function scoresOf(scores: EmailScores | undefined, brand: MailBrand): ShownBlock | null {
  if (!scores) return null
  const linkOf = (score: number) => `${scores.url}?s=${score}`
  return {
    html: html`<table role="presentation" class="scores" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr>${SURVEY_SCORES.map(
      (score) =>
        html`<td style="padding:2px"><a class="ink score" href="${linkOf(score)}" aria-label="${scores.label} ${score}" style="display:block;padding:11px 0;border:1px solid ${mailTheme.line};background:${mailTheme.paper};${rounded(brand, 8)};color:${mailTheme.ink};font-size:15px;font-weight:600;line-height:20px;text-align:center;text-decoration:none">${score}</a></td>`,
    )}</tr></table><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="muted" style="padding:4px 2px 0;color:${mailTheme.muted};font-size:13px;text-align:start">${scores.least}</td><td class="muted" style="padding:4px 2px 0;color:${mailTheme.muted};font-size:13px;text-align:end">${scores.most}</td></tr></table>`,
    text: [scores.label, ...SURVEY_SCORES.map((score) => `${score}: ${linkOf(score)}`)].join('\n'),
  }
}

const starRow = (rate: number): string => '★'.repeat(rate) + '☆'.repeat(5 - rate)

/** Truncates between graphemes. */
function cut(text: string, most: number): string {
  const tidy = text.trim()
  if (tidy.length <= most) return tidy
  const whole = [...new Intl.Segmenter().segment(tidy.slice(0, most))].slice(0, -1).map(({ segment }) => segment)
  return `${whole.join('').trimEnd()}…`
}

const quoteText = ({ head, rate, title, text }: Quote): string =>
  [head, rate === null ? '' : starRow(rate), title, text]
    .filter(Boolean)
    .map((line) => String(line).replace(/^/gm, '> '))
    .join('\n')

/** Renders a code in a box that is easy to copy from, with its terms below. */
export function discountCode(code: string | undefined, terms = ''): { html: Html; text: string } | null {
  if (!code) return null
  const shown = oneLine(code, 60)
  return {
    html: html`<span class="ink code" dir="ltr" style="display:inline-block;border:2px dashed ${mailTheme.line};border-radius:10px;padding:12px 24px;color:${mailTheme.ink};font-size:22px;font-weight:700;letter-spacing:.06em">${shown}</span>${terms && html`<p class="muted" style="margin:10px 0 0;color:${mailTheme.muted};font-size:14px;line-height:1.5">${terms}</p>`}`,
    text: [shown, terms].filter(Boolean).join('\n'),
  }
}

function quoteCard({ head, rate, rateText, title, text }: Quote, brand: MailBrand): Html {
  const lines = text ? new Html(escapeHtml(text).replaceAll('\n', '<br>')) : null
  return html`<table role="presentation" class="product" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 12px;background:${mailTheme.paper};${rounded(brand, 14)};text-align:start"><tr><td style="padding:18px 20px">
<p class="muted" style="margin:0 0 4px;color:${mailTheme.muted};font-size:14px;line-height:1.5">${head}</p>
${rate !== null && html`<p class="star" role="img" aria-label="${rateText ?? `${rate}/5`}" style="margin:0 0 4px;color:${brand.star};font-size:19px;line-height:26px;letter-spacing:2px">${starRow(rate)}</p>`}
${title && html`<p class="ink" dir="auto" style="margin:0 0 4px;color:${mailTheme.ink};font-size:16px;line-height:1.5;font-weight:600">${title}</p>`}
${lines && html`<p class="ink" dir="auto" style="margin:0;color:${mailTheme.ink};font-size:15px;line-height:1.6">${lines}</p>`}
</td></tr></table>`
}
