import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parseField } from '../../core/errors.ts'
import { decodeRowId } from '../../core/global-ids.ts'
import { isUuid } from '../../core/uuid.ts'

/** Accepts a plain id and a global one, since scripts use both APIs' ids. @throws InvalidInput malformedId */
const idOf = (typename: string, id: string): string =>
  isUuid(id.toLowerCase()) ? id.toLowerCase() : decodeRowId(typename, id)

export const parseReviewId = (id: string): string => idOf('Review', id)
export const parseMediaId = (id: string): string => idOf('ReviewMedia', id)

/** Replaces the id of an unknown product; no row has this id. */
const missingId = '00000000-0000-0000-0000-000000000000'

/**
 * Returns product ids for our ids (plain or global) or the platform's; unknown ones match nothing.
 * @throws InvalidInput under `field`: malformedId; valueInvalid for more than 100
 */
export async function platformProductIds(ctx: Ctx, ids: readonly string[], field: string): Promise<string[]> {
  if (ids.length > 100) throw new InvalidInput({ [field]: 'valueInvalid' })
  const platformIds = ids.filter((id) => /^\d{1,20}$/.test(id))
  const rows =
    platformIds.length === 0
      ? []
      : await ctx.db.product.findMany({
          where: { shopId: ctx.shop.id, platformId: { in: platformIds } },
          select: { id: true, platformId: true },
        })
  const known = new Map(rows.map(({ id, platformId }) => [platformId, id]))
  return ids.map((id) =>
    platformIds.includes(id) ? (known.get(id) ?? missingId) : parseField(field, () => idOf('Product', id)),
  )
}
