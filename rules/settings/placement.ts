import { trimEndOf } from '../trim-end.ts'
import { text, flag, oneOf } from '../validation.ts'

/** Ratings that a widget of the whole shop shows (spec 9). */
const MINIMUM_RATINGS = ['all', 'five', 'four-five'] as const
export type MinimumRating = (typeof MINIMUM_RATINGS)[number]

/** Corners of a floating widget on desktops. */
export const DESKTOP_CORNERS = ['bottomLeft', 'bottomRight', 'topLeft', 'topRight'] as const
/** Edges of a floating widget on phones. */
export const MOBILE_EDGES = ['bottom', 'top'] as const

const maxPageListChars = 5000

export const lowestRating = (minimum: MinimumRating): number => ({ all: 1, 'four-five': 4, five: 5 })[minimum]

export const minimumRating = oneOf(MINIMUM_RATINGS).describe('Which ratings it shows.')

/** A path with stars, or a web address, of which only the path counts. */
const pageLine = /^(?:https?:\/\/\S+|[^\s:]*)$/i

/** Page addresses, one a line. */
export const pageLines = text(maxPageListChars).refine(
  (lines) => lines.split('\n').every((line) => pageLine.test(line.trim())),
  { error: 'pageInvalid' },
)

export const showOnMobile = flag.describe('Stands on phones.')
export const showOnDesktop = flag.describe('Stands on desktops.')

/** Normalizes a path: lower case, without query, fragment and trailing slash. */
function pathOf(address: string): string {
  const [route = ''] = address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/[^/]+/, '')
    .split(/[?#]/, 1)
  const path = trimEndOf(route, '/')
  return path.startsWith('/') || path.startsWith('*') ? path : `/${path}`
}

/** A market's or language's folder at the start of a path, such as `/de` or `/en-gb`. */
const localeFolder = /^\/[a-z]{2}(?:-[a-z\d]{2,4})?(?=\/|$)/

/**
 * Whether a path matches one of the patterns, one a line. `*` stands for any text; anything else must be equal. A path
 * in a language's folder also matches as the path without it.
 */
export function matchesPage(lines: string, path: string): boolean {
  const asked = pathOf(path)
  const paths = [asked, asked.replace(localeFolder, '') || '/']
  return lines.split('\n').some((line) => line.trim() !== '' && paths.some((each) => matches(pathOf(line), each)))
}

/** Returns the patterns split at their stars, as a theme compares them. */
export const patternPieces = (lines: string): string[][] =>
  lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => pathOf(line).split('*'))

/** Compares piece by piece, so that many stars in a pattern cost no more than one. */
function matches(pattern: string, path: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === path
  if (!path.startsWith(first) || !path.endsWith(last)) return false
  let from = first.length
  for (const piece of rest) {
    const at = path.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return from <= path.length - last.length
}

/** Settings that limit a widget to certain pages. */
export interface PageRules {
  /** `included` means only the pages of the list. */
  pageShow?: 'all' | 'included'
  includedPages?: string
  excludedPages?: string
}

/** An excluded page wins over an included one. Lists of excluded pages don't apply to an unknown path. */
export function isShownOnPage(
  { pageShow = 'all', includedPages = '', excludedPages = '' }: PageRules,
  path: string | null,
): boolean {
  if (path !== null && matchesPage(excludedPages, path)) return false
  return pageShow === 'all' || (path !== null && matchesPage(includedPages, path))
}
