import { v7 as uuidv7 } from 'uuid'
import { FLOW_TRIGGERS, maxFlowPayloadBytes, referenceKey, type FlowTrigger } from '../../../rules/flow.ts'
import type { Db } from '../../core/database/for-shop.ts'

interface FlowParts {
  db: Db
  now(): Date
}

interface Received {
  handle?: string | null
  payload?: unknown
}

/** Shopify Flow in the demo: checks each event against its trigger's fields, and keeps it for `/demo/received.json`. */
export const flowRoot = ({ db, now }: FlowParts, shopDomain: string) => ({
  async flowTriggerReceive({ handle, payload }: Received) {
    const problem = findProblem(handle ?? '', payload)
    await db.demoReceived.create({
      data: {
        id: uuidv7(),
        name: 'flow',
        method: 'POST',
        path: `/${handle ?? ''}`,
        headers: { 'x-shopify-shop-domain': shopDomain },
        body: JSON.stringify(payload),
        status: 200,
        problem,
        receivedAt: now(),
      },
    })
    return { userErrors: problem ? [{ field: ['payload'], message: problem }] : [] }
  },
})

function findProblem(handle: string, payload: unknown): string | null {
  const trigger: FlowTrigger | undefined = Object.values<FlowTrigger>(FLOW_TRIGGERS).find(
    (each) => each.handle === handle,
  )
  if (!trigger) return `Trigger ${handle} not found`
  if (typeof payload !== 'object' || payload === null) return 'Payload is not an object'
  if (Buffer.byteLength(JSON.stringify(payload)) >= maxFlowPayloadBytes) return 'Payload is too large'
  const values = new Map<string, unknown>(Object.entries(payload))
  for (const { key, type } of trigger.fields) {
    const value = values.get(key)
    if (value === undefined) return `${key} is missing`
    if (type === 'number_decimal' ? typeof value !== 'number' : typeof value !== 'string') return `${key} is invalid`
    if (type === 'url' && !URL.canParse(value as string)) return `${key} is not a URL`
    values.delete(key)
  }
  for (const reference of trigger.references) {
    const key = referenceKey(reference)
    const value = values.get(key)
    if (value !== undefined && !Number.isSafeInteger(value)) return `${key} is not a number`
    values.delete(key)
  }
  const [unknown] = values.keys()
  return unknown === undefined ? null : `${unknown} is unknown`
}
