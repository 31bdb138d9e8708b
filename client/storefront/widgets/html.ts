/** Markup that is safe. `html` escapes everything else. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Part = string | number | Html | null | undefined | false | readonly Part[]

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for an element or a quoted attribute. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => named[character] ?? character)

function write(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(write).join('')
  return escapeText(String(part))
}

const tight = new WeakMap<TemplateStringsArray, readonly string[]>()

/**
 * Renders markup. Escapes values unless they are Html; attributes must be quoted. Drops line breaks and the indentation
 * after them.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let fixed = tight.get(strings)
  if (!fixed) {
    fixed = strings.map((string) => string.replace(/\n\s*/g, ''))
    tight.set(strings, fixed)
  }
  let text = fixed[0] ?? ''
  parts.forEach((part, index) => {
    text += write(part) + (fixed[index + 1] ?? '')
  })
  return new Html(text)
}
