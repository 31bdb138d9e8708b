// Apart from shop-flags.ts, because first pages of the admin need it without the shapes.
import type { ShopFlag } from './shop-flags.ts'

/** Column names of `Shop.flags` that differ from those of the API. */
export const storedNames: Partial<Record<ShopFlag, string>> = { specialFonts: 'enableSpecialFonts' }

/** Returns a flag's stored value. */
export function readFlag(flags: unknown, name: ShopFlag): unknown {
  const stored = storedNames[name] ?? name
  return typeof flags === 'object' && flags !== null && stored in flags
    ? (flags as Record<string, unknown>)[stored]
    : undefined
}
