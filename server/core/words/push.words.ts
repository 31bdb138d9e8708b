import type { WordTable } from './word-table.ts'

/** Words of push notifications, and of the prompt that asks for permission. */
export const pushWords = [
  /*i18n*/ { id: 'push.review.title', message: 'How is your order from {shop}?' },
  /*i18n*/ { id: 'push.review.body', message: 'Tell others about {products}.' },
  /*i18n*/ { id: 'push.photo.title', message: 'Show how it looks' },
  /*i18n*/ { id: 'push.photo.body', message: 'Add a photo to your review of {products}.' },
  /*i18n*/ { id: 'push.prompt.text', message: '{shop} can notify you on this device when you can review your order.' },
  /*i18n*/ { id: 'push.prompt.yes', message: 'Notify me' },
  /*i18n*/ { id: 'push.prompt.no', message: 'No, thanks' },
] as const satisfies WordTable
