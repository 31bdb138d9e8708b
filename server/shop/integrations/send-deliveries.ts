import { setTimeout as later } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { deliveryRetrySeconds, longestRetryAfterSeconds } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { allows } from '../../../rules/plans.ts'
import { inTransaction, makeContext, readPlan, type Ctx, type Deps } from '../../core/context.ts'
import { limitByKey } from '../../core/limit-by-key.ts'
import type { IntegrationDelivery } from '../../generated/prisma/client.ts'
import { buildFailure, callService, type ServiceResult } from './call-service.ts'
import { claimDeliveries, findDueLanes, type Lane } from './claim.ts'
import { readConnection } from './connection.ts'
import type { DeliveryPayload, Integration, OpenDelivery, RequestBuilder } from './integration.ts'

/** Deliveries of a lane that a crash may repeat. */
const batch = 32
const batchesInRow = 10
/** Concurrent requests to one receiver, unless it names a number of its own. */
const perLane = 8
/** Of one request at a time, fewer are claimed at once: their lease must outlast them. */
const batchInOrder = 8
const lanesAtOnce = 64
/** Lanes whose receiver was silent leave the other places to the rest. */
const silentAtOnce = lanesAtOnce / 2
const lookMs = 500
/** Part of an answer that the log keeps. */
const keptAnswerBytes = 2_048

const silentLanes = new LRUCache<string, true>({ max: 5_000, ttl: 3_600_000 })
const keyOf = ({ shopId, lane }: Lane): string => `${shopId}/${lane}`

/** One run at a time in each process and database. */
const runLimit = limitByKey({ atOnce: 1, waiting: Infinity })

/**
 * Schedule: sends the due deliveries of all shops, some lanes at a time; returns how many. At least once: a receiver
 * recognises a repetition by its id. A lane that hangs takes one place and delays no other.
 */
export const sendDeliveries = (deps: Deps): Promise<number> => runLimit.run(deps.access, () => sendAll(deps))

async function sendAll(deps: Deps): Promise<number> {
  const running = new Map<string, Promise<void>>()
  let silent = 0
  let sent = 0
  for (;;) {
    const due = deps.stopping.aborted ? [] : await findDueLanes(deps)
    for (const lane of due) {
      const key = keyOf(lane)
      const isSilent = silentLanes.has(key)
      if (running.has(key) || running.size >= lanesAtOnce || (isSilent && silent >= silentAtOnce)) continue
      if (isSilent) silent++
      const end = sendLane(deps, lane).then(
        (count) => void (sent += count),
        (error: unknown) => deps.log.error({ err: error, shopId: lane.shopId, lane: lane.lane }, 'a lane has failed'),
      )
      running.set(
        key,
        end.finally(() => {
          running.delete(key)
          if (isSilent) silent--
        }),
      )
    }
    if (running.size === 0) return sent
    await Promise.race([...running.values(), later(lookMs, undefined, { ref: false })])
  }
}

/** Sends batches of a lane, until it is empty, its receiver is silent, or others should have a turn. */
async function sendLane(deps: Deps, lane: Lane): Promise<number> {
  const shop = await deps.access
    .acrossShops('find the shop of a job')
    .shop.findUniqueOrThrow({ where: { id: lane.shopId } })
  const ctx = makeContext(deps, shop, { kind: 'system', name: 'send deliveries' })
  let sent = 0
  let open: OpenLane | null = null
  const inOrder = ctx.integrations.some(({ key, isInOrder }) => key === lane.lane && isInOrder)
  const most = inOrder ? batchInOrder : batch
  for (let turn = 0; turn < batchesInRow && !deps.stopping.aborted; turn++) {
    const rows = await claimDeliveries(deps, lane, most)
    const [first] = rows
    if (!first) break
    open ??= await openLane(ctx, first)
    const outcomes = await sendBatch(ctx, open, rows)
    await record(ctx, first, outcomes)
    sent += rows.length
    const isSilent = outcomes.some((outcome) => outcome.result && isSilence(outcome.result))
    if (isSilent) silentLanes.set(keyOf(lane), true)
    else silentLanes.delete(keyOf(lane))
    // A refusal may have changed the lane, so the next turn opens it again.
    if (rows.length < most || outcomes.some(({ result }) => result?.problem !== null)) break
  }
  return sent
}

const isSilence = ({ status, retry }: ServiceResult): boolean => status === null && retry

interface Outcome {
  delivery: IntegrationDelivery
  /** Null: not tried, as the receiver was silent or the process stops. */
  result: ServiceResult | null
}

interface OpenLane {
  integration: Integration | undefined
  build: RequestBuilder | MessageCode
}

async function sendBatch(ctx: Ctx, open: OpenLane, rows: readonly IntegrationDelivery[]): Promise<Outcome[]> {
  const left = [...rows]
  const outcomes: Outcome[] = []
  let isSilent = false
  const work = async () => {
    for (let delivery = left.shift(); delivery; delivery = left.shift()) {
      const result = isSilent || ctx.stopping.aborted ? null : await attempt(ctx, open, delivery)
      isSilent ||= result !== null && isSilence(result)
      outcomes.push({ delivery, result })
    }
  }
  await Promise.all(Array.from({ length: open.integration?.isInOrder ? 1 : perLane }, work))
  return outcomes
}

async function openLane(ctx: Ctx, { integration: key, lane }: IntegrationDelivery): Promise<OpenLane> {
  const integration = ctx.integrations.find((each) => each.key === key)
  return { integration, build: integration ? await openIntegration(ctx, integration, lane) : 'integrationNotConnected' }
}

async function openIntegration(
  ctx: Ctx,
  integration: Integration,
  lane: string,
): Promise<RequestBuilder | MessageCode> {
  if (integration.feature && !allows(readPlan(ctx), integration.feature)) return 'integrationPlanRequired'
  if (integration.openLane) return integration.openLane(ctx, lane)
  const secrets = await readConnection(ctx, integration)
  if (!secrets) return 'integrationNotConnected'
  return (delivery) => integration.buildRequest?.(ctx, delivery, secrets) ?? null
}

async function attempt(
  ctx: Ctx,
  { integration, build }: OpenLane,
  delivery: IntegrationDelivery,
): Promise<ServiceResult> {
  if (!integration || typeof build === 'string') return buildFailure(build as MessageCode)
  try {
    const request = await build(delivery as IntegrationDelivery & OpenDelivery)
    if (!request) return buildFailure('integrationNothingToSend')
    if (typeof request === 'string') return buildFailure(request)
    if ('call' in request) return await request.call()
    const { receive } = request
    const result = await callService(ctx, integration, { ...request, ...(!receive && { cutAt: keptAnswerBytes }) })
    const unusable = result.problem === null && result.answer && receive ? await receive(result.answer) : null
    return unusable ? { ...result, problem: unusable, retry: true } : result
  } catch (error) {
    // One delivery that can't be built must not stop the others.
    ctx.log.error({ err: error, shopId: ctx.shop.id, delivery: delivery.id }, 'a delivery could not be sent')
    return { ...buildFailure('unexpected'), retry: true }
  }
}

const dropReasons: readonly MessageCode[] = ['integrationNothingToSend', 'integrationPlanRequired', 'webhookDisabled']
const stateOf = (problem: MessageCode | null) =>
  problem === null ? 'sent' : dropReasons.includes(problem) ? 'dropped' : 'failed'

/** Records a batch's responses in one statement, and runs the integration's hooks. */
async function record(ctx: Ctx, { integration: key, lane }: IntegrationDelivery, outcomes: Outcome[]): Promise<void> {
  const now = ctx.now()
  const rows = outcomes.map(({ delivery, result }) => {
    const wait = deliveryRetrySeconds[delivery.attempts - 1]
    const isOver = result !== null && (!result.retry || wait === undefined)
    const asked = Math.min(result?.retryAfter ?? 0, longestRetryAfterSeconds)
    const dueAt =
      isOver || result === null ? delivery.dueAt : new Date(now.getTime() + Math.max(wait ?? 0, asked) * 1000)
    return { delivery, result, dueAt, isOver, state: isOver ? stateOf(result.problem) : 'waiting' }
  })
  const column = <T>(pick: (row: (typeof rows)[number]) => T): T[] => rows.map(pick)
  const integration = ctx.integrations.find((each) => each.key === key)
  for (const { delivery, result } of rows)
    if (result?.problem)
      ctx.log.info(
        {
          shopId: ctx.shop.id,
          integration: key,
          delivery: delivery.id,
          status: result.status,
          problem: result.problem,
          attempts: delivery.attempts,
        },
        'delivery refused',
      )
  await inTransaction(ctx, async (tx) => {
    await tx.db.$executeRaw`
      update "IntegrationDelivery" d
      set state = o.state::"DeliveryState", "dueAt" = o.due, "leaseUntil" = null, attempts = d.attempts - o.untried::int,
        "finishedAt" = case when o.state = 'waiting' then null else ${now}::timestamptz end,
        "lastStatus" = case when o.untried then d."lastStatus" else o.status end, reason = case when o.untried then d.reason else o.reason end,
        answer = case when o.untried then d.answer else o.answer end, "durationMs" = case when o.untried then d."durationMs" else o.ms end
      from unnest(${column(({ delivery }) => delivery.id)}::uuid[], ${column(({ state }) => state)}::text[], ${column(({ dueAt }) => dueAt)}::timestamptz[],
        ${column(({ result }) => result === null)}::boolean[], ${column(({ result }) => result?.status ?? null)}::int[], ${column(({ result }) => result?.problem ?? null)}::text[],
        ${column(({ result }) => result?.answer?.text.slice(0, keptAnswerBytes).replaceAll('\0', '') ?? null)}::text[], ${column(({ result }) => result?.durationMs ?? null)}::int[]
      ) as o(id, state, due, untried, status, reason, answer, ms)
      where d."shopId" = ${tx.shop.id}::uuid and d.id = o.id and d.state = 'waiting'`
    const results = rows.flatMap(({ result }) => result ?? [])
    if (results.length > 0) await integration?.answered?.(tx, lane, results)
    if (integration?.settled)
      for (const { delivery, result, isOver } of rows)
        if (isOver && result)
          await integration.settled(
            tx,
            { id: delivery.id, payload: delivery.payload as DeliveryPayload },
            result.problem,
          )
  })
}
