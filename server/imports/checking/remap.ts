import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { NotAllowed, parse } from '../../core/errors.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { recheckImport } from './recheck.ts'
import { runWithCheckLimit } from './check-capacity.ts'
import { checkClaimedImport } from './check-work.ts'
import { isLarge } from '../files/large-files.ts'
import { requireImport } from '../imports.ts'
import { isMarketplace } from '../marketplaces/marketplace.ts'
import { candor, candorEdited } from '../sources/apps/candor.ts'
import { other, settleMapping } from '../sources/mapping.ts'

const remapSchema = z.object({ mapping: z.unknown() })

/**
 * Checks a file again with the merchant's own column mapping. Small files are checked at once, large ones as a job.
 * Also corrects a file assigned to the wrong app. The mapping answers the question about the columns.
 * @throws InvalidInput under `mapping` or `mapping.<field>`
 * @throws LimitReached tooManyChecks
 * @throws NotAllowed for our own and marketplace files, and when the import was started or is being checked
 */
export async function remapImport(ctx: Ctx, importId: string, input: unknown): Promise<Import> {
  const { mapping: wanted } = parse(remapSchema, input)
  const before = await requireImport(ctx, importId)
  if (before.source === candor.id || before.source === candorEdited.id || isMarketplace(before.source))
    throw new NotAllowed('notAllowed')
  const again = () =>
    recheckImport(ctx, importId, (format) => {
      // Other columns mean other ratings and dates, so earlier answers don't apply.
      const { source: _source, given: _given, ...rest } = format
      return {
        source: other.id,
        report: { ...rest, mapping: settleMapping(wanted, format.columns.length), mapped: true },
      }
    })
  if (isLarge(before)) await again()
  else await runWithCheckLimit(ctx, async () => checkClaimedImport(ctx, await again()))
  return requireImport(ctx, importId)
}
