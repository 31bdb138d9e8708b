import { Parser } from 'htmlparser2'
import postcss, { type Declaration } from 'postcss'

/** Gmail accepts parts up to 200 KB; ours stay far below, so the whole mail does too. */
const maxAmpBytes = 100_000
const maxAmpCssBytes = 75_000
export const ampBoilerplate = 'body{visibility:hidden}'

export const ampScripts = {
  v0: 'https://cdn.ampproject.org/v0.js',
  form: 'https://cdn.ampproject.org/v0/amp-form-0.1.js',
  mustache: 'https://cdn.ampproject.org/v0/amp-mustache-0.2.js',
} as const

/** Elements of AMP for email that our parts use, with their attributes. Scripts have rules of their own below. */
const elements: Readonly<Record<string, readonly string[]>> = {
  html: ['⚡4email', 'amp4email', 'data-css-strict', 'lang'],
  head: [],
  body: [],
  meta: ['charset'],
  script: ['async', 'src', 'custom-element', 'custom-template'],
  style: ['amp4email-boilerplate', 'amp-custom'],
  div: ['submit-success', 'submit-error', 'submitting'],
  template: ['type'],
  form: ['method', 'action-xhr'],
  fieldset: [],
  legend: [],
  label: ['for'],
  button: ['type'],
  input: ['type', 'name', 'value', 'required', 'maxlength', 'autocomplete'],
  textarea: ['name', 'maxlength', 'rows', 'placeholder'],
  'amp-img': ['src', 'alt', 'width', 'height', 'layout'],
  a: ['href', 'target'],
  ...Object.fromEntries(
    ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'blockquote', 'hr', 'span'].map(
      (name) => [name, []],
    ),
  ),
}
const everywhere = ['class', 'id', 'dir', 'role', 'aria-label']
const inputTypes = ['text', 'radio', 'hidden']

/** CSS properties that our parts use; AMP for email allows all of them. */
const properties =
  /^(align-items|background-color|border|border-(radius|color|style|width|top|bottom)|box-sizing|color|display|font|font-(family|size|weight)|height|justify-content|letter-spacing|line-height|margin|margin-(top|right|bottom|left)|max-width|min-width|object-fit|opacity|outline|outline-offset|padding|padding-(top|right|bottom|left)|text-align|text-decoration|vertical-align|white-space|width)$/

/** Returns the problems of an AMP part. Our rules allow only what our parts use, less than AMP for email. */
export function ampProblems(part: string): string[] {
  const problems: string[] = []
  if (Buffer.byteLength(part) > maxAmpBytes) problems.push(`larger than ${maxAmpBytes} bytes`)
  if (!/^<!doctype html>\s*<html (⚡4email|amp4email) data-css-strict[ >]/.test(part))
    problems.push('no doctype and <html ⚡4email data-css-strict> at its beginning')
  if (!/<head>\s*<meta charset="utf-8">/.test(part)) problems.push('no <meta charset="utf-8"> first in its head')
  const seen = readElements(part, problems)
  for (const source of Object.values(ampScripts))
    if (seen.scripts.filter((script) => script === source).length !== 1)
      problems.push(`not exactly one script ${source}`)
  if (seen.boilerplates.length !== 1 || seen.boilerplates[0] !== ampBoilerplate) problems.push('no boilerplate style')
  if (seen.styles.length > 1) problems.push('more than one <style amp-custom>')
  for (const css of seen.styles) problems.push(...cssProblems(css))
  return problems
}

interface Seen {
  scripts: string[]
  boilerplates: string[]
  styles: string[]
}

function readElements(part: string, problems: string[]): Seen {
  const seen: Seen = { scripts: [], boilerplates: [], styles: [] }
  let style: string[] | null = null
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        problems.push(...elementProblems(name, attributes))
        if (name === 'script') seen.scripts.push(attributes.src ?? '')
        if (name === 'style') {
          style = 'amp-custom' in attributes ? seen.styles : seen.boilerplates
          style.push('')
        }
      },
      ontext(text) {
        if (style) style.push(`${style.pop() ?? ''}${text}`)
      },
      onclosetag(name) {
        if (name === 'style') style = null
      },
      oncomment() {
        problems.push('a comment')
      },
    },
    { decodeEntities: true },
  )
  parser.end(part)
  return seen
}

function elementProblems(name: string, attributes: Readonly<Record<string, string>>): string[] {
  const allowed = elements[name]
  if (!allowed) return [`<${name}> is not allowed`]
  const unknown = Object.keys(attributes).filter(
    (attribute) => !allowed.includes(attribute) && !everywhere.includes(attribute),
  )
  const problems = unknown.map((attribute) => `${attribute} is not allowed on <${name}>`)
  if (name === 'script') problems.push(...scriptProblems(attributes))
  if (name === 'style' && !('amp-custom' in attributes) && !('amp4email-boilerplate' in attributes))
    problems.push('a style of another kind')
  if (name === 'form' && (attributes.method !== 'post' || !isHttps(attributes['action-xhr'])))
    problems.push('a form that does not post to an https address by action-xhr')
  if (name === 'amp-img' && (!isHttps(attributes.src) || !attributes.width || !attributes.height))
    problems.push('a picture without an https address or a size')
  if (name === 'a' && !isHttps(attributes.href) && !/^(mailto|tel):/.test(attributes.href ?? ''))
    problems.push('a link that is not https, mailto or tel')
  if (name === 'input' && !inputTypes.includes(attributes.type ?? 'text'))
    problems.push(`an input of the type ${attributes.type}`)
  if (name === 'template' && attributes.type !== 'amp-mustache') problems.push('a template of another kind')
  if (
    /(^|\s)(-amp-|i-amp)/.test(attributes.class ?? '') ||
    /^(-amp-|i-amp|amp-)/.test(attributes.id ?? '') ||
    /^__amp/.test(attributes.name ?? '')
  )
    problems.push('a name that AMP keeps for itself')
  return problems
}

function scriptProblems({ async: isAsync, src, ...more }: Readonly<Record<string, string>>): string[] {
  const expected: Readonly<Record<string, readonly string[] | undefined>> = {
    [ampScripts.v0]: undefined,
    [ampScripts.form]: ['custom-element', 'amp-form'],
    [ampScripts.mustache]: ['custom-template', 'amp-mustache'],
  }
  if (src === undefined || !(src in expected) || isAsync === undefined)
    return [`a script ${src ?? 'without an address'}`]
  const [given] = Object.entries(more)
  return String(given) === String(expected[src]) ? [] : [`the script ${src} with other attributes`]
}

function cssProblems(css: string): string[] {
  if (Buffer.byteLength(css) > maxAmpCssBytes) return [`styles larger than ${maxAmpCssBytes} bytes`]
  const problems: string[] = []
  try {
    const root = postcss.parse(css)
    root.walkAtRules(({ name }) => void problems.push(`@${name} in the styles`))
    root.walkRules(({ selector }) => {
      if (/-amp-|i-amp|[<\\*]/.test(selector)) problems.push(`the selector ${selector}`)
    })
    root.walkDecls((declaration: Declaration) => {
      if (declaration.important) problems.push('!important in the styles')
      if (!properties.test(declaration.prop)) problems.push(`the property ${declaration.prop}`)
      if (/url\s*\(|expression|[<\\]/i.test(declaration.value)) problems.push(`the value of ${declaration.prop}`)
    })
  } catch {
    problems.push('styles that cannot be read')
  }
  return problems
}

const isHttps = (address: string | undefined): boolean => /^https:\/\/[^\s/]/.test(address ?? '')
