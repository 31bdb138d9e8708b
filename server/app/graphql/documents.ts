import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { GraphQLError } from 'graphql'

/** SHA-256 of each admin document to its text, written by the Relay compiler. */
const knownFile = resolve(import.meta.dirname, '../../generated/persisted-documents.json')

export interface DocumentRules {
  /** Production mode: only known documents, and no hints about the schema. */
  knownOnly: boolean
  /** Returns the id that a client sends instead of a text. */
  idOf(extensions: unknown): string | undefined
  /**
   * Returns the text to run: any text in the demo, only the admin's own in production (issue 2, point 8).
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
