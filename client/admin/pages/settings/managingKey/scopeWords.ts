import { useLingui } from '@lingui/react/macro'
import type { KeyScope } from '../../../../../rules/api-keys.ts'

/** Returns what each scope is called: as a badge, as a choice, and what it means. */
export function useScopeWords(): Readonly<Record<KeyScope, { badge: string; does: string; about: string }>> {
  const { t } = useLingui()
  return {
    READ: {
      badge: t`Reads`,
      does: t`Read everything`,
      about: t`Reviews, requests, customers and settings. It changes nothing.`,
    },
    WRITE: {
      badge: t`Reads and writes`,
      does: t`Read and change everything`,
      about: t`All but keys, people, passwords and your plan.`,
    },
    STOREFRONT: {
      badge: t`Storefront`,
      does: t`Read published reviews`,
      about: t`Only what shoppers see on your store. Right for a headless storefront.`,
    },
  }
}
