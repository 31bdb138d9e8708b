import type { Import } from '../generated/prisma/client.ts'
import { isMessageCode, formatMessage, type MessageCode, type MessageParams } from '../../rules/messages.ts'
import type { Ctx } from '../core/context.ts'
import type { CheckReport, RowProblem } from './checking/report.ts'

export interface DescribedProblem {
  row: number
  column: string
  value: string
  code: MessageCode
  message: string
  params: string
}

/** Lists skipped rows in file order: from the check, or from the import once it has run. */
export async function listSkippedRows(ctx: Ctx, row: Import, take: number): Promise<DescribedProblem[]> {
  if (row.startedAt) return (await listStoredProblems(ctx, row.id, { take, after: null })).map(describeProblem)
  return ((row.report as unknown as Partial<CheckReport>).badRows ?? []).slice(0, take).map(describeProblem)
}

export interface StoredProblem extends Omit<RowProblem, 'reason' | 'params'> {
  reason: string
  params: unknown
}

/** Lists a page of the problems that kept rows out of an import. Excludes remarks on imported rows. */
export function listStoredProblems(
  ctx: Ctx,
  importId: string,
  { take, after }: { take: number; after: { row: number; column: string } | null },
): Promise<StoredProblem[]> {
  return ctx.db.$queryRaw<StoredProblem[]>`
    select "row", "column", value, reason, params from "ImportProblem"
    where "shopId" = ${ctx.shop.id}::uuid and "importId" = ${importId}::uuid and params->>'cameIn' is null
      and ("row", "column") > (${after?.row ?? -1}, ${after?.column ?? ''})
    order by "row", "column" limit ${take}`
}

export function describeProblem({ row, column, value, reason, params }: StoredProblem | RowProblem): DescribedProblem {
  const code = isMessageCode(reason) ? reason : 'badRow'
  return {
    row,
    column,
    value,
    code,
    message: formatMessage(code, params as MessageParams),
    params: JSON.stringify(params ?? {}),
  }
}
