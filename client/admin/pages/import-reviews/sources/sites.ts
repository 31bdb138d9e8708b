import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** A marketplace whose reviews are imported by a product's URL. */
export type SiteId = 'aliexpress' | 'amazon' | 'cj' | 'shopee'
export type SourceId = SiteId | 'judgeme'

export interface Site {
  id: SiteId
  /** The same name in every language. */
  name: string
  /** Says how its reviews come in. */
  way: MessageDescriptor
  /** Name in the API. */
  marketplace: 'ALIEXPRESS' | 'AMAZON' | 'CJ' | 'SHOPEE'
  /** Key of its options in the general settings (spec 3). */
  settings: 'aliexpress' | 'amazon' | 'cjdropshipping' | 'shopee'
  /** Example of a product's URL. */
  example: string
}

export const sites: Readonly<Record<SiteId, Site>> = {
  aliexpress: {
    id: 'aliexpress',
    name: 'AliExpress',
    way: msg`By product URL or paste`,
    marketplace: 'ALIEXPRESS',
    settings: 'aliexpress',
    example: 'https://www.aliexpress.com/item/1005006855966573.html',
  },
  amazon: {
    id: 'amazon',
    name: 'Amazon',
    way: msg`By product URL or saved page`,
    marketplace: 'AMAZON',
    settings: 'amazon',
    example: 'https://www.amazon.com/dp/B0CX23V2ZK',
  },
  cj: {
    id: 'cj',
    name: 'CJDropshipping',
    way: msg`By product URL, with your token`,
    marketplace: 'CJ',
    settings: 'cjdropshipping',
    example: 'https://cjdropshipping.com/product/desk-lamp-p-1534092419615174656.html',
  },
  shopee: {
    id: 'shopee',
    name: 'Shopee',
    way: msg`By product URL or paste`,
    marketplace: 'SHOPEE',
    settings: 'shopee',
    example: 'https://shopee.sg/Linen-Blouse-i.1234567.7654321',
  },
}

/** The sources with a view of their own. */
export const sources: readonly (Pick<Site, 'name' | 'way'> & { id: SourceId })[] = [
  ...Object.values(sites),
  { id: 'judgeme', name: 'Judge.me', way: msg`With an API token or export file` },
]

export const isSource = (id: string | null): id is SourceId => sources.some((source) => source.id === id)
