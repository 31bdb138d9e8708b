import type { Messages } from '@lingui/core'

const letters: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'AÀBƁCÇDÐEÈFƑGĜHĤIÌJĴKĶLĹMḾNÑOÒPÞQǪRŔSŠTŢUÙVṼWŴXẊYÝZŽaàbƀcçdðeéfƒgĝhĥiîjĵkķlĺmɱnñoöpþqǫrŕsštţuûvṽwŵxẋyýzž',
  ].flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? letter]] : [])),
)

const accent = (text: string) => text.replace(/<[^<>]*>|Candor|[A-Za-z]/g, (found) => letters[found] ?? found)

type Token = string | readonly unknown[] | Readonly<Record<string, unknown>>

/** Accents every word of a compiled message. Keeps placeholders, tags, plural rules and our name. */
function accentToken(token: Token): unknown {
  if (typeof token === 'string') return accent(token)
  if (!Array.isArray(token))
    return Object.fromEntries(
      Object.entries(token).map(([rule, value]) => [rule, rule === 'offset' ? value : accentMessage(value)]),
    )
  const [name, kind, choices] = token as readonly unknown[] as [string, string?, Token?]
  return choices && typeof choices === 'object' ? [name, kind, accentToken(choices)] : token
}

const accentMessage = (message: unknown): unknown =>
  Array.isArray(message)
    ? message.map((token) => accentToken(token as Token))
    : typeof message === 'string'
      ? accent(message)
      : message

/** Returns a catalog with accented texts, so that untranslated ones stand out. */
export function pseudoMessages(messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, accentMessage(message)])) as Messages
}

/** Accents Polaris' own texts, a tree of templates with `{name}` placeholders. */
export function pseudoTree<Tree>(tree: Tree): Tree {
  if (typeof tree === 'string') return tree.replace(/\{[^{}]*\}|[A-Za-z]/g, (found) => letters[found] ?? found) as Tree
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, pseudoTree(value)])) as Tree
}
