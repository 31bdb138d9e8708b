import { v7 as uuidv7 } from 'uuid'
import { savedView, type ViewList } from '../../../rules/saved-views.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, NotFound, parse } from '../../core/errors.ts'
import { Prisma, type SavedView } from '../../generated/prisma/client.ts'

/** Returns the shop's views of a list, by name. Their number is unlimited (spec 2). */
export async function listViews(ctx: Ctx, list: ViewList): Promise<SavedView[]> {
  return ctx.db.savedView.findMany({
    where: { shopId: ctx.shop.id, list },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
  })
}

/** Returns one view of the shop. @throws NotFound also for another shop's id */
export async function viewById(ctx: Ctx, id: string): Promise<SavedView> {
  const view = await ctx.db.savedView.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
  if (!view) throw new NotFound()
  return view
}

/**
 * Saves a list's filters under a name; with an id, replaces that view. On concurrent saves with one name, the database
 * accepts one.
 * @throws InvalidInput viewNameTaken; NotFound for an unknown id
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
