import type { WordTable } from './word-table.ts'

/** Words of emails to merchants, in the language of their admin. */
export const notificationWords = [
  /*i18n*/ { id: 'notice.negative.subject', message: '{rate, plural, one {# star} other {# stars}} for {product}' },
  /*i18n*/ { id: 'notice.negative.preheader', message: 'A negative review at {shop} may need your reply.' },
  /*i18n*/ {
    id: 'notice.negative.content',
    message:
      '{author} gave {product} {rate, plural, one {# star} other {# stars}}. {status, select, published {The review is published.} other {The review is pending.}}\n\nA quick, friendly reply often helps.',
  },
  /*i18n*/ { id: 'notice.negative.button', message: 'Reply to review' },
  /*i18n*/ { id: 'notice.frozen.subject', message: 'Your {plan} plan is on hold' },
  /*i18n*/ { id: 'notice.frozen.preheader', message: 'Shopify couldn’t charge your store.' },
  /*i18n*/ {
    id: 'notice.frozen.content',
    message:
      'Shopify couldn’t charge your store, so {shop} has the Free plan for now. Everything you saved is still there. Pay your Shopify bill, and the {plan} plan comes back at once.',
  },
  /*i18n*/ { id: 'notice.frozen.button', message: 'See your plan' },
  /*i18n*/ { id: 'notice.webhook.subject', message: 'A webhook of {shop} is disabled' },
  /*i18n*/ { id: 'notice.webhook.preheader', message: 'Its receiver no longer gets events.' },
  /*i18n*/ {
    id: 'notice.webhook.content',
    message:
      '{reason, select, gone {The receiver {url} answered that it wants no more events.} other {The receiver {url} accepted nothing for five days.}} So Candor no longer sends it events.\n\nOnce the receiver works again, enable the webhook. Its log shows what failed, and you can send those events again.',
  },
  /*i18n*/ { id: 'notice.webhook.button', message: 'See the webhook’s log' },
  /*i18n*/ { id: 'notice.reported.subject', message: 'Reported: a review of {product}' },
  /*i18n*/ { id: 'notice.reported.preheader', message: 'A shopper asks you to check a review.' },
  /*i18n*/ {
    id: 'notice.reported.content',
    message:
      'A shopper reported the review that {author} wrote about {product}. It stays in your store until you decide.',
  },
  /*i18n*/ { id: 'notice.objected.subject', message: 'Objection: a review of {product}' },
  /*i18n*/ { id: 'notice.objected.preheader', message: 'The author disagrees that you don’t show a review.' },
  /*i18n*/ {
    id: 'notice.objected.content',
    message:
      '{author} objects that you don’t show their review of {product}. Read the objection and decide. The author gets your decision by email.',
  },
  /*i18n*/ { id: 'notice.objected.button', message: 'Read the objection' },
  /*i18n*/ {
    id: 'notice.assigned.subject',
    message: '{count, plural, one {A review was assigned to you} other {# reviews were assigned to you}}',
  },
  /*i18n*/ { id: 'notice.assigned.preheader', message: 'Please read it and reply.' },
  /*i18n*/ {
    id: 'notice.assigned.content',
    message:
      '{count, plural, one {{name} assigned a review at {shop} to you.} other {{name} assigned # reviews at {shop} to you.}}',
  },
  /*i18n*/ {
    id: 'notice.assigned.shop',
    message:
      '{count, plural, one {A review at {shop} was assigned to you.} other {# reviews at {shop} were assigned to you.}}',
  },
  /*i18n*/ {
    id: 'notice.assigned.button',
    message: '{count, plural, one {Read the review} other {View your reviews}}',
  },
  /*i18n*/ { id: 'notice.reported.button', message: 'Check the review' },
  /*i18n*/ {
    id: 'notice.new.subject',
    message: '{count, plural, one {A new review at {shop}} other {# new reviews at {shop}}}',
  },
  /*i18n*/ { id: 'notice.new.preheader', message: 'Read what your customers say.' },
  /*i18n*/ {
    id: 'notice.new.content',
    message: '{count, plural, one {You have a new review.} other {You have # new reviews.}}',
  },
  /*i18n*/ { id: 'notice.new.more', message: '{count, plural, one {And # more review.} other {And # more reviews.}}' },
  /*i18n*/ { id: 'notice.new.button', message: 'View reviews' },
  /*i18n*/ {
    id: 'notice.week.subject',
    message:
      '{count, plural, =0 {Your week at {shop}} one {Your week at {shop}: # new review} other {Your week at {shop}: # new reviews}}',
  },
  /*i18n*/ { id: 'notice.week.preheader', message: 'Last week’s reviews and review requests.' },
  /*i18n*/ {
    id: 'notice.week.reviews',
    message:
      '{count, plural, =0 {No new reviews last week} one {# new review last week} other {# new reviews last week}} ({before} the week before).',
  },
  /*i18n*/ { id: 'notice.week.rating', message: 'Average rating of the new reviews: {rating} of 5 stars.' },
  /*i18n*/ {
    id: 'notice.week.requests',
    message: 'Review requests: {sent} sent, {opened} opened, {reviewed} answered with a review.',
  },
  /*i18n*/ {
    id: 'notice.week.pending',
    message:
      '{count, plural, one {# review is waiting for your decision.} other {# reviews are waiting for your decision.}}',
  },
  /*i18n*/ { id: 'notice.week.decide', message: 'View pending reviews' },
  /*i18n*/ { id: 'notice.rated', message: '{rate} of 5 stars' },
  /*i18n*/ { id: 'notice.anonymous', message: 'Anonymous' },
  /*i18n*/ {
    id: 'notice.why',
    message:
      'You received this email because notifications are on for {shop}. Change this in Candor, under Collect reviews, Notifications.',
  },
] as const satisfies WordTable
