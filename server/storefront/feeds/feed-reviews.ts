import { formatCustomerName } from '../../../rules/author-name.ts'
import { gtinOf } from '../../../rules/gtin.ts'
import type { Ctx } from '../../core/context.ts'
import { readForShopper } from '../../core/database/read-for-shopper.ts'
import { buildMediaUrls } from '../../reviews/reviews/media/media-rows.ts'
import { readSetting } from '../../shop/settings/settings.ts'

export interface FeedReview {
  id: string
  title: string
  content: string
  rate: number
  /** Name as the shop shows it; empty for an anonymous review. */
  author: string
  createdAt: Date
  updatedAt: Date
  language: string | null
  country: string | null
  isVerified: boolean
  isIncentivized: boolean
  /** Written after an order, not unprompted. */
  hasOrder: boolean
  images: string[]
  product: { title: string; url: string; brand: string; skus: string[]; gtins: string[] }
}

const batch = 200
const firstId = '00000000-0000-0000-0000-000000000000'
/** Maximum identifiers of a product. A review of one variant lists only that variant's. */
const mostIds = 50

interface Variant {
  title: string
  sku: string
  barcode?: string
}

type Row = [
  id: string,
  title: string,
  content: string,
  rate: number,
  firstName: string,
  lastName: string,
  verifiedBy: string,
  incentivized: boolean,
  hasOrder: boolean,
  language: string | null,
  country: string | null,
  variantTitle: string,
  createdMs: number | string,
  updatedMs: number | string,
  images: string[] | null,
  handle: string,
  productTitle: string,
  vendor: string,
  variants: Variant[],
]

/**
 * Reads one batch after an id, along the primary key. Imported reviews were collected elsewhere, and the merchant's own
 * are no customer's. Neither belongs in the shop's feed (decision 0053).
 */
const statement = `
  select r.id, r.title, r.content, r.rate, r."firstName", r."lastName", r."verifiedBy", r.incentivized, r."orderId" is not null, r.language, r.country, r."variantTitle",
    round(extract(epoch from r."createdAt") * 1000), round(extract(epoch from r."updatedAt") * 1000),
    case when r."hasMedia" then (select json_agg(m.key order by m.position, m.id) from "ReviewMedia" m
      where m."shopId" = $1::uuid and m."reviewId" = r.id and m.status = 'ready' and not m.hidden and m.kind = 'image') end,
    p.handle, p.title, p.vendor, p.variants
  from "Review" r join "Product" p on p."shopId" = $1::uuid and p.id = r."productId"
  where r."shopId" = $1::uuid and r.id > $2::uuid and r.status = 'published' and r.origin in ('customer', 'guest') and p."deletedAt" is null
    and (r.content <> '' or r.title <> '')
  order by r.id limit ${batch}`

/** Yields the shop's reviews in batches, in constant memory. */
export async function* feedReviews(ctx: Ctx): AsyncGenerator<FeedReview[]> {
  const { formatCustomerName: format } = await readSetting(ctx, 'reviewBox')
  for (let after = firstId; ;) {
    const rows = (await readForShopper(ctx, { text: statement, values: [ctx.shop.id, after] })) as Row[]
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => reviewOf(ctx, row, format))
    if (rows.length < batch) return
    after = last[0]
  }
}

function reviewOf(ctx: Ctx, row: Row, format: Parameters<typeof formatCustomerName>[1]): FeedReview {
  const [
    id,
    title,
    content,
    rate,
    firstName,
    lastName,
    verifiedBy,
    isIncentivized,
    hasOrder,
    language,
    country,
    variantTitle,
    createdMs,
    updatedMs,
    images,
    handle,
    productTitle,
    brand,
    variants,
  ] = row
  const own = variants.filter((variant) => variantTitle !== '' && variant.title === variantTitle)
  const named = own.length > 0 ? own : variants
  const unique = (values: readonly string[]) => [...new Set(values.filter(Boolean))].slice(0, mostIds)
  return {
    id,
    title,
    rate,
    isIncentivized,
    hasOrder,
    language,
    country,
    // Both services refuse reviews without text.
    content: content || title,
    author: formatCustomerName({ firstName, lastName }, format),
    createdAt: new Date(Number(createdMs)),
    updatedAt: new Date(Number(updatedMs)),
    isVerified: verifiedBy === 'order',
    images: (images ?? []).flatMap(
      (key) => buildMediaUrls(ctx.files, { kind: 'image', status: 'ready', key, posterKey: '' }).url ?? [],
    ),
    product: {
      title: productTitle,
      url: ctx.platform.productUrl(ctx.shop, handle),
      brand,
      skus: unique(named.map(({ sku }) => sku)),
      gtins: unique(named.map(({ barcode }) => gtinOf(barcode))),
    },
  }
}
