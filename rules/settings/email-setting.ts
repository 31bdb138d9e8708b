import { z } from 'zod'
import { maxNameChars, maxNoticeReceivers, maxRate, maxSmtpPasswordChars, minRate } from '../limits.ts'
import { emailList, flag, line, oneOf, optionalEmail, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'

const smtpPort = { error: 'portMustBeNumber' } as const

const schema = z
  .object({
    senderEmail: optionalEmail().describe(
      'The address that emails to customers come from. Empty: Candor’s own address.',
    ),
    senderName: line(maxNameChars).describe('The name of the sender. Empty: the shop’s name.'),
    replyTo: optionalEmail().describe('The address that answers go to. Empty: the shop’s email.'),
    smtpType: oneOf(['default', 'custom'], 'SmtpType').describe(
      'Whether emails leave through Candor’s mail server or the shop’s own.',
    ),
    host: line(253).describe('The shop’s own mail server.'),
    // 'Port must be a number' (spec 5).
    port: z
      .number(smtpPort)
      .int(smtpPort)
      .min(1, smtpPort)
      .max(65_535, smtpPort)
      .describe('The port of the mail server.'),
    encryption: oneOf(['automatic', 'tls', 'starttls'], 'SmtpEncryption').describe(
      'TLS from the first byte, STARTTLS, or whichever suits the port. A password is only sent encrypted.',
    ),
    authentication: flag.describe('The mail server needs a username and a password.'),
    username: line(320).describe('The username at the mail server.'),
    enabledEmailNewReview: flag.describe('Notifies the merchant of new reviews, at most once an hour.'),
    enabledEmailNegativeReview: flag.describe('Notifies the merchant of each negative review at once.'),
    receiverNewReview: emailList(maxNoticeReceivers).describe(
      'Email addresses, separated by commas. Empty: the shop’s email.',
    ),
    enabledEmailReportedReview: flag.describe(
      'Notifies the merchant when shoppers report a review. It goes to receiverNegativeReview.',
    ),
    enabledEmailAssignedReview: flag.describe('Notifies a person of the shop when another assigns reviews to them.'),
    receiverNegativeReview: emailList(maxNoticeReceivers).describe(
      'Email addresses, separated by commas. Empty: the shop’s email.',
    ),
    enabledEmailWeeklySummary: flag.describe('Sends the merchant last week’s figures on Mondays.'),
    receiverWeeklySummary: emailList(maxNoticeReceivers).describe(
      'Email addresses, separated by commas. Empty: the shop’s email.',
    ),
    negativeReview: wholeNumber(minRate, maxRate).describe(
      'Stars at or below which a review is negative. The same number as negativeReviewThreshold of general.',
    ),
    isCustomSenderEnabled: flag.describe('Sends from senderEmail once it is verified.'),
    isVerified: flag.describe('The sender is verified.'),
    isSmtpVerified: flag.describe('The shop’s own mail server passed a test since its settings changed.'),
    hiddenBannerVerify: flag.describe('The merchant closed the banner about verifying the sender.'),
    sentEmailVerify: flag.describe('A verification email was sent.'),
  })
  .describe('Sender, mail server and notifications (spec 3, Email setting).')
export type EmailSetting = z.infer<typeof schema>

export const EMAIL_SETTING = settingsDocument(
  schema,
  {
    senderEmail: '',
    senderName: '',
    replyTo: '',
    smtpType: 'default',
    host: '',
    port: 587,
    encryption: 'automatic',
    authentication: true,
    username: '',
    enabledEmailNewReview: true,
    enabledEmailNegativeReview: true,
    enabledEmailReportedReview: true,
    enabledEmailAssignedReview: true,
    receiverNewReview: '',
    receiverNegativeReview: '',
    enabledEmailWeeklySummary: true,
    receiverWeeklySummary: '',
    negativeReview: 2,
    isCustomSenderEnabled: false,
    isVerified: false,
    isSmtpVerified: false,
    hiddenBannerVerify: false,
    sentEmailVerify: false,
  },
  {
    // Written by the verification.
    kept: ['isVerified', 'isSmtpVerified', 'sentEmailVerify'],
    secretsFor: 'host',
    secrets: {
      password: z
        .string({ error: 'valueInvalid' })
        .max(maxSmtpPasswordChars, { error: 'valueInvalid' })
        .describe('The password at the mail server.'),
    },
  },
)
