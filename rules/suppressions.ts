/**
 * Why an address is not written to: its owner asked so, the merchant blocked the customer, the mail server knows no such mailbox, an
 * email was marked as spam, or the merchant added the address to the list.
 */
export const SUPPRESSION_REASONS = ['unsubscribed', 'blocked', 'bounced', 'complained', 'added'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** What a customer chooses behind the unsubscribe link of an email. */
export const MAIL_CHOICES = ['fewer', 'later', 'never'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]
