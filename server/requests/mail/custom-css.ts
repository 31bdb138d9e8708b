import juice from 'juice'
import postcss, { CssSyntaxError, type AtRule } from 'postcss'

/** Values that would load or run something. */
const unsafeValue = /url\s*\(|expression\s*\(|image-set\s*\(|javascript:|@import|[<\\]/i
const unsafeProperties = new Set(['behavior', '-moz-binding', 'position', 'z-index'])

/** Returns where a merchant's styles can't be parsed; null if they can. */
export function findCssProblem(css: string): { line: number; reason: string } | null {
  try {
    postcss.parse(css)
    return null
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    return { line: error.line ?? 1, reason: error.reason }
  }
}

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
  return media ? inlined.replace('</head>', () => `<style>${media}</style>\n</head>`) : inlined
}
