import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '../../core/context.ts'
import { compileWord, type Message } from '../../core/words/message.ts'
import { wordLocale, wordSource, type WordId } from '../../core/words/words.ts'

const needed = ['subject', 'preheader', 'content', 'button', 'more', 'why', 'unsubscribe'] as const
/** A kind without these has no stars, no link for late parcels and no form inside the mail. */
const optional = [
  'stars',
  'rate',
  'notArrived',
  'formRate',
  'formStar',
  'formContent',
  'formName',
  'formSend',
  'formProblem',
] as const
type Part = (typeof needed)[number] | (typeof optional)[number]

/** Which of our words an email of the queue says. */
export type MailWordIds = Record<(typeof needed)[number], WordId> & Partial<Record<(typeof optional)[number], WordId>>

/** The same words in one language, ready to be filled. */
export type MailSentences = Record<(typeof needed)[number], Message> &
  Partial<Record<(typeof optional)[number], Message>>

/** The words of an email and the hash that its row keeps, so that its content stays the same when our words change. */
export interface MailWords {
  hash: string
  locale: string
  sources: Partial<Record<Part, string>>
  say: MailSentences
}

const present = new Map<MailWordIds, Map<string, MailWords>>()

/** Returns a kind's words in the customer's language, as our catalogs have them now. */
export function buildMailWords(ids: MailWordIds, givenLocale: string): MailWords {
  const locale = wordLocale(givenLocale)
  const known = present.get(ids)?.get(locale)
  if (known) return known
  const sources = Object.fromEntries(
    [...needed, ...optional].flatMap((part) => (ids[part] ? [[part, wordSource(locale, ids[part])]] : [])),
  ) as MailWords['sources']
  const hash = createHash('sha256')
    .update(JSON.stringify([locale, sources]))
    .digest('base64url')
    .slice(0, 22)
  const words = { hash, locale, sources, say: compile(sources, locale) }
  present.set(ids, (present.get(ids) ?? new Map<string, MailWords>()).set(locale, words))
  return words
}

const compile = (sources: MailWords['sources'], locale: string): MailSentences =>
  Object.fromEntries(
    Object.entries(sources).map(([part, source]) => [part, compileWord(source, locale)]),
  ) as MailSentences

const stored = new WeakMap<Deps['access'], Set<string>>()

/** Stores words under their hash, before an email is sent with them. A process stores each only once. */
export async function saveMailWords({ access }: Pick<Deps, 'access'>, words: readonly MailWords[]): Promise<void> {
  const known = stored.get(access) ?? new Set<string>()
  stored.set(access, known)
  const fresh = words.filter(({ hash }) => !known.has(hash))
  if (fresh.length === 0) return
  await access.acrossShops('keep the words of emails').mailWords.createMany({
    data: fresh.map(({ hash, locale, sources }) => ({ hash, words: { locale, sources } })),
    skipDuplicates: true,
  })
  for (const { hash } of fresh) known.add(hash)
}

const storedWords = z.object({ locale: z.string(), sources: z.record(z.string(), z.string()) })

/** Returns words by their hash, as they were sent. Null if there are none. */
export async function loadMailSentences({ access }: Pick<Deps, 'access'>, hash: string): Promise<MailSentences | null> {
  const row = await access.acrossShops('keep the words of emails').mailWords.findUnique({ where: { hash } })
  if (!row) return null
  const { locale, sources } = storedWords.parse(row.words)
  return compile(sources, locale)
}
