import { fromWireStatus, REVIEW_STATUSES, type ReviewStatus } from '../../../../rules/review-status.ts'
import { isObject } from '../../../../rules/json.ts'
import { parseField } from '../../../core/errors.ts'
import type { Ctx } from '../../../core/context.ts'
import { decodeRowId, findRowIds } from '../../../core/global-ids.ts'

/**
 * Converts the filter of a REST body for the filter's schema. Accepts statuses in REST's words or ours; `edited` and
 * `verified` select by their flags. The schema refuses malformed values.
 * @param ctx whose `me` an assignee is
 * @param path of the filter in the request, such as `filter.`
 * @throws InvalidInput malformedId
 */
export async function parseWireFilter(ctx: Ctx, given: unknown, path = ''): Promise<unknown> {
  if (!isObject(given)) return given
  const { status, productIds, importId, assignee, ...others } = given
  return {
    ...others,
    ...(Array.isArray(status) ? statusesOf(status) : { status }),
    productIds: isListOfTexts(productIds)
      ? await findRowIds(ctx, 'Product', { given: productIds, field: `${path}productIds` })
      : productIds,
    ...(assignee !== undefined && { assignee: readAssignee(ctx, assignee) }),
    importId: parseField(`${path}importId`, () =>
      typeof importId === 'string' ? decodeRowId('ImportRun', importId) : importId,
    ),
  }
}

/** Matches no account: platform users have none, so nothing is assigned to them. */
const noAccount = '00000000-0000-0000-0000-000000000000'

/** Returns the account’s id for `me`; other values unchanged. */
export const readAssignee = ({ actor }: Pick<Ctx, 'actor'>, given: unknown): unknown =>
  given === 'me' ? (actor.kind === 'merchant' && actor.accountId) || noAccount : given

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

function statusesOf(words: readonly unknown[]): Record<string, unknown> {
  const statuses: unknown[] = []
  const flags: Record<string, true> = {}
  for (const word of words) {
    const meaning =
      typeof word !== 'string'
        ? null
        : (REVIEW_STATUSES as readonly string[]).includes(word)
          ? { status: word as ReviewStatus }
          : fromWireStatus(word)
    if (meaning && 'flag' in meaning) flags[meaning.flag] = true
    else statuses.push(meaning ? meaning.status : word)
  }
  return { status: [...new Set(statuses)], ...flags }
}
