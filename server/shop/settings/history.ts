import { v7 as uuidv7 } from 'uuid'
import type { FieldChange } from '../../../rules/settings/changes.ts'
import type { SettingKey } from '../../../rules/settings/settings.ts'
import type { Ctx } from '../../core/context.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { findPage } from '../../core/database/find-page.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../../core/database/keyset.ts'
import type { HistoryActor, Prisma } from '../../generated/prisma/client.ts'

/** A settings document, the shop's own switches, connections to services, API keys, or visits of the operator's support. */
export type ChangedDocument = SettingKey | 'shop' | 'integrations' | 'apiKeys' | 'support'

/** Keeps who changed which fields, in the transaction of the change. Without changes, does nothing. */
export async function addSettingHistory(
  { actor, db, shop, now }: Ctx,
  key: ChangedDocument,
  changes: readonly FieldChange[],
): Promise<void> {
  if (changes.length === 0) return
  const by =
    actor.kind === 'merchant'
      ? ({ actor: 'merchant', actorName: actor.name || (actor.email ?? '') } as const)
      : ({ actor: 'rule', actorName: '' } as const)
  await db.settingHistory.create({
    data: {
      shopId: shop.id,
      id: uuidv7(),
      key,
      ...by,
      changes: changes as unknown as Prisma.InputJsonValue,
      createdAt: now(),
    },
  })
}

export interface SettingHistoryRow {
  id: string
  key: string
  actor: HistoryActor
  actorName: string
  changes: readonly FieldChange[]
  createdAt: Date
}

/** Orders by id, as ids grow with time. */
const newest: Order<SettingHistoryRow> = {
  name: 'setting-history-newest',
  columns: [{ field: 'id', direction: 'desc' }],
}

/** Returns a page of the shop's saves of settings in the last year, newest first. */
export async function listSettingHistory(ctx: Ctx, args: PageArgs): Promise<Page<SettingHistoryRow>> {
  return keysetPage(args, {
    order: newest,
    cursors: makeCursors(ctx),
    find: ({ where, orderBy, take }) =>
      findPage<SettingHistoryRow>(ctx, 'SettingHistory', {
        where: { shopId: ctx.shop.id, AND: where.AND },
        orderBy,
        take,
        select: { shopId: true, id: true, key: true, actor: true, actorName: true, changes: true, createdAt: true },
      }),
  })
}
