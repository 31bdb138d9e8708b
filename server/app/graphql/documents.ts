import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { GraphQLError } from 'graphql'
import type { Actor } from '../../core/context.ts'
import { findKey } from '../../core/key-scopes.ts'

/** SHA-256 of each admin document to its text, written by the Relay compiler. */
const knownFile = resolve(import.meta.dirname, '../../generated/persisted-documents.json')

export interface DocumentRules {
  /** Whether an actor may send only known documents and gets no hints about the schema: a login in production. */
  isKnownOnly(actor: Actor): boolean
  /** Returns the id that a client sends instead of a text. */
  idOf(extensions: unknown): string | undefined
  /**
   * Returns the text to run: only the admin's own for a login in production, else any text (decisions 0011, 0112).
   * @throws GraphQLError with status 400
   */
  resolve(actor: Actor, asked: { query?: string | null | undefined; id?: string | undefined }): string
}

export function makeDocumentRules(mode: 'demo' | 'production'): DocumentRules {
  let known = readKnown()
  const refuse = (message: string) =>
    new GraphQLError(message, { extensions: { code: 'documentUnknown', http: { status: 400 } } })
  const isKnownOnly = (actor: Actor) => mode === 'production' && !findKey(actor)
  return {
    isKnownOnly,
    idOf(extensions) {
      const id = (extensions as { persistedId?: unknown } | null | undefined)?.persistedId
      return typeof id === 'string' ? id : undefined
    },
    resolve(actor, { query, id }) {
      if (id && !known.has(id)) known = readKnown()
      const text = id ? (known.get(id) ?? query) : query
      if (!text) throw refuse('The request contains no known document.')
      if (
        isKnownOnly(actor) &&
        known.get(createHash('sha256').update(text).digest('hex')) === undefined &&
        ![...known.values()].includes(text)
      )
        throw refuse('A login may send only the documents of the admin. Send other documents with an API key.')
      return text
    },
  }
}

function readKnown(): Map<string, string> {
  if (!existsSync(knownFile)) return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(knownFile, 'utf8')) as Record<string, string>))
}
