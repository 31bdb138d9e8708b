import type { PersonalDataKind } from '../../../rules/privacy.ts'
import type { Ctx } from '../../core/context.ts'

/** A customer whose data is requested or erased, with all keys under which rows name the person. */
export interface Person {
  platformId: string | null
  /** All spellings, lower case. */
  emails: string[]
  phone: string | null
  /** Full names, and first and last names. */
  names: string[]
  customerIds: string[]
  orderIds: string[]
  reviewIds: string[]
}

export type PersonalRows = Partial<Record<string, readonly object[]>>

/** A room's rows about customers: how they are listed for a data request, and erased. */
export interface PersonalData {
  /** Returns the rows by name, as the file shows them. */
  collect(ctx: Ctx, person: Person): Promise<PersonalRows>
  /** Returns keys of stored files for the file, by name. */
  files?(ctx: Ctx, person: Person): Promise<{ name: string; key: string }[]>
  /** Erases rows, or the person in them. Each kind runs once, in a transaction that records the number. */
  erase: Partial<Record<PersonalDataKind, (tx: Ctx, person: Person) => Promise<number>>>
  /**
   * Erases what no transaction covers. Safe to repeat. Stops work that holds the person's data, unless it may wait.
   * @throws Error to wait
   */
  eraseFiles?: Partial<Record<PersonalDataKind, (ctx: Ctx, person: Person, mayWait: boolean) => Promise<number>>>
}

/** Columns of long work that ends at once; the fence stops its runner. */
export const stoppedWork = (ctx: Ctx) => ({
  status: 'failed' as const,
  finishedAt: ctx.now(),
  leaseUntil: null,
  fence: { increment: 1 },
})

/** Escapes a text for a regular expression, of PostgreSQL too. */
const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns a pattern of whole email addresses, for PostgreSQL's case-insensitive operators. */
export const addressPattern = (emails: readonly string[]): string =>
  `(?<![\\w.+-])(${emails.map(escape).join('|')})(?!\\.?[\\w-])`

/** Removes a person's addresses, phone and names from a text that someone wrote. */
export function withoutPerson(text: string, { emails, phone, names }: Person): string {
  const exact = [...emails, ...(phone ? [phone] : [])].filter(Boolean)
  const words = names.filter((name) => name.length > 2).toSorted((a, b) => b.length - a.length)
  let result = text
  if (exact.length > 0) result = result.replace(new RegExp(exact.map(escape).join('|'), 'giu'), '…')
  if (words.length > 0)
    result = result.replace(
      new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escape).join('|')})(?![\\p{L}\\p{N}])`, 'gu'),
      '…',
    )
  return result
}
