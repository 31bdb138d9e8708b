import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { maxSecretChars } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import type { Feature } from '../../../rules/plans.ts'
import { inTransaction, requireFeature, type Ctx } from '../../core/context.ts'
import { findPage } from '../../core/database/find-page.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../../core/database/keyset.ts'
import { InvalidInput, NotAllowed, NotFound, parse, UpstreamFailed } from '../../core/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { markDone } from '../../core/idempotency/idempotency.ts'
import { deleteSecrets, saveSecret, readSecretDates } from '../../core/secrets/shop-secrets.ts'
import { addSettingHistory } from '../settings/history.ts'
import { readConnection, probe, secretNames } from './connection.ts'
import type { DeliveredEvent, DeliveryPayload, Integration } from './integration.ts'

const connectionTest = 'connection.test'

export interface IntegrationState {
  key: string
  name: string
  fields: readonly string[]
  feature: Feature | null
  /** Whether it sends anything automatically. */
  delivers: boolean
  connectedAt: Date | null
  openUrl: string | null
}

export async function listIntegrations(ctx: Ctx): Promise<IntegrationState[]> {
  const kept = await readSecretDates(ctx)
  return Promise.all(
    ctx.integrations.map(async (integration) => {
      const dates = secretNames(integration).map((name) => kept.get(name))
      const savedAt = dates.every((date) => date) ? new Date(Math.max(...dates.map(Number))) : null
      const connectedAt = integration.connectedAt ? await integration.connectedAt(ctx) : savedAt
      return {
        key: integration.key,
        name: integration.name,
        fields: integration.fields,
        feature: integration.feature ?? null,
        delivers: integration.delivers ?? integration.listens !== undefined,
        connectedAt,
        openUrl: integration.openUrl?.(ctx) ?? null,
      }
    }),
  )
}

/** @throws NotFound */
export async function readIntegration(ctx: Ctx, key: string): Promise<IntegrationState> {
  const state = (await listIntegrations(ctx)).find((each) => each.key === key)
  if (!state) throw new NotFound()
  return state
}

/** Must be valid in a header. */
const optionalField = z
  .string('required')
  .trim()
  .max(maxSecretChars, 'valueInvalid')
  .regex(/^[\x21-\x7e]*$/, 'valueInvalid')
const secretField = optionalField.min(1, 'required')
const fieldsOf = ({ fields, optional = [] }: Integration) =>
  z.object(Object.fromEntries(fields.map((field) => [field, optional.includes(field) ? optionalField : secretField])))

/**
 * Connects the shop to a service, if the service accepts the credentials. Stores them encrypted and logs the service's
 * response.
 * @throws InvalidInput under the name of a field; PlanRequired; NotFound
 */
export async function connectIntegration(
  ctx: Ctx,
  key: string,
  values: Readonly<Record<string, string>>,
): Promise<IntegrationState> {
  const integration = find(ctx, key)
  if (integration.feature) requireFeature(ctx, integration.feature)
  const secrets = parse(fieldsOf(integration), values)
  const problem = await probe(ctx, integration, secrets)
  if (problem) {
    await inTransaction(ctx, (tx) => logCall(tx, { key, event: connectionTest, problem }))
    const isOfAddress = problem === 'integrationAddressRefused' || problem === 'integrationSilent'
    const field = isOfAddress && integration.fields.includes('url') ? 'url' : integration.fields.at(-1)
    throw new InvalidInput({ [field ?? 'key']: problem })
  }
  const { connectedAt } = await readIntegration(ctx, key)
  await inTransaction(ctx, async (tx) => {
    await addSettingHistory(tx, 'integrations', [
      { field: key, before: connectedAt !== null, after: true, isSecret: true },
    ])
    for (const name of secretNames(integration)) await saveSecret(tx, name, secrets[name.slice(key.length + 1)] ?? '1')
    await integration.changed?.(tx, true, secrets)
  })
  return readIntegration(ctx, key)
}

/**
 * Tests the stored credentials with the service and logs its response.
 * @throws NotAllowed integrationNotConnected; UpstreamFailed with the reason; NotFound
 */
export async function testIntegration(ctx: Ctx, key: string): Promise<IntegrationState> {
  const integration = find(ctx, key)
  const secrets = await readConnection(ctx, integration)
  if (!secrets) throw new NotAllowed('integrationNotConnected')
  const problem = await probe(ctx, integration, secrets)
  await inTransaction(ctx, async (tx) => {
    await markDone(tx)
    await logCall(tx, { key, event: connectionTest, problem })
  })
  if (problem) throw new UpstreamFailed(problem)
  return readIntegration(ctx, key)
}

interface LoggedCall {
  key: string
  event: typeof connectionTest | DeliveredEvent
  problem: MessageCode | null
}

/** Adds a call that is over to the log: a test, or one that the service made. */
export async function logCall(tx: Ctx, { key, event, problem }: LoggedCall): Promise<void> {
  const now = tx.now()
  await tx.db.integrationDelivery.create({
    data: {
      shopId: tx.shop.id,
      id: uuidv7(),
      integration: key,
      event,
      payload: {},
      state: problem ? 'failed' : 'sent',
      attempts: 1,
      reason: problem,
      lane: key,
      dueAt: now,
      createdAt: now,
      finishedAt: now,
    },
  })
}

/** Deletes the credentials; waiting deliveries to this service are not sent. @throws NotFound */
export async function disconnectIntegration(ctx: Ctx, key: string): Promise<IntegrationState> {
  const integration = find(ctx, key)
  const { connectedAt } = await readIntegration(ctx, key)
  await inTransaction(ctx, async (tx) => {
    if (connectedAt)
      await addSettingHistory(tx, 'integrations', [{ field: key, before: true, after: false, isSecret: true }])
    await deleteSecrets(tx, secretNames(integration))
    const dropped = await tx.db.integrationDelivery.updateManyAndReturn({
      where: { shopId: tx.shop.id, integration: key, state: 'waiting' },
      data: { state: 'dropped', reason: 'integrationNotConnected', finishedAt: tx.now() },
    })
    if (integration.settled)
      for (const { id, payload } of dropped)
        await integration.settled(tx, { id, payload: payload as DeliveryPayload }, 'integrationNotConnected')
    await integration.changed?.(tx, false, {})
  })
  return readIntegration(ctx, key)
}

export const readIntegrationDetails = async (ctx: Ctx, key: string): Promise<object> =>
  (await find(ctx, key).details?.(ctx)) ?? {}

function find({ integrations }: Ctx, key: string): Integration {
  const integration = integrations.find((each) => each.key === key)
  if (!integration) throw new NotFound()
  return integration
}

interface DeliveryKey {
  id: string
}

/** Orders by id, as ids grow with time. */
const newest: Order<DeliveryKey> = { name: 'delivery-newest', columns: [{ field: 'id', direction: 'desc' }] }

/** Returns a page of the shop's deliveries, newest first. */
export async function listDeliveries(
  ctx: Ctx,
  args: PageArgs,
  { select, where: wanted }: { select: Prisma.IntegrationDeliverySelect; where?: Prisma.IntegrationDeliveryWhereInput },
): Promise<Page<DeliveryKey>> {
  return keysetPage(args, {
    order: newest,
    cursors: makeCursors(ctx),
    find: ({ where, orderBy, take }) =>
      findPage<DeliveryKey>(ctx, 'IntegrationDelivery', {
        where: { ...wanted, shopId: ctx.shop.id, AND: where.AND },
        orderBy,
        take,
        select: { ...select, shopId: true, id: true },
      }),
  })
}
