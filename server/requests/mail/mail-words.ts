import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '../../core/context.ts'
import { compileWord, type Message } from '../../core/words/message.ts'
import { wordLocale, wordSource, type WordId } from '../../core/words/words.ts'

const needed = ['subject', 'preheader', 'content', 'button', 'more', 'why', 'unsubscribe'] as const
/** A kind without these words has no stars, no late-parcel link, no reward and no form in the email. */
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
  'heading',
  'rewardPhoto',
  'rewardReview',
] as const
type Part = (typeof needed)[number] | (typeof optional)[number]

export type MailWordIds = Record<(typeof needed)[number], WordId> & Partial<Record<(typeof optional)[number], WordId>>

/** The same words in one language, parsed. */
export type MailSentences = Record<(typeof needed)[number], Message> &
  Partial<Record<(typeof optional)[number], Message>>

/** Words of an email and the hash in its row. A sent email keeps its text when our words change. */
export interface MailWords {
  hash: string
  locale: string
  sources: Partial<Record<Part, string>>
  say: MailSentences
}

const present = new Map<MailWordIds, Map<string, MailWords>>()

export function buildMailWords(ids: MailWordIds, givenLocale: string): MailWords {
  const locale = wordLocale(givenLocale)
  const known = present.get(ids)?.get(locale)
  if (known) return known
  const sources = Object.fromEntries(
    [...needed, ...optional].flatMap((part) => (ids[part] ? [[part, wordSource(locale, ids[part])]] : [])),
  ) as MailWords['sources']
  const hash = hashWords(locale, sources)
  const words = { hash, locale, sources, say: compile(sources, locale) }
  present.set(ids, (present.get(ids) ?? new Map<string, MailWords>()).set(locale, words))
  return words
}

const compile = (sources: MailWords['sources'], locale: string): MailSentences =>
  Object.fromEntries(
    Object.entries(sources).map(([part, source]) => [part, compileWord(source, locale)]),
  ) as MailSentences

const stored = new WeakMap<Deps['access'], Set<string>>()

/** Stores words under their hash, before an email is sent with them. Each process stores each hash once. */
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

const givenWords = z.object({
  hash: z.string(),
  words: z.object({ locale: z.string(), sources: z.record(z.string(), z.string()) }),
})

/** Stores words of another Candor. Leaves out those that aren't what their hash says. Returns how many are whole. */
export async function restoreMailWords({ access }: Pick<Deps, 'access'>, rows: readonly unknown[]): Promise<number> {
  const whole = rows.flatMap((row) => {
    const { hash, words } = givenWords.parse(row)
    const sources = Object.fromEntries(
      [...needed, ...optional].flatMap((part) => (words.sources[part] ? [[part, words.sources[part]]] : [])),
    )
    return hash === hashWords(words.locale, sources) ? [{ hash, words: { locale: words.locale, sources } }] : []
  })
  await access.acrossShops('keep the words of emails').mailWords.createMany({ data: whole, skipDuplicates: true })
  return whole.length
}

const hashWords = (locale: string, sources: object): string =>
  createHash('sha256')
    .update(JSON.stringify([locale, sources]))
    .digest('base64url')
    .slice(0, 22)

const storedWords = z.object({ locale: z.string(), sources: z.record(z.string(), z.string()) })

/** Returns the words of a hash, as they were sent; null if unknown. */
export async function loadMailSentences({ access }: Pick<Deps, 'access'>, hash: string): Promise<MailSentences | null> {
  const row = await access.acrossShops('keep the words of emails').mailWords.findUnique({ where: { hash } })
  if (!row) return null
  const { locale, sources } = storedWords.parse(row.words)
  return compile(sources, locale)
}
