import { Parser } from 'htmlparser2'

/** Decodes entities (`&#39;`, `&amp;`) that sites and databases write into texts. Tags stay plain text. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const pieces: string[] = []
  const parser = new Parser({ ontext: (piece) => void pieces.push(piece) }, { decodeEntities: true })
  parser.end(text.replaceAll('<', '&lt;'))
  return pieces.join('')
}

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i
/** Tags of formatted text. Others, as of scripts, stay as text. */
const names =
  'p|br|hr|div|span|strong|b|i|em|u|s|a|ul|ol|li|h[1-6]|blockquote|pre|code|small|big|sub|sup|font|center|table|tbody|thead|tr|td|th|mark|del|ins|strike'
const breaks = /<(?:br|hr)\b[^<>]*>|<\/(?:p|div|li|h[1-6]|blockquote|tr|ul|ol|table)\s*>/gi
const tags = new RegExp(`</?(?:${names})(?:\\s[^<>]*|\\s*/)?>`, 'gi')
/** An escaped text may have been escaped once more. */
const mostLayers = 2

/** Returns a text without the tags and entities of the page that it was stored for. A `<3` and other signs stay. */
export function readMarkup(text: string): string {
  let plain = text
  for (let layer = 0; layer < mostLayers; layer++) {
    const decoded = entity.test(plain) ? decodeEntities(withoutTags(plain)) : withoutTags(plain)
    if (decoded === plain) return plain
    plain = decoded
  }
  return withoutTags(plain)
    .replace(/\u00A0/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
}

/** Removes tags of a text that is written in HTML: there, other angle brackets are entities. */
function withoutTags(text: string): string {
  if (!text.includes('<')) return text
  const plain = text.replace(breaks, '\n').replace(tags, '')
  return /[<>]/.test(plain) ? text : plain
}
