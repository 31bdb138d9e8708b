import type { ProductKind } from '../catalog/catalog.ts'

/** Sentences of happy, undecided and disappointed customers. */
export interface Moods {
  good: readonly string[]
  fair: readonly string[]
  poor: readonly string[]
}

/** Hand-written sentences of one language, combined into reviews. */
export interface LanguageTexts {
  locale: string
  /** Country code and place of a reviewer. */
  places: readonly (readonly [country: string, place: string])[]
  first: readonly string[]
  last: readonly string[]
  titles: Moods
  openers: Moods
  /** A sentence that begins with `[trait]` applies only to products with that trait. */
  about: Record<ProductKind, Moods>
  /** Sentences for any mood. */
  life: readonly string[]
  closers: Moods
  /** `{name}` is the reviewer's first name. */
  replies: { good: readonly string[]; poor: readonly string[] }
  /** Separator of sentences; Chinese and Japanese have none. */
  joiner?: string
}

export const lines = (text: string): readonly string[] => text.split('|').map((line) => line.trim())
