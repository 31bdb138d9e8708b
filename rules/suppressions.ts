/**
 * Why an address gets no email. `unsubscribed`: by its owner. `blocked`, `added`: by the merchant. `bounced`: no such
 * mailbox. `complained`: marked as spam.
 */
export const SUPPRESSION_REASONS = ['unsubscribed', 'blocked', 'bounced', 'complained', 'added'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

export const MAIL_CHOICES = ['fewer', 'later', 'never'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]
