import { v7 as uuidv7 } from 'uuid'
import { savedView, type ViewList } from '../../../rules/saved-views.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, NotFound, parse } from '../../core/errors.ts'
import { Prisma, type SavedView } from '../../generated/prisma/client.ts'

/** The shop's views of a list, by name. There is no limit to their number (spec 2). */
export async function listViews(ctx: Ctx, list: ViewList): Promise<SavedView[]> {
  return ctx.db.savedView.findMany({
    where: { shopId: ctx.shop.id, list },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
  })
}

/**
 * One view of the shop.
 * @throws NotFound also for another shop's id
 */
export async function viewById(ctx: Ctx, id: string): Promise<SavedView> {
  const view = await ctx.db.savedView.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
  if (!view) throw new NotFound()
  return view
}

/**
 * Keeps a list's filters under a name; with an id, in place of what that view was. Two at once with one name: the
 * database lets one of them through.
 * @throws InvalidInput viewNameTaken; NotFound for an id that is not there
 */
export async function saveView(
  ctx: Ctx,
  { id, ...input }: { id?: string | null; list?: string; name: string; query: string },
): Promise<SavedView> {
  const { list, ...data } = parse(savedView, input)
  const shopId = ctx.shop.id
  const updatedAt = ctx.now()
  try {
    if (!id)
      return await ctx.db.savedView.create({
        data: { shopId, id: uuidv7(), list, ...data, createdAt: updatedAt, updatedAt },
      })
    return await ctx.db.savedView.update({ where: { shopId_id: { shopId, id }, list }, data: { ...data, updatedAt } })
  } catch (error) {
    if (codeOf(error) === uniqueViolation) throw new InvalidInput({ name: 'viewNameTaken' })
    if (codeOf(error) === recordMissing) throw new NotFound()
    throw error
  }
}

/** @throws NotFound */
export async function deleteView(ctx: Ctx, id: string): Promise<void> {
  const { count } = await ctx.db.savedView.deleteMany({ where: { shopId: ctx.shop.id, id } })
  if (count === 0) throw new NotFound()
}

const uniqueViolation = 'P2002'
const recordMissing = 'P2025'
const codeOf = (error: unknown): string | null =>
  error instanceof Prisma.PrismaClientKnownRequestError ? error.code : null
