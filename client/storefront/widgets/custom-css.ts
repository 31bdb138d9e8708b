import { Html, html } from './html.ts'

/** What would load something, run in an old browser, or select what stands beside the widget. */
const unsafe =
  /url\s*\(|image-set\s*\(|expression\s*\(|javascript:|behavior\s*:|-moz-binding|@import|@charset|@namespace|[<\\&]|(?:^|[{};,])\s*[+~]/i
const strings = /"[^"\n]*"|'[^'\n]*'/g

/**
 * Returns a merchant's styles as a style element that reaches only the widget: they are nested in its root's selector. They win over
 * those of the widget and the theme (scripts/harden-styles.mjs). Rules that load or run anything, and what stands behind an unbalanced
 * brace, are left out.
 */
export function customStyle(widget: string, css: string): Html | false {
  // A space, so that what stood around a comment makes no new one.
  const kept = keptRules(css.replace(/\/\*[^]*?(?:\*\/|$)/g, ' '))
  return (
    kept !== '' &&
    html`<style>@layer candor-own,candor-first,candor;@layer candor-own{[data-candor-widget=${widget}]{${new Html(important(kept))}}}</style>`
  )
}

/** Makes every declaration important. */
function important(css: string): string {
  const plain = css.replace(strings, (text) => '_'.repeat(text.length))
  let [made, start] = ['', 0]
  for (let at = 0; at < plain.length; at++) {
    if (!/[;{}]/.test(plain[at] ?? '')) continue
    const piece = css.slice(start, at)
    const isDeclaration = plain[at] !== '{' && /^\s*[\w-]+\s*:/.test(piece) && !/!\s*important\s*$/i.test(piece)
    made += `${piece}${isDeclaration ? '!important' : ''}${css.slice(at, at + 1)}`
    start = at + 1
  }
  return made + css.slice(start)
}

/** The rules and declarations of the outermost level that are whole and harmless. */
function keptRules(css: string): string {
  // Braces and semicolons in texts are no syntax.
  const plain = css.replace(strings, (text) => '_'.repeat(text.length))
  if (/["']/.test(plain)) return ''
  const pieces: string[] = []
  let [start, depth] = [0, 0]
  for (let at = 0; at < plain.length; at++) {
    if (plain[at] === '{') depth++
    else if (plain[at] === '}' && --depth < 0) break
    if (depth === 0 && (plain[at] === '}' || plain[at] === ';')) {
      pieces.push(css.slice(start, at + 1))
      start = at + 1
    }
  }
  return pieces
    .filter((piece) => !unsafe.test(piece))
    .join('')
    .trim()
}
