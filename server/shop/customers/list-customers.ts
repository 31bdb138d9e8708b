import { cleanLine } from '../../../rules/clean-text.ts'
import { maxCountedRows } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { findPage } from '../../core/database/find-page.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../../core/database/keyset.ts'
import { escapeLike } from '../../core/database/like.ts'
import type { Customer, Prisma } from '../../generated/prisma/client.ts'

interface CustomerKey {
  id: string
  displayName: string
}

const byName: Order<CustomerKey> = {
  name: 'customer-name',
  columns: [
    { field: 'displayName', direction: 'asc' },
    { field: 'id', direction: 'asc' },
  ],
}

/** Returns a page of the shop's customers by name; `search` matches a part of name or address. */
export async function listCustomers(
  ctx: Ctx,
  { args, search, select }: { args: PageArgs; search?: string | null | undefined; select: Prisma.CustomerSelect },
): Promise<Page<CustomerKey>> {
  return keysetPage(args, {
    order: byName,
    cursors: makeCursors(ctx),
    find: ({ where, orderBy, take }) =>
      findPage<CustomerKey>(ctx, 'Customer', {
        where: { ...customersWhere(ctx, search), AND: where.AND },
        orderBy,
        take,
        select: { ...select, shopId: true, id: true, displayName: true },
      }),
  })
}

function customersWhere(ctx: Ctx, search: string | null | undefined): Prisma.CustomerWhereInput {
  const contains = { contains: escapeLike(cleanLine(search ?? '')), mode: 'insensitive' } as const
  return { shopId: ctx.shop.id, ...(search ? { OR: [{ displayName: contains }, { email: contains }] } : {}) }
}

/** Counts up to 10,000; null beyond (decisions 'Totals'). */
export async function countCustomers(ctx: Ctx, search?: string | null): Promise<number | null> {
  const rows = await ctx.db.customer.findMany({
    where: customersWhere(ctx, search),
    select: { id: true },
    take: maxCountedRows + 1,
  })
  return rows.length > maxCountedRows ? null : rows.length
}

const emailsAtOnce = 100

/** Returns customers with these addresses, ignoring case. @throws InvalidInput for more than 100 */
export async function customersByEmail(ctx: Ctx, emails: readonly string[], query: object = {}): Promise<Customer[]> {
  if (emails.length > emailsAtOnce)
    throw new InvalidInput({ emails: { code: 'tooManyIds', params: { max: emailsAtOnce } } })
  return ctx.db.customer.findMany({
    ...query,
    where: { shopId: ctx.shop.id, email: { in: emails.map((email) => email.trim().toLowerCase()) } },
    orderBy: { email: 'asc' },
  })
}
