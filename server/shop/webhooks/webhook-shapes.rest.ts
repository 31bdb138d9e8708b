import { z } from 'zod'
import { formatMessage, type MessageCode } from '../../../rules/messages.ts'
import { count, flag, nameShape, text, textOrNull, time, timeOrNull, uuid } from '../../core/rest/shapes.ts'
import type { IntegrationDelivery } from '../../generated/prisma/client.ts'
import { buildDeliveryBody } from '../integrations/delivery-body.ts'
import type { Webhook } from './webhooks.ts'

const webhookFields = z.object({
  id: uuid,
  url: text.describe('Receives events by POST.'),
  topics: z.array(text).describe('Events that it receives.'),
  enabled: flag,
  disabledReason: textOrNull.describe('Why Candor disabled it: `gone` or `failing`.'),
  failingSince: timeOrNull.describe('Since when every attempt fails.'),
  oldSecretUntil: timeOrNull.describe('Until when the former secret signs, too.'),
  createdAt: time,
  updatedAt: time,
})
/** A webhook in answers of REST. */
export const webhookShape = nameShape('Webhook', webhookFields)
/** A webhook in the answer of its creation or rotation. */
export const secretWebhookShape = nameShape(
  'WebhookWithSecret',
  webhookFields.extend({ secret: text.describe('Signs its requests: `whsec_...`. No other answer has it.') }),
)
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const

/** One event of a webhook's log. */
export const deliveryShape = nameShape(
  'WebhookDelivery',
  z.object({
    id: uuid.describe('The header `webhook-id` of its requests.'),
    event: text,
    state: z.enum(DELIVERY_STATES),
    attempts: count,
    lastStatus: z.int().nullable().describe('HTTP status of the last answer.'),
    reason: textOrNull.describe('Code of the last failure.'),
    message: textOrNull.describe('The last failure in English.'),
    body: textOrNull.describe('The JSON that is sent.'),
    answer: textOrNull.describe('The first 2 KB of the last answer.'),
    durationMs: z.int().nullable(),
    dueAt: time.describe('The next attempt, while it waits.'),
    createdAt: time,
    finishedAt: timeOrNull,
  }),
)

export const toWebhookWire = ({ shopId: _shop, secret, ...webhook }: Webhook) => ({
  ...webhook,
  ...(secret !== undefined && { secret }),
})

export const toDeliveryWire = (delivery: IntegrationDelivery) => ({
  id: delivery.id,
  event: delivery.event,
  state: delivery.state,
  attempts: delivery.attempts,
  lastStatus: delivery.lastStatus,
  reason: delivery.reason,
  message: delivery.reason && formatMessage(delivery.reason as MessageCode),
  body: buildDeliveryBody(delivery),
  answer: delivery.answer,
  durationMs: delivery.durationMs,
  dueAt: delivery.dueAt,
  createdAt: delivery.createdAt,
  finishedAt: delivery.finishedAt,
})
