import { Html, html } from './html.ts'

/** Matches rules that load something, run in an old browser, or select outside the widget. */
const unsafe =
  /url\s*\(|image-set\s*\(|expression\s*\(|javascript:|behavior\s*:|-moz-binding|@import|@charset|@namespace|[<\\&]|(?:^|[{};,])\s*[+~]/i
/** A line end of CSS ends a string that has no closing mark. */
const strings = /"[^"\n\r\f]*"|'[^'\n\r\f]*'/g

/**
 * Returns a merchant's styles as a style element for one widget only: they are nested in its root's selector. They
 * override the styles of the widget and the theme (scripts/harden-styles.mjs). Leaves out rules that load or run
 * anything, and everything after an unbalanced brace.
 */
export function customStyle(widget: string, css: string): Html | false {
  // Insert a space, so that the text around a comment can't form a new one.
  const kept = keptRules(css.replace(/\/\*[^]*?(?:\*\/|$)/g, ' '))
  return (
    kept !== '' &&
    html`<style>@layer candor-own,candor-first,candor;@layer candor-own{[data-candor-widget=${widget}]{${new Html(important(kept))}}}</style>`
  )
}

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

/** Returns the valid and harmless rules and declarations of the outermost level. */
function keptRules(css: string): string {
  // Braces and semicolons in strings are not syntax.
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
