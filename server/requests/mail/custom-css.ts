import { parse as parseSelector, SelectorType, type Selector } from 'css-what'
import { Parser } from 'htmlparser2'
import juice from 'juice'
import postcss, { CssSyntaxError, type AtRule, type Root, type Rule } from 'postcss'
import { mailTheme } from './mail-theme.ts'
import type { FieldProblem } from './render-task.ts'

/** Values that would load or run something. */
const unsafeValue = /url\s*\(|expression\s*\(|image-set\s*\(|javascript:|@import|[<\\]/i
const unsafeProperties = new Set(['behavior', '-moz-binding', 'position', 'z-index'])

/** Matching costs more than linear time with each of these, so a selector and a sheet have a budget. */
const maxSelectorParts = 24
const maxSheetParts = 2_000
/** Pseudo-classes without selectors of their own, and `:not` of one element. Email programs know no others. */
const usedPseudos =
  /^(?:active|empty|focus|hover|link|not|only-child|only-of-type|root|visited|(?:first|last|nth|nth-last)-(?:child|of-type))$/

/** Returns where a merchant's styles can't be used, and why; null if they can. */
export function findCssProblem(css: string): FieldProblem | null {
  let root: Root
  try {
    root = postcss.parse(css)
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    return { line: error.line ?? 1, reason: error.reason }
  }
  return findValueProblem(root) ?? findRuleProblem(root)
}

function findValueProblem(root: Root): FieldProblem | null {
  let problem: FieldProblem | null = null
  root.walkDecls(({ prop, value, source }) => {
    const reason = findDeclarationProblem(prop, value)
    if (reason !== null) problem = { line: source?.start?.line ?? 1, reason }
    return reason === null ? undefined : false
  })
  return problem
}

function findRuleProblem(root: Root): FieldProblem | null {
  let parts = 0
  let problem: FieldProblem | null = null
  root.walkRules((rule) => {
    const weighed = weighRule(rule)
    parts += weighed.parts
    const reason = weighed.reason ?? (parts > maxSheetParts ? 'too many selectors' : null)
    if (reason !== null) problem = { line: rule.source?.start?.line ?? 1, reason }
    return reason === null ? undefined : false
  })
  return problem
}

/** Longer values are data, which emails don't load, or padding that slows a mail program down. */
const maxValueChars = 500

/** Says why a declaration can't be used; null if it can. */
function findDeclarationProblem(property: string, value: string): string | null {
  if (!/^-{0,2}[a-z][a-z\d-]*$/i.test(property) || property in Object.prototype)
    return `there is no property ${short(property)}`
  return value.length > maxValueChars ? `the value of ${short(property)} is too long` : null
}

/** Counts a rule's simple selectors and combinators, and says why it can't be used. */
function weighRule({ selector, parent }: Rule): { parts: number; reason: string | null } {
  if (parent?.type === 'rule')
    return {
      parts: 1,
      reason: `write ${short(selector)} as a rule of its own. Email programs don't support nested rules`,
    }
  let alternatives: Selector[][]
  try {
    alternatives = parseSelector(selector)
  } catch {
    return { parts: 1, reason: `the selector ${short(selector)} is not valid` }
  }
  const parts = alternatives.flat().length
  const longest = Math.max(...alternatives.map(({ length }) => length))
  const isUsed = alternatives
    .flat()
    .every((part) => part.type !== SelectorType.Pseudo || isUsedPseudo(part.name, part.data))
  if (!isUsed || alternatives.some(hasManySiblings))
    return { parts, reason: `email programs don't support the selector ${short(selector)}` }
  return { parts, reason: longest > maxSelectorParts ? `the selector ${short(selector)} is too long` : null }
}

const isUsedPseudo = (name: string, data: unknown): boolean =>
  usedPseudos.test(name) &&
  (!Array.isArray(data) ||
    (data as Selector[][]).every(([part, ...more]) => more.length === 0 && part?.type !== SelectorType.Pseudo))

/** Each `~` multiplies the cost by the number of siblings. */
const hasManySiblings = (parts: readonly Selector[]): boolean =>
  parts.filter(({ type }) => type === SelectorType.Sibling).length > 1

const short = (selector: string): string => JSON.stringify(selector.slice(0, 40))

/** Removes everything from a merchant's styles that loads, runs or covers the page. Unreadable styles become empty. */
function safeCss(css: string): string {
  if (findCssProblem(css)) return ''
  const root = postcss.parse(css)
  root.walkComments((comment) => {
    comment.remove()
  })
  root.walkAtRules((rule: AtRule) => {
    if (rule.name !== 'media' || unsafeValue.test(rule.params)) rule.remove()
  })
  root.walkRules((rule) => {
    if (/[<\\]/.test(rule.selector)) rule.remove()
  })
  // They must override the email's own inline styles.
  root.walkDecls((declaration) => {
    if (unsafeProperties.has(declaration.prop.toLowerCase()) || unsafeValue.test(declaration.value))
      declaration.remove()
    else declaration.important = true
  })
  return root.toString()
}

/** Inlines a merchant's styles, since some mail programs drop style elements. Media queries stay in a style element. */
export function inlineStyles(document: string, css: string): string {
  const safe = safeCss(css)
  if (!safe) return document
  const inlined = juice.inlineContent(document, safe, { inlinePseudoElements: false })
  const media = postcss
    .parse(safe)
    .nodes.filter((node) => node.type === 'atrule')
    .map(String)
    .join('\n')
  return showUnsubscribeLink(media ? inlined.replace('</head>', () => `<style>${media}</style>\n</head>`) : inlined)
}

const shown =
  'visibility:visible!important;opacity:1!important;height:auto!important;max-height:none!important;' +
  'overflow:visible!important;clip-path:none!important;transform:none!important;text-indent:0!important'
const displays: Record<string, string> = { a: 'inline-block', table: 'table', tr: 'table-row', td: 'table-cell' }

/** Undoes styles that hide the unsubscribe link or what it stands in. Inline importance wins over every rule. */
function showUnsubscribeLink(document: string): string {
  const open: { name: string; start: number; end: number }[] = []
  let path: typeof open = []
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push({ name, start: parser.startIndex, end: parser.endIndex + 1 })
      if (attributes.class?.split(' ').includes('unsubscribe')) path = [...open]
    },
    onclosetag: () => void open.pop(),
  })
  parser.end(document)
  return path.reduceRight((text, { name, start, end }) => {
    if (name === 'html') return text
    const font =
      name === 'a' ? `;color:${mailTheme.muted}!important;font-size:13px!important;line-height:1.6!important` : ''
    const style = `display:${displays[name] ?? 'block'}!important;${shown}${font}`
    const tag = text.slice(start, end)
    const styled = tag.includes(' style="')
      ? tag.replace(/ style="([^"]*)"/, (_, own: string) => ` style="${own.replace(/;$/, '')};${style}"`)
      : tag.replace(/^<[a-z]+/, (begin) => `${begin} style="${style}"`)
    return text.slice(0, start) + styled + text.slice(end)
  }, document)
}
