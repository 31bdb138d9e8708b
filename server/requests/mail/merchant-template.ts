import { Parser } from 'htmlparser2'
import { CaptureTag, Context, Drop, Liquid, toValueSync } from 'liquidjs'
import type { Emitter, Template } from 'liquidjs'
import sanitizeHtml from 'sanitize-html'
import { buildMergeScope, findClosestField, type MergeField } from '../../../rules/merge-fields.ts'
import { escapeHtml } from '../../core/html.ts'
import { mailTheme } from './mail-theme.ts'
import { oneLine } from './mail.ts'

/** Merge fields of a merchant's subject and text, such as `{{ customer_name }}`. */
export interface MergeFields {
  customer_name: string
  product_title: string
  order_name: string
  shop_name: string
  /** Set in emails that ask for a review or a photo; empty without a reward. */
  photo_reward?: string
  /** Set in discount emails. */
  discount_code?: string
  discount_value?: string
  discount_expires?: string
}

const limits = { parseLimit: 100_000, renderLimit: 500, memoryLimit: 1_000_000 }
/** Gmail cuts an email at 102 KB. */
const maxOutputChars = 100_000
/** Emails have no lists and no partials. */
const usedTags = new Set(['#', 'assign', 'capture', 'case', 'comment', 'echo', 'if', 'raw', 'unless'])
const usedFilters = new Set(
  (
    'abs append at_least at_most capitalize ceil date default divided_by downcase escape escape_once first floor join ' +
    'last lstrip minus modulo newline_to_br plus prepend remove remove_first remove_last replace replace_first ' +
    'replace_last round rstrip size slice split squish strip strip_newlines times truncate truncatewords upcase ' +
    'url_decode url_encode'
  ).split(' '),
)

// `templates` disables the file system: a merchant's template can't include files.
function createLiquid(kind: 'text' | 'html'): Liquid {
  const escaping = kind === 'html' ? { outputEscape: (value: unknown) => toSafeHtml(value).valueOf() } : {}
  const engine = new Liquid({ ...limits, ...escaping, templates: {}, ownPropertyOnly: true, strictFilters: true })
  for (const name of Object.keys(engine.tags)) if (!usedTags.has(name)) Reflect.deleteProperty(engine.tags, name)
  for (const name of Object.keys(engine.filters))
    if (!usedFilters.has(name)) Reflect.deleteProperty(engine.filters, name)
  // Every value is escaped once, at its output, so that filters and conditions meet it as it is.
  for (const name of ['escape', 'escape_once']) engine.registerFilter(name, (value: unknown) => value)
  if (kind === 'html')
    engine.registerFilter(
      'newline_to_br',
      (value: unknown) => new SafeHtml(toSafeHtml(value).valueOf().replace(/\r?\n/g, '<br>')),
    )
  engine.registerTag(
    'capture',
    class extends CaptureTag {
      // Liquid's own tag has no limit of output.
      override *render(ctx: Context): Generator<unknown, void, string> {
        const output = new LimitedOutput()
        yield this.liquid.renderer.renderTemplates(this.templates, ctx, output)
        ctx.bottom()[this.variable] = kind === 'html' ? new SafeHtml(output.buffer) : output.buffer
      }
    },
  )
  return engine
}

/** Text whose markup is the merchant's, with escaped values. */
class SafeHtml extends Drop {
  readonly #html: string
  constructor(html: string) {
    super()
    this.#html = html
  }
  override valueOf(): string {
    return this.#html
  }
}

function toSafeHtml(value: unknown): SafeHtml {
  if (value instanceof SafeHtml) return value
  return new SafeHtml(escapeHtml(show(value)))
}

/** Prints lists as Liquid does. */
const show = (part: unknown): string =>
  Array.isArray(part) ? part.map(show).join('') : String((part as string | number | boolean | null) ?? '')

/** Output of a template. @throws Error beyond `maxOutputChars` */
class LimitedOutput implements Emitter {
  buffer = ''
  write(part: unknown): void {
    this.buffer += show(part)
    if (this.buffer.length > maxOutputChars) throw new Error(`the output exceeds ${maxOutputChars} characters`)
  }
}

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
  return oneLine(run('text', template, fields))
}

/** Tags that make lines or paragraphs. */
const ownBlocks = /<(?:p|br|div|ul|ol|li|h[1-3]|blockquote|hr)[\s/>]/i

/**
 * Renders the merchant's text as safe HTML. Values are escaped at their output and the result is sanitized. So neither
 * product titles nor the merchant can inject active markup. Text without block tags keeps its paragraphs, even with
 * inline tags in it.
 * @throws ParseError, RenderError of Liquid
 */
export function renderContent(template: string, fields: MergeFields): string {
  const source = ownBlocks.test(template) ? template : paragraphs(template)
  return sanitizeHtml(run('html', source, fields), allowed)
}

/** Returns Liquid's error for a template; null if it renders. */
export function findTemplateProblem(template: string): string | null {
  try {
    run('html', template, { customer_name: 'A', product_title: 'B', order_name: 'C', shop_name: 'D' })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns the first merge field that no email fills, with its line and the closest known one; null without one. */
export function findUnknownField(
  template: string,
  fields: readonly MergeField[],
): { line: number; name: string; closest: string } | null {
  const { globals } = engines.text.analyzeSync(parse('text', template), { partials: false })
  const found = Object.values(globals)
    .flat()
    .flatMap(({ segments, location }) => {
      const path = segments.map((segment) => (Array.isArray(segment) ? '…' : String(segment)))
      const closest = findClosestField(path, fields)
      return closest ? [{ line: location.row, name: path.join('.'), closest }] : []
    })
  return found.sort((one, other) => one.line - other.line)[0] ?? null
}

/** Converts plain text to HTML: blank lines separate paragraphs, other line breaks are kept. Liquid tags are kept. */
export function paragraphs(text: string): string {
  const blocks = text.trim().split(/\n\s*\n/)
  return blocks.map((block) => `<p>${block.trim().replaceAll('\n', '<br>')}</p>`).join('')
}

/** Converts safe HTML to plain text: links with their address, paragraphs, list items. */
export function htmlToText(html: string): string {
  let text = ''
  const links: { href: string; from: number }[] = []
  const parser = new Parser({
    ontext: (part) => void (text += part),
    onopentag(name, { href = '' }) {
      if (name === 'a') links.push({ href, from: text.length })
      if (name === 'li') text += '\n- '
      if (name === 'br') text += '\n'
    },
    onclosetag(name) {
      const link = name === 'a' ? links.pop() : undefined
      if (link?.href && text.slice(link.from) !== link.href) text += ` (${link.href})`
      if (paragraphTags.has(name)) text += '\n\n'
    },
  })
  parser.end(html)
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines
    .filter((line, at) => line || lines[at - 1])
    .join('\n')
    .trim()
}

const paragraphTags = new Set(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'blockquote', 'div'])

const engines = { text: createLiquid('text'), html: createLiquid('html') }
type Kind = keyof typeof engines
// Caches the last 100 parsed templates: thousands of mails in a row share one.
const parsed = new Map<string, Template[]>()

function parse(kind: Kind, template: string): Template[] {
  const key = `${kind} ${template}`
  const known = parsed.get(key)
  if (known) return known
  const nodes = engines[kind].parse(template)
  if (parsed.size >= 100) parsed.delete(parsed.keys().next().value ?? '')
  parsed.set(key, nodes)
  return nodes
}

function run(kind: Kind, template: string, fields: MergeFields): string {
  const liquid = engines[kind]
  const output = new LimitedOutput()
  const context = new Context(buildMergeScope({ ...fields }), liquid.options, { sync: true })
  toValueSync(liquid.renderer.renderTemplates(parse(kind, template), context, output))
  return output.buffer
}
