import { textDirection, wordLocale } from '../words/words.ts'
import { Html, escapeHtml, html } from './html.ts'
import { mailLayout } from './layout.ts'
import { look } from './look.ts'
import { oneLine } from './mail.ts'
import { htmlToText, paragraphs } from './merchant-template.ts'
import type { RenderedMail } from './request-mail.ts'

/** A review or a reply as a mail shows it. */
export interface Quote {
  /** Above it: whose words these are, or of which product. */
  head: string
  /** 1 to 5; null: no stars. */
  rate: number | null
  title?: string
  text: string
  /** Of the stars, for who does not see them. */
  rateText?: string
}

export interface LetterButton {
  label: string
  url: string
  /** Hex colours. */
  colour?: string
  textColour?: string
}

/** A mail that says one thing and asks for one step: everything but review requests. */
export interface Letter {
  locale: string
  shopName: string
  /** Absolute address; the shop's name stands in when absent. */
  logo?: string
  subject: string
  preheader: string
  /** Safe HTML. */
  content: string
  quotes: readonly Quote[]
  buttons: readonly LetterButton[]
  /** Why the reader gets this mail. */
  why: string
}

/** Gmail cuts a mail at 102 KB: a text is quoted so far, or less where there are several. */
const quotedChars = 2_000

/** Subject, HTML and text part of a letter. */
export function renderLetter(letter: Letter): RenderedMail {
  const locale = wordLocale(letter.locale)
  const shopName = oneLine(letter.shopName, 80)
  const subject = oneLine(letter.subject)
  const room = Math.floor(quotedChars / Math.max(1, letter.quotes.length / 2))
  const quotes = letter.quotes.map((quote) => ({ ...quote, head: oneLine(quote.head, 160), title: oneLine(quote.title ?? ''), text: cut(quote.text, room) }))
  const body = html`<tr><td class="ink" style="padding:4px 32px 8px;color:${look.ink};font-size:16px;line-height:1.6">${new Html(letter.content)}</td></tr>
${quotes.map(quoteRow)}
<tr><td align="center" style="padding:12px 32px 26px">${letter.buttons.map(button)}</td></tr>`
  const brand = letter.logo ? html`<img src="${letter.logo}" alt="${shopName}" height="40" style="display:inline-block;height:40px;max-width:220px;border:0">` : html`${shopName}`
  const footer = html`<p style="margin:0">${letter.why}</p>`
  const document = mailLayout({ lang: locale, dir: textDirection(locale), title: subject, preheader: letter.preheader, brand, body, footer })
  const text = [
    htmlToText(letter.content),
    ...quotes.map(({ head, rate, title, text: words }) => [head, rate === null ? '' : starRow(rate), title, words].filter(Boolean).map((line) => line.replace(/^/gm, '> ')).join('\n')),
    ...letter.buttons.map(({ label, url }) => `${label}: ${url}`),
    `-- \n${letter.why}`,
  ].join('\n\n')
  return { subject, html: document, text }
}

/** Our own words as a letter's content: blank lines part paragraphs, nothing in them is markup. */
export function ownContent(text: string): string {
  return paragraphs(escapeHtml(text)).replaceAll('<p>', '<p style="margin:0 0 14px">')
}

const starRow = (rate: number): string => '★'.repeat(rate) + '☆'.repeat(5 - rate)

/** Cut between letters as a reader sees them, not inside one. */
function cut(text: string, most: number): string {
  const tidy = text.trim()
  if (tidy.length <= most) return tidy
  const whole = [...new Intl.Segmenter().segment(tidy.slice(0, most))].slice(0, -1).map(({ segment }) => segment)
  return `${whole.join('').trimEnd()}…`
}

function quoteRow({ head, rate, rateText, title, text }: Quote): Html {
  const lines = text ? new Html(escapeHtml(text).replaceAll('\n', '<br>')) : null
  return html`<tr><td style="padding:6px 32px 10px"><table role="presentation" class="product" width="100%" cellpadding="0" cellspacing="0" style="background:${look.paper};border-radius:14px"><tr><td style="padding:18px 20px">
<p class="muted" style="margin:0 0 4px;color:${look.muted};font-size:14px;line-height:1.5">${head}</p>
${rate !== null && html`<p class="star" role="img" aria-label="${rateText ?? `${rate}/5`}" dir="ltr" style="margin:0 0 4px;color:${look.amber};font-size:19px;line-height:26px;letter-spacing:2px">${starRow(rate)}</p>`}
${title && html`<p class="ink" dir="auto" style="margin:0 0 4px;color:${look.ink};font-size:16px;line-height:1.5;font-weight:600">${title}</p>`}
${lines && html`<p class="ink" dir="auto" style="margin:0;color:${look.ink};font-size:15px;line-height:1.6">${lines}</p>`}
</td></tr></table></td></tr>`
}

function button({ label, url, colour, textColour }: LetterButton): Html {
  // The dark stand-in of our green suits our green only.
  const own = !colour || colour.toLowerCase() === look.green.toLowerCase()
  return html`<a class="${own ? 'button' : ''}" href="${url}" style="display:inline-block;margin:6px;background:${colour ?? look.green};color:${textColour ?? '#ffffff'};font-size:16px;font-weight:600;line-height:24px;padding:12px 26px;border-radius:10px;text-decoration:none">${oneLine(label, 60)}</a>`
}
