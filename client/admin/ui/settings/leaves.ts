import { isFields } from '../../../../rules/settings/document.ts'

type Plain = string | number | boolean | null | undefined | readonly unknown[]

/** Dotted paths into a document. A list is one value. */
export type PathOf<Values> = {
  [Key in keyof Values & string]: Values[Key] extends Plain ? Key : Key | `${Key}.${PathOf<Values[Key]>}`
}[keyof Values & string]

export type At<Values, Path extends string> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof Values
    ? At<Values[Key], Rest>
    : never
  : Path extends keyof Values
    ? Values[Path]
    : never

/** Paths to values of one kind. */
export type PathTo<Values, Kind> = {
  [Path in PathOf<Values>]: At<Values, Path> extends Kind ? Path : never
}[PathOf<Values>]

export type Leaves = Readonly<Record<string, unknown>>

/** Returns the values of a document by dotted path. */
export function leavesOf(value: unknown, path = ''): Leaves {
  if (!isFields(value)) return { [path]: value }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, part]) => leavesOf(part, (path && `${path}.${name}`) || name)),
  ) as Leaves
}

/** Returns a document with the values at these paths replaced. */
export function withLeaves(document: object, leaves: Leaves): object {
  return Object.entries(leaves).reduce((whole, [path, value]) => put(whole, path.split('.'), value), document)
}

function put(document: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const inner = (document as Record<string, unknown>)[name]
  return { ...document, [name]: rest.length === 0 ? value : put(isFields(inner) ? inner : {}, rest, value) }
}
