import type { Ctx } from './context.ts'
import { InvalidInput, parseField } from './errors.ts'
import { isUuidInAnyCase } from './uuid.ts'

export const encodeId = (typename: string, id: string | number | bigint): string =>
  Buffer.from(`${typename}:${id}`).toString('base64url')

/** A row named by our id, or by the platform's number of it. */
export type NamedRow = { id: string; platformId?: never } | { id?: never; platformId: string }

/** Types with an id of the platform beside ours, and their tables. */
const platformTypes = { Product: 'product', Order: 'order', Customer: 'customer' } as const
type PlatformType = keyof typeof platformTypes
const hasPlatformId = (typename: string): typename is PlatformType => typename in platformTypes

/** Matches no row: stands for a number of the platform that the shop doesn't know. */
const missingId = '00000000-0000-0000-0000-000000000000'

const platformId = /^(?:gid:\/\/[a-z]+\/(?<type>[A-Z]\w*)\/)?(?<number>\d{1,20})(?:\?.*)?$/
const malformed = () => new InvalidInput({ id: 'malformedId' })

/** @throws InvalidInput malformedId for a text that is not a global id */
export function decodeId(globalId: string): { typename: string; id: string } {
  const [typename = '', id = '', rest] = Buffer.from(globalId, 'base64url').toString().split(':')
  if (rest !== undefined || !/^[A-Z]\w*$/.test(typename) || !isUuidInAnyCase(id)) throw malformed()
  return { typename, id: id.toLowerCase() }
}

/**
 * Reads an id of one type, as every input takes it: a global id or a UUID. Products, orders and customers also have the
 * platform's number, plain or as `gid://shopify/Product/1`. The service function checks that the row exists in the shop.
 * @throws InvalidInput malformedId, also for an id of another type
 */
export function readId(typename: string, given: string | number): NamedRow {
  const text = String(given).trim()
  if (isUuidInAnyCase(text)) return { id: text.toLowerCase() }
  const { type, number } = (hasPlatformId(typename) && platformId.exec(text)?.groups) || {}
  if (number !== undefined && (type ?? typename) === typename) return { platformId: number }
  const decoded = decodeId(text)
  if (decoded.typename !== typename) throw malformed()
  return { id: decoded.id }
}

/** Returns the row id of a type without ids of the platform. @throws InvalidInput as `readId` */
export function decodeRowId(typename: string, given: string | number): string {
  const { id } = readId(typename, given)
  if (id === undefined) throw malformed()
  return id
}

export const decodeRowIds = (typename: string, given: readonly (string | number)[]): string[] =>
  given.map((id) => decodeRowId(typename, id))

/**
 * Returns the row ids of products, orders or customers, in the given order. Only numbers of the platform cost a
 * statement. A number that the shop doesn't have becomes an id that no row has.
 * @throws InvalidInput malformedId under `field`; tooManyIds for more than 1,000 numbers
 */
export async function findRowIds(
  ctx: Ctx,
  typename: PlatformType,
  { given, field = 'id' }: { given: readonly (string | number)[]; field?: string },
): Promise<string[]> {
  const named = parseField(field, () => given.map((id) => readId(typename, id)))
  const numbers = [...new Set(named.flatMap((row) => row.platformId ?? []))]
  if (numbers.length === 0) return named.map(({ id = missingId }) => id)
  if (numbers.length > 1000) throw new InvalidInput({ [field]: { code: 'tooManyIds', params: { max: 1000 } } })
  const delegate = ctx.db[platformTypes[typename]] as typeof ctx.db.product
  const rows = await delegate.findMany({
    where: { shopId: ctx.shop.id, platformId: { in: numbers } },
    select: { id: true, platformId: true },
  })
  const known = new Map(rows.map((row) => [row.platformId, row.id]))
  return named.map((row) => row.id ?? known.get(row.platformId) ?? missingId)
}

/** As `findRowIds`, for one id. */
export async function findRowId(ctx: Ctx, typename: PlatformType, given: string | number): Promise<string> {
  const [id = missingId] = await findRowIds(ctx, typename, { given: [given] })
  return id
}

/** Reads an id of `node(id)`, which also takes `gid://shopify/Product/1`. @throws InvalidInput malformedId */
export function decodeNodeId(given: string): { typename: string; id: string } {
  const { type, number } = platformId.exec(given)?.groups ?? {}
  return type && number && hasPlatformId(type) ? { typename: type, id: number } : decodeId(given)
}

/** Returns the unique key that a decoded node id of a product or customer names. */
export const uniqueKey = ({ shop }: Pick<Ctx, 'shop'>, id: string) =>
  isUuidInAnyCase(id)
    ? { shopId_id: { shopId: shop.id, id } }
    : { shopId_platformId: { shopId: shop.id, platformId: id } }

/** Returns the platform's global id of a product, order or customer. */
export const encodePlatformId = (typename: PlatformType, number: string): string =>
  `gid://shopify/${typename}/${number}`
