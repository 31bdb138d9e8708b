import { z } from 'zod'
import { cleanLine } from '../../../rules/clean-text.ts'

/** Tags in the platform's form: a text with commas, or a list. Null if the payload has none. */
export const tagList = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .transform((tags) => tags.map(cleanLine).filter(Boolean))
  .nullish()
  .catch(null)
  .transform((tags) => tags ?? null)

/** Parses whether the customer agreed to marketing emails; null if the payload doesn't say. */
export const consentOf = z
  .object({ state: z.string().nullish(), marketingState: z.string().nullish() })
  .nullish()
  .catch(null)
  .transform((consent) => {
    const state = consent?.state ?? consent?.marketingState
    return state ? state.toLowerCase() === 'subscribed' : null
  })

const idText = z.union([z.number(), z.string()]).transform((id) => String(id).split('/').at(-1) ?? '')

const customer = z
  .object({
    id: idText,
    tags: tagList,
    email_marketing_consent: consentOf,
    accepts_marketing: z.boolean().nullish().catch(null),
  })
  .transform(({ id, tags, email_marketing_consent: consent, accepts_marketing: accepts }) => ({
    platformId: id,
    tags,
    acceptsMarketing: consent ?? accepts ?? null,
  }))
const tagChange = z
  .object({ customerId: idText, tags: z.array(z.string()).transform((tags) => tags.map(cleanLine)) })
  .transform(({ customerId, tags }) => ({ platformId: customerId, tags }))
const consentChange = z
  .object({ customer_id: idText, email_marketing_consent: consentOf })
  .transform((read) => ({ platformId: read.customer_id, acceptsMarketing: read.email_marketing_consent }))

/** A customer's fields in an event; absent or null if the event doesn't name them. */
interface CustomerEvent {
  platformId: string
  tags?: string[] | null
  addedTags?: string[]
  removedTags?: string[]
  acceptsMarketing?: boolean | null
}

/** Returns null if the payload doesn't match its topic. */
export function readCustomerEvent(topic: string, payload: unknown): CustomerEvent | null {
  if (topic === 'customers/create' || topic === 'customers/update') return customer.safeParse(payload).data ?? null
  if (topic === 'customers_email_marketing_consent/update') return consentChange.safeParse(payload).data ?? null
  const change = tagChange.safeParse(payload).data
  if (!change) return null
  return topic === 'customer.tags_added'
    ? { platformId: change.platformId, addedTags: change.tags }
    : { platformId: change.platformId, removedTags: change.tags }
}
