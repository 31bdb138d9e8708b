import { createHash } from 'node:crypto'

/** Maximum of prepared statements per connection. A list has a handful of shapes. */
const mostPrepared = 200

/** Makes a function that names the statements to prepare; undefined for a search, or beyond the maximum. */
export function makeStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= mostPrepared || / i?like /.test(text)) return known
    const name = `page-${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
    names.set(text, name)
    return name
  }
}
