import { z } from 'zod'
import { cleanLine } from '../../../rules/clean-text.ts'

/** Tags as the platform writes them: a text with commas, or a list. Null: the payload does not say. */
export const tagList = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .transform((tags) => tags.map(cleanLine).filter(Boolean))
  .nullish()
  .catch(null)
  .transform((tags) => tags ?? null)

/** Whether an object of the platform says that the customer agreed to marketing emails. Null: it does not say. */
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

/** What an event says of a customer; fields that it does not speak of are absent or null. */
export interface CustomerEvent {
  platformId: string
  tags?: string[] | null
  addedTags?: string[]
  removedTags?: string[]
  acceptsMarketing?: boolean | null
}

/** Reads an event about a customer; null where it is not what its topic promises. */
export function readCustomerEvent(topic: string, payload: unknown): CustomerEvent | null {
  if (topic === 'customers/create' || topic === 'customers/update') return customer.safeParse(payload).data ?? null
  if (topic === 'customers_email_marketing_consent/update') return consentChange.safeParse(payload).data ?? null
  const change = tagChange.safeParse(payload).data
  if (!change) return null
  return topic === 'customer.tags_added'
    ? { platformId: change.platformId, addedTags: change.tags }
    : { platformId: change.platformId, removedTags: change.tags }
}
