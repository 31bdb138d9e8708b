import type { PageArgs } from '../database/keyset.ts'

/** What a page's arguments multiply the cost of its rows by; Pothos' own default would let nested pages of 100 through (goal R11). */
export const pageComplexity = (args: PageArgs) => ({ field: 1, multiplier: Math.min(args.first ?? args.last ?? 20, 100) })
