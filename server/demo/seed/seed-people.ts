import type { Random } from './seed-random.ts'
import { languages } from '../texts/texts.ts'
import type { LanguageTexts } from '../texts/texts-shape.ts'

export interface Person {
  texts: LanguageTexts
  firstName: string
  lastName: string
  email: string
  country: string
  place: string
}

/** Creates a customer. The number keeps the addresses of namesakes apart. */
export function inventPerson(random: Random, number: number): Person {
  const texts = random.weighted(languages)
  const firstName = random.pick(texts.first)
  const lastName = random.pick(texts.last)
  const [country, place] = random.pick(texts.places)
  const plain = `${firstName}.${lastName}`
    .normalize('NFD')
    .replace(/[^a-zA-Z.]/g, '')
    .toLowerCase()
  const local = plain.length > 3 ? plain : `${texts.locale}.guest`
  return { texts, firstName, lastName, email: `${local}.${number}@shopper.test`, country, place }
}

/** Formats a name; East Asian names start with the family name. */
export function displayNameOf({
  texts,
  firstName,
  lastName,
}: Pick<Person, 'texts' | 'firstName' | 'lastName'>): string {
  return ['ja', 'ko', 'zh'].includes(texts.locale)
    ? `${lastName}${texts.locale === 'ja' ? ' ' : ''}${firstName}`
    : `${firstName} ${lastName}`
}
