import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { GraphQLError } from 'graphql'

/** Written by the Relay compiler: SHA-256 of each document of the admin client to its text. */
const knownFile = resolve(import.meta.dirname, '../../generated/persisted-documents.json')

export interface DocumentRules {
  /** Production: documents of the admin only, and no hints about the schema. */
  knownOnly: boolean
  /** The id a client sends in place of a text. */
  idOf(extensions: unknown): string | undefined
  /**
   * The text to run: any in the demo, only the admin's own in production (issue 2, point 8).
   * @throws GraphQLError with status 400
   */
  resolve(asked: { query?: string | null | undefined; id?: string | undefined }): string
}

export function makeDocumentRules(mode: 'demo' | 'production'): DocumentRules {
  let known = readKnown()
  const refuse = (message: string) =>
    new GraphQLError(message, { extensions: { code: 'documentUnknown', http: { status: 400 } } })
  return {
    knownOnly: mode === 'production',
    idOf(extensions) {
      const id = (extensions as { persistedId?: unknown } | null | undefined)?.persistedId
      return typeof id === 'string' ? id : undefined
    },
    resolve({ query, id }) {
      if (id && !known.has(id)) known = readKnown()
      const text = id ? (known.get(id) ?? query) : query
      if (!text) throw refuse('The request contains no known document.')
      if (
        mode === 'production' &&
        known.get(createHash('sha256').update(text).digest('hex')) === undefined &&
        ![...known.values()].includes(text)
      )
        throw refuse('Production answers only the documents of the admin.')
      return text
    },
  }
}

function readKnown(): Map<string, string> {
  if (!existsSync(knownFile)) return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(knownFile, 'utf8')) as Record<string, string>))
}
