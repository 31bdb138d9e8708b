import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

interface Service {
  /** What the connection is good for. */
  text: MessageDescriptor
  /** Names of the secrets that connect it, and where the merchant finds them. */
  fields: Readonly<Record<string, { label: MessageDescriptor, help: MessageDescriptor }>>
}

/** What the cards say about the services of server/integrations/table.ts, by their keys. */
export const services: Readonly<Record<string, Service>> = {
  judgeme: {
    text: msg`Import your reviews from Judge.me without a file.`,
    fields: { token: { label: msg`Private API token`, help: msg`Find it in Judge.me under Settings > Integrations > API.` } },
  },
  cj: {
    text: msg`Import reviews of products that you sell from CJDropshipping.`,
    fields: { token: { label: msg`Access token`, help: msg`Create it in your CJDropshipping account. It’s valid for 15 days.` } },
  },
}

/** What the log calls the events of server/events.ts. */
export const eventNames: Readonly<Record<string, MessageDescriptor>> = {
  'connection.test': msg`Connection test`,
  'order.changed': msg`Order changed`,
  'review.submitted': msg`Review submitted`,
  'review.published': msg`Review published`,
  'review.hidden': msg`Review unpublished`,
  'review.replied': msg`Reply published`,
  'review.editRequested': msg`Edit requested`,
}
