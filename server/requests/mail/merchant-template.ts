import { Liquid } from 'liquidjs'
import type { Template } from 'liquidjs'
import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '../../core/html.ts'
import { mailTheme } from './mail-theme.ts'
import { oneLine } from './mail.ts'

/** What a merchant's subject and text may mention, as `{{ customer_name }}`. */
export interface MergeFields {
  customer_name: string
  product_title: string
  order_name: string
  shop_name: string
  /** Of the emails about a discount. */
  discount_code?: string
  discount_value?: string
  discount_expires?: string
}

const limits = { parseLimit: 100_000, renderLimit: 500, memoryLimit: 1_000_000 }

// `templates` shuts the file system off: a merchant's template includes nothing.
const liquid = new Liquid({ ...limits, templates: {}, ownPropertyOnly: true, strictFilters: true })

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'a',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'h1',
    'h2',
    'h3',
    'blockquote',
    'hr',
    'span',
    'div',
  ],
  allowedAttributes: {
    a: ['href', 'style', 'class'],
    p: ['style', 'dir'],
    h1: ['dir'],
    h2: ['dir'],
    h3: ['dir'],
    li: ['dir'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: { href: attribs.href ?? '', style: `color:${mailTheme.green};text-decoration:underline`, class: 'link' },
    }),
    // The merchant may write in a language that is read from right to left and that we have no words of our own in.
    p: () => ({ tagName: 'p', attribs: { style: 'margin:0 0 14px', dir: 'auto' } }),
    ...Object.fromEntries(
      ['h1', 'h2', 'h3', 'li'].map((tagName) => [tagName, () => ({ tagName, attribs: { dir: 'auto' } })]),
    ),
  },
}

/** The merchant's subject with its merge fields filled in: one line of plain text. @throws ParseError, RenderError of Liquid */
export function renderSubject(template: string, fields: MergeFields): string {
  return oneLine(run(template, fields))
}

/** Tags by which a merchant makes lines and paragraphs. */
const ownBlocks = /<(?:p|br|div|ul|ol|li|h[1-3]|blockquote|hr)[\s/>]/i

/**
 * The merchant's mail text with its merge fields filled in, as safe HTML. Values are escaped as they are inserted and
 * the whole is reduced to plain formatting afterwards, so neither a product's title nor the merchant brings markup in
 * that reaches out. Text without lines of its own in HTML keeps its paragraphs, also with a bold word in it. @throws ParseError, RenderError of Liquid
 */
export function renderContent(template: string, fields: MergeFields): string {
  const escaped = Object.fromEntries(
    (Object.entries(fields) as [string, string][]).map(([name, value]) => [name, escapeHtml(value)]),
  )
  const source = ownBlocks.test(template) ? template : paragraphs(template)
  return sanitizeHtml(run(source, escaped), allowed)
}

/** What is wrong with a merchant's template, in Liquid's words; null when it can be used. */
export function findTemplateProblem(template: string): string | null {
  try {
    run(template, { customer_name: 'A', product_title: 'B', order_name: 'C', shop_name: 'D' })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Plain text with blank lines between its paragraphs as HTML; other line breaks are kept. Liquid tags pass unharmed. */
export function paragraphs(text: string): string {
  const blocks = text.trim().split(/\n\s*\n/)
  return blocks.map((block) => `<p>${block.trim().replaceAll('\n', '<br>')}</p>`).join('')
}

/** HTML as a mail's text part shows it. */
export function htmlToText(html: string): string {
  const lines = html
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gis, (_, href: string, label: string) =>
      label === href ? href : `${label} (${href})`,
    )
    .replace(/<li[^>]*>/gi, '\n- ')
    .replace(/<br[^>]*>/gi, '\n')
    .replace(/<\/(p|h[1-3]|ul|ol|blockquote|div)>/gi, '\n\n')
  const plain = sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
  return unescape(plain)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

// A shop's template is the same for thousands of mails in a row: parsed once, the oldest of a hundred forgotten.
const parsed = new Map<string, Template[]>()

function run(template: string, fields: object): string {
  let nodes = parsed.get(template)
  if (!nodes) {
    nodes = liquid.parse(template)
    if (parsed.size >= 100) parsed.delete(parsed.keys().next().value ?? '')
    parsed.set(template, nodes)
  }
  return String(liquid.renderSync(nodes, fields) as unknown)
}
