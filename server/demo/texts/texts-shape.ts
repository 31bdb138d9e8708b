import type { ProductKind } from '../catalog/catalog.ts'

/** What a person says who is glad, in two minds, or let down. */
export interface Moods {
  good: readonly string[]
  fair: readonly string[]
  poor: readonly string[]
}

/** Hand-written sentences of one language from which reviews are put together. */
export interface LanguageTexts {
  locale: string
  /** Country code and place, as a reviewer gives it. */
  places: readonly (readonly [country: string, place: string])[]
  first: readonly string[]
  last: readonly string[]
  titles: Moods
  openers: Moods
  /** A sentence that begins with `[trait]` is said of things with that trait only. */
  about: Record<ProductKind, Moods>
  /** Sentences that fit any mood. */
  life: readonly string[]
  closers: Moods
  /** `{name}` is the reviewer's first name. */
  replies: { good: readonly string[]; poor: readonly string[] }
  /** Between two sentences; Chinese and Japanese have none. */
  joiner?: string
}

/** Sentences written one after the other, divided by bars. */
export const lines = (text: string): readonly string[] => text.split('|').map((line) => line.trim())
