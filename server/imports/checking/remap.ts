import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { NotAllowed, parse } from '../../core/errors.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { isMarketplace } from '../marketplaces/marketplace.ts'
import { candor, candorEdited } from '../sources/apps/candor.ts'
import { other, settleMapping } from '../sources/mapping.ts'
import { recheckImport } from './recheck.ts'

const remapSchema = z.object({ mapping: z.unknown() })

/**
 * Checks a file again with the merchant's own column mapping. Also corrects a file assigned to the wrong app. The
 * mapping answers the question about the columns.
 * @throws InvalidInput under `mapping` or `mapping.<field>`
 * @throws NotAllowed for our own and marketplace files; NotAllowed, LimitReached as recheckImport
 */
export function remapImport(ctx: Ctx, importId: string, input: unknown): Promise<Import> {
  const { mapping: wanted } = parse(remapSchema, input)
  return recheckImport(ctx, importId, ({ source, columns }) => {
    if (source === candor.id || source === candorEdited.id || isMarketplace(source)) throw new NotAllowed('notAllowed')
    // Other columns mean other ratings and dates, so earlier answers don't apply.
    return { source: other.id, mapping: settleMapping(wanted, columns.length), mapped: true, given: {} }
  })
}
