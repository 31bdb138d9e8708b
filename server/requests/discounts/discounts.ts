import { knownLocale } from '../../../rules/dates.ts'
import { DISCOUNT_STATES, type DiscountState } from '../../../rules/settings/discount.ts'
import { maxCountedRows } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../../core/database/keyset.ts'
import { escapeLike } from '../../core/database/like.ts'
import type { Discount, Prisma } from '../../generated/prisma/client.ts'
import { word } from '../../core/words/words.ts'

/** Whether a code applies to some products only, by its terms. */
export const isForProducts = ({ terms }: { terms?: unknown }): boolean =>
  ((terms as { productIds?: unknown[] } | undefined)?.productIds ?? []).length > 0

/** Returns what a code gives, as a phrase: "15% off", "15% off selected products". */
export function formatWorth(
  row: Pick<Discount, 'type' | 'value' | 'currency'> & { terms?: unknown },
  locale: string | null,
): string {
  const { type, value, currency } = row
  if (type === 'shipping') return word(locale, 'discount.shipping')
  const where = { products: isForProducts(row) ? 'yes' : 'no' }
  if (type === 'percentage') return word(locale, 'discount.percentage', { value, ...where })
  return word(locale, 'discount.amount', {
    value: new Intl.NumberFormat(knownLocale(locale ?? 'en'), {
      style: 'currency',
      currency,
      maximumFractionDigits: 0,
    }).format(value),
    ...where,
  })
}

export interface DiscountFilter {
  search?: string | null | undefined
  state?: DiscountState | null | undefined
}

const newest: Order<Discount> = {
  name: 'discount-newest',
  columns: [
    { field: 'createdAt', direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ],
}

function whereOf(ctx: Ctx, { search, state }: DiscountFilter): Prisma.DiscountWhereInput {
  const part = (search ?? '').trim()
  return {
    shopId: ctx.shop.id,
    ...(state && { state: state === 'expired' ? 'issued' : state }),
    ...(state === 'expired' && { endsAt: { lt: ctx.now() } }),
    ...(state === 'issued' && { NOT: { endsAt: { lt: ctx.now() } } }),
    ...(part && {
      OR: [
        { code: { contains: escapeLike(part.toUpperCase()) } },
        { email: { contains: escapeLike(part.toLowerCase()) } },
      ],
    }),
  }
}

export async function listDiscounts(
  ctx: Ctx,
  { args, filter }: { args: PageArgs; filter: DiscountFilter },
): Promise<Page<Discount>> {
  const where = whereOf(ctx, filter)
  return keysetPage(args, {
    order: newest,
    cursors: makeCursors(ctx),
    find: ({ where: after, orderBy, take }) =>
      ctx.db.discount.findMany({ where: { ...where, AND: after.AND }, orderBy: orderBy, take }),
  })
}

/** Counts up to 10,000; null beyond (decisions 'Totals'). */
export async function countDiscounts(ctx: Ctx, filter: DiscountFilter): Promise<number | null> {
  const rows = await ctx.db.discount.findMany({
    where: whereOf(ctx, filter),
    select: { id: true },
    take: maxCountedRows + 1,
  })
  return rows.length > maxCountedRows ? null : rows.length
}

export interface DiscountTotals {
  issued: number
  redeemed: number
  revenueCents: number
}

export async function discountTotals(ctx: Ctx): Promise<DiscountTotals> {
  const where = { shopId: ctx.shop.id }
  const rows = await ctx.db.fact.groupBy({
    by: ['metric'],
    where: { ...where, metric: { in: ['discounts.issued', 'discounts.redeemed'] }, dimension: '' },
    _sum: { count: true, sum: true },
  })
  const of = (metric: string) => rows.find((row) => row.metric === metric)?._sum
  return {
    issued: of('discounts.issued')?.count ?? 0,
    redeemed: of('discounts.redeemed')?.count ?? 0,
    revenueCents: Number(of('discounts.redeemed')?.sum ?? 0),
  }
}

/** Returns the state that the list shows: an issued code past its end is expired. */
export function shownState({ state, endsAt }: Pick<Discount, 'state' | 'endsAt'>, now: Date): DiscountState {
  return state === 'issued' && endsAt !== null && endsAt < now ? 'expired' : state
}

export const isDiscountState = (text: string): text is DiscountState =>
  (DISCOUNT_STATES as readonly string[]).includes(text)
