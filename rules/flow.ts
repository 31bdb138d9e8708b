/** Shopify Flow: what starts a workflow, and what a workflow can do here (decision 0114). */

/** Rows of the platform that Flow opens by their ids. */
const REFERENCES = ['product', 'customer', 'order'] as const
export type FlowReference = (typeof REFERENCES)[number]

/** Key of a reference in what is sent and received. */
export const referenceKey = <R extends FlowReference>(reference: R): `${R}_id` => `${reference}_id`

interface FlowField {
  type: 'single_line_text_field' | 'multi_line_text_field' | 'number_decimal' | 'url'
  /** In a trigger, Flow allows only letters and spaces. */
  key: string
  description: string
}

export interface FlowTrigger {
  /** At most 30 letters, digits and hyphens. It never changes: workflows of merchants name it. */
  handle: string
  /** As Flow names it: an object and what happened. */
  name: string
  description: string
  references: readonly FlowReference[]
  fields: readonly FlowField[]
}

const reviewFields = [
  { type: 'single_line_text_field', key: 'Review ID', description: 'Use it in the actions of Candor.' },
  { type: 'number_decimal', key: 'Rating', description: 'Stars from 1 to 5.' },
  { type: 'single_line_text_field', key: 'Review title', description: 'May be empty.' },
  { type: 'multi_line_text_field', key: 'Review text', description: 'May be empty.' },
  { type: 'single_line_text_field', key: 'Review status', description: 'Such as published, pending or hidden.' },
  { type: 'single_line_text_field', key: 'Reviewer name', description: 'As the reviewer wrote it.' },
  { type: 'single_line_text_field', key: 'Reviewer email', description: 'May be empty.' },
  { type: 'url', key: 'Review link', description: 'Opens the review in Candor.' },
] as const satisfies readonly FlowField[]
export type FlowReviewKey = (typeof reviewFields)[number]['key']

const ofReview = { references: REFERENCES, fields: reviewFields }

/** One row for each extension `extensions/flow-trigger-*`; a test compares them. */
export const FLOW_TRIGGERS = {
  created: {
    handle: 'review-created',
    name: 'Review created',
    description: 'Starts when a customer or you write a review. Imported reviews don’t start it.',
    ...ofReview,
  },
  published: {
    handle: 'review-published',
    name: 'Review published',
    description: 'Starts when a review appears in your store. Imported reviews don’t start it.',
    ...ofReview,
  },
  negative: {
    handle: 'review-negative',
    name: 'Negative review received',
    description: 'Starts when a new or changed review has few stars. You set how many in Candor.',
    ...ofReview,
  },
  reported: {
    handle: 'review-reported',
    name: 'Review reported',
    description: 'Starts when a shopper reports a published review.',
    ...ofReview,
  },
  test: {
    handle: 'candor-test',
    name: 'Candor test sent',
    description: 'Starts when you send a test event in Candor.',
    references: [],
    fields: [{ type: 'single_line_text_field', key: 'Message', description: 'A sentence from Candor.' }],
  },
} as const satisfies Record<string, FlowTrigger>
export type FlowTriggerName = keyof typeof FLOW_TRIGGERS

/** Flow refuses payloads of 50,000 bytes or more. */
export const maxFlowPayloadBytes = 50_000

export interface FlowAction {
  handle: string
  /** As Flow names it: a verb and its object. */
  name: string
  description: string
  references: readonly FlowReference[]
  fields: readonly (FlowField & { name: string; required: boolean })[]
}

const reviewId = {
  type: 'single_line_text_field',
  key: 'review-id',
  name: 'Review ID',
  description: 'The Review ID of a trigger of Candor.',
  required: true,
} as const

/** One row for each extension `extensions/flow-action-*`; a test compares them. */
export const FLOW_ACTIONS = {
  publish: {
    handle: 'publish-review',
    name: 'Publish review',
    description: 'Shows a review in your store.',
    references: [],
    fields: [reviewId],
  },
  hide: {
    handle: 'hide-review',
    name: 'Hide review',
    description: 'Hides a review from your store, and tells its author the reason.',
    references: [],
    fields: [
      reviewId,
      {
        type: 'single_line_text_field',
        key: 'reason',
        name: 'Reason',
        description: 'offTopic, personalData, insult, spam, noPurchase, illegal or other. Empty: other.',
        required: false,
      },
      {
        type: 'multi_line_text_field',
        key: 'note',
        name: 'Note to the author',
        description: 'At most 500 characters. Empty, without a reason: an automation of the store hid it.',
        required: false,
      },
    ],
  },
  request: {
    handle: 'request-review',
    name: 'Request review',
    description: 'Sends the review request of an order now.',
    references: ['order'],
    fields: [],
  },
} as const satisfies Record<string, FlowAction>
export type FlowActionName = keyof typeof FLOW_ACTIONS

export const findFlowAction = (handle: string): FlowActionName | null =>
  (Object.keys(FLOW_ACTIONS) as FlowActionName[]).find((name) => FLOW_ACTIONS[name].handle === handle) ?? null

/** Reason of a workflow that hides a review and names none. Its author reads that an automation did it. */
export const flowHideReason = 'other'

/** Path of an action's endpoint, as in `runtime_url`. */
export const flowActionPath = (handle: string): string => `/flow/actions/${handle}`

/**
 * Returns a payload that Flow accepts: shortens the longest text with an ellipsis until the JSON is small enough.
 * @param payload keys as in the trigger's extension
 */
export function fitFlowPayload(payload: Readonly<Record<string, string | number>>): Record<string, string | number> {
  const fitted = { ...payload }
  for (;;) {
    const over = byteLength(JSON.stringify(fitted)) - maxFlowPayloadBytes + 1
    if (over <= 0) return fitted
    const [key, text] = Object.entries(fitted).reduce<[string, string]>(
      (longest, [name, value]) =>
        typeof value === 'string' && value.length > longest[1].length ? [name, value] : longest,
      ['', ''],
    )
    if (text.length < 2) return fitted
    // A character is one to six bytes of JSON, so cutting too little is repeated.
    const kept = Math.max(0, text.length - Math.max(2, Math.ceil(over / 6)))
    fitted[key] = `${[...text.slice(0, kept)].slice(0, -1).join('')}…`
  }
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length
