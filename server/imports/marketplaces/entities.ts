import { Parser } from 'htmlparser2'

/** Decodes entities (`&#39;`, `&amp;`) that these sites write into JSON texts. Tags stay plain text. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const pieces: string[] = []
  const parser = new Parser({ ontext: (piece) => void pieces.push(piece) }, { decodeEntities: true })
  parser.end(text.replaceAll('<', '&lt;'))
  return pieces.join('')
}
