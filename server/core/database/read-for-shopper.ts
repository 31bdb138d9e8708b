import type { Ctx } from '../context.ts'
import type { Statement } from './for-shop.ts'

/**
 * Runs one read statement of a page that shoppers see, on the standby if there is one. Merchants and jobs read from the
 * primary, because a job may start before this process hears of its change. Rows are lists of values.
 */
export const readForShopper = ({ access, actor, shop }: Ctx, statement: Statement): Promise<unknown[][]> =>
  actor.kind === 'shopper' ? access.readForShopper(shop.id, statement) : access.read(shop.id, statement)
