/** Markup that is already safe; everything else that meets `html` is text and is escaped. */
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

/** Text for an element or a quoted attribute. */
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
 * The one way to write markup here. Values are escaped unless they are Html themselves; attributes must be quoted.
 * Line breaks and the indentation after them are for the reader of the source and are not sent.
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
