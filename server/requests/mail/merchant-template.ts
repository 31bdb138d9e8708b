import { Liquid } from 'liquidjs'
import type { Template } from 'liquidjs'
import sanitizeHtml from 'sanitize-html'
import { escapeHtml } from '../../core/html.ts'
import { mailTheme } from './mail-theme.ts'
import { oneLine } from './mail.ts'

/** Merge fields of a merchant's subject and text, such as `{{ customer_name }}`. */
export interface MergeFields {
  customer_name: string
  product_title: string
  order_name: string
  shop_name: string
  /** Set in discount emails. */
  discount_code?: string
  discount_value?: string
  discount_expires?: string
}

const limits = { parseLimit: 100_000, renderLimit: 500, memoryLimit: 1_000_000 }

// `templates` disables the file system: a merchant's template can't include files.
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
    // The merchant may write in a right-to-left language that our catalogs lack.
    p: () => ({ tagName: 'p', attribs: { style: 'margin:0 0 14px', dir: 'auto' } }),
    ...Object.fromEntries(
      ['h1', 'h2', 'h3', 'li'].map((tagName) => [tagName, () => ({ tagName, attribs: { dir: 'auto' } })]),
    ),
  },
}

/** Renders the merchant's subject as one line of plain text. @throws ParseError, RenderError of Liquid */
export function renderSubject(template: string, fields: MergeFields): string {
  return oneLine(run(template, fields))
}

/** Tags that make lines or paragraphs. */
const ownBlocks = /<(?:p|br|div|ul|ol|li|h[1-3]|blockquote|hr)[\s/>]/i

/**
 * Renders the merchant's text as safe HTML. Values are escaped on insertion and the result is sanitized. So neither
 * product titles nor the merchant can inject active markup. Text without block tags keeps its paragraphs, even with
 * inline tags in it.
 * @throws ParseError, RenderError of Liquid
 */
export function renderContent(template: string, fields: MergeFields): string {
  const escaped = Object.fromEntries(
    (Object.entries(fields) as [string, string][]).map(([name, value]) => [name, escapeHtml(value)]),
  )
  const source = ownBlocks.test(template) ? template : paragraphs(template)
  return sanitizeHtml(run(source, escaped), allowed)
}

/** Returns Liquid's error for a template; null if it renders. */
export function findTemplateProblem(template: string): string | null {
  try {
    run(template, { customer_name: 'A', product_title: 'B', order_name: 'C', shop_name: 'D' })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Converts plain text to HTML: blank lines separate paragraphs, other line breaks are kept. Liquid tags are kept. */
export function paragraphs(text: string): string {
  const blocks = text.trim().split(/\n\s*\n/)
  return blocks.map((block) => `<p>${block.trim().replaceAll('\n', '<br>')}</p>`).join('')
}

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

// Caches the last 100 parsed templates: thousands of mails in a row share one.
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
