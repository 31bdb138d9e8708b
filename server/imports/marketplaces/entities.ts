import { Parser } from 'htmlparser2'

/** A text without entities (`&#39;`, `&amp;`), as these sites write texts into their JSON. Tags in it stay the text that they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const pieces: string[] = []
  const parser = new Parser({ ontext: (piece) => void pieces.push(piece) }, { decodeEntities: true })
  parser.end(text.replaceAll('<', '&lt;'))
  return pieces.join('')
}
