import juice from 'juice'
import postcss, { CssSyntaxError, type AtRule } from 'postcss'

/** What styles of a merchant may not load or run. */
const unsafeValue = /url\s*\(|expression\s*\(|image-set\s*\(|javascript:|@import|[<\\]/i
const unsafeProperties = new Set(['behavior', '-moz-binding', 'position', 'z-index'])

/** Where a merchant's styles can't be read, or null. */
export function findCssProblem(css: string): { line: number; reason: string } | null {
  try {
    postcss.parse(css)
    return null
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    return { line: error.line ?? 1, reason: error.reason }
  }
}

/** Returns a merchant's styles without anything that loads, runs or covers the page. Unreadable styles are left out. */
export function safeCss(css: string): string {
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
  // They override the email's own styles, which stand on the elements.
  root.walkDecls((declaration) => {
    if (unsafeProperties.has(declaration.prop.toLowerCase()) || unsafeValue.test(declaration.value))
      declaration.remove()
    else declaration.important = true
  })
  return root.toString()
}

/** Returns a mail's HTML with a merchant's styles on its elements, since some mail programs drop style elements; media queries stay in one. */
export function inlineStyles(document: string, css: string): string {
  const safe = safeCss(css)
  if (!safe) return document
  const inlined = juice.inlineContent(document, safe, { inlinePseudoElements: false })
  const media = postcss
    .parse(safe)
    .nodes.filter((node) => node.type === 'atrule')
    .map(String)
    .join('\n')
  return media ? inlined.replace('</head>', () => `<style>${media}</style>\n</head>`) : inlined
}
