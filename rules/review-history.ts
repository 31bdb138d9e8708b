/** Actions of a review's history, in the past tense; the admin translates them. */
export const HISTORY_ACTIONS = [
  'created',
  'submitted',
  'imported',
  'published',
  'hidden',
  'trashed',
  'restored',
  'replied',
  'replyEdited',
  'replyDeleted',
  'edited',
  'reverted',
  'editRequested',
  'editConfirmed',
  'editDenied',
  'editWithdrawn',
  'pinned',
  'unpinned',
  'featured',
  'unfeatured',
  'verified',
  'unverified',
  'testimonialAdded',
  'testimonialRemoved',
  'mediaHidden',
  'mediaShown',
  'mediaAdded',
  'mediaRemoved',
  'undone',
  'editMailFailed',
  'emailConfirmed',
  'disowned',
  'replyMailed',
  'replyMailFailed',
  'foundFine',
  'assigned',
] as const
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]

/** The merchant, the customer through an email's link, or a rule of the general settings. */
export const HISTORY_ACTORS = ['merchant', 'customer', 'rule'] as const
export type HistoryActorKind = (typeof HISTORY_ACTORS)[number]
