import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

interface Service {
  /** The benefit of the connection. */
  text: MessageDescriptor
  /** Labels of the secrets, with help on where to find them. */
  fields: Readonly<Record<string, { label: MessageDescriptor; help: MessageDescriptor }>>
  /** A separate page with more settings. */
  page?: string
  /** That page connects it, too. */
  isSetUpThere?: boolean
}

/** Texts of the services in server/app/integrations.ts, by key. */
export const services: Readonly<Record<string, Service>> = {
  judgeme: {
    text: msg`Import your reviews from Judge.me without a file.`,
    fields: {
      token: { label: msg`Private API token`, help: msg`Find it in Judge.me under Settings > Integrations > API.` },
    },
  },
  cj: {
    text: msg`Import reviews of products that you sell from CJDropshipping.`,
    fields: {
      token: { label: msg`Access token`, help: msg`Create it in your CJDropshipping account. It’s valid for 15 days.` },
    },
  },
  aem: {
    text: msg`Let AVADA Email Marketing send your emails, with its own templates and automations.`,
    fields: {
      appId: { label: msg`App ID`, help: msg`Find it in AVADA Email Marketing under Settings > API keys.` },
      secretKey: { label: msg`Secret key`, help: msg`You’ll find it next to the app ID.` },
    },
    page: '/settings/integration/aem',
  },
  klaviyo: {
    text: msg`Start flows in Klaviyo from new, published and answered reviews, and let Klaviyo send your review requests.`,
    fields: {
      apiKey: {
        label: msg`Private API key`,
        help: msg`Starts with “pk_”. Create it in Klaviyo under Settings > API keys, with read access to Accounts and full access to Events.`,
      },
    },
    page: '/settings/integration/klaviyo',
  },
  joy: {
    text: msg`Thank reviewers with loyalty points of Joy.`,
    fields: {
      appKey: {
        label: msg`App key`,
        help: msg`Find it in Joy under Settings > REST API. It needs the plan Joy Ultimate.`,
      },
      secretKey: { label: msg`Secret key`, help: msg`You’ll find it next to the app key.` },
    },
    page: '/settings/integration/joy',
  },
  pushowl: {
    text: msg`Notify customers on their devices when they can review an order.`,
    fields: { authToken: { label: msg`Authentication token`, help: msg`Ask PushOwl’s support for it.` } },
    page: '/settings/integration/push-owl',
  },
  webhook: {
    text: msg`Tell your own systems about new reviews, sent requests and finished imports.`,
    fields: {},
    page: '/settings/integration/webhook',
    isSetUpThere: true,
  },
  flow: {
    text: msg`Start workflows when a review arrives, and publish, hide or request reviews in a workflow.`,
    fields: {},
    page: '/settings/integration/shopify-flow',
  },
  deepl: {
    text: msg`Translate your reviews with your own DeepL account. DeepL gets review texts, never names or email addresses.`,
    fields: {
      authKey: {
        label: msg`API key`,
        help: msg`Find it in your DeepL account under API keys. Free keys end with “:fx”.`,
      },
    },
    page: '/translations',
  },
  libretranslate: {
    text: msg`Translate your reviews with LibreTranslate, on your own server or a rented one.`,
    fields: {
      url: { label: msg`Address`, help: msg`Starts with https://, such as https://translate.example.com.` },
      apiKey: { label: msg`API key (optional)`, help: msg`Leave it empty if your server doesn’t ask for one.` },
    },
    page: '/translations',
  },
  instagram: {
    text: msg`Show your Instagram posts in your store.`,
    fields: {
      token: { label: msg`Access token`, help: msg`Or log in to Instagram on the Instagram feed page.` },
    },
    page: '/display-settings/instagram-feed',
  },
}

/** Returns the key of the service whose page has this address, with or without the prefix of the embedded admin. */
export const findKeyOfPage = (path: string): string =>
  Object.entries(services).find(([, { page }]) => page && path.endsWith(page))?.[0] ?? ''

/** Names in the log for the events of server/core/events.ts. */
export const eventNames: Readonly<Record<string, MessageDescriptor>> = {
  'email.due': msg`Email handed over`,
  'points.due': msg`Points for a review`,
  'push.due': msg`Push notification`,
  'translation.due': msg`Translation of reviews`,
  'review.edited': msg`Review edited`,
  'review.revised': msg`Review changed by its author`,
  'review.negative': msg`Negative review`,
  'review.reported': msg`Review reported`,
  'flow.publish': msg`A workflow published a review`,
  'flow.hide': msg`A workflow hid a review`,
  'flow.request': msg`A workflow requested a review`,
  'connection.test': msg`Connection test`,
  'webhook.test': msg`Test event`,
  'review.created': msg`Review created`,
  'review.updated': msg`Review updated`,
  'review.deleted': msg`Review deleted`,
  'request.sent': msg`Request sent`,
  'import.finished': msg`Import finished`,
  'order.changed': msg`Order changed`,
  'review.submitted': msg`Review submitted`,
  'review.published': msg`Review published`,
  'review.hidden': msg`Review unpublished`,
  'review.replied': msg`Reply published`,
  'review.editRequested': msg`Edit requested`,
}
