import { IMPORT_MESSAGES } from './messages/imports.ts'
import { REQUEST_MESSAGES } from './messages/requests.ts'

/**
 * Every sentence of the API, by code. Sentences of the specification (spec 4, 5, 8) are verbatim; parameters are
 * `{name}`. The client translates by code and doesn't compile if a code lacks a translation.
 */
export const MESSAGES = {
  // -- generic catalogue (spec 5)
  required: 'This field is required',
  requiredField: 'This is a required field',
  invalidDate: 'Invalid date value',
  invalidDateRange: 'Invalid date range',
  rangeTooLong: 'Choose at most {days} days',
  invalidEmail: 'Invalid email',
  tooManyWishes: 'You can send {max} wishes a day. Send this one tomorrow.',
  tooManyAddresses: 'Enter at most {max} email addresses',
  invalidDomain: 'Invalid domain',
  mustBeDigits: 'Must be digits',
  greaterThan: 'Must be greater than {min}',
  greaterOrEqual: 'Must be greater than or equal to {min}',
  lessThan: 'Must be less than {max}',
  lessOrEqual: 'Must be less than or equal to {max}',
  between: 'Must be between {min} and {max}',
  betweenEqual: 'Number needs to be between equal {min} and {max}',
  fillAtLeast: 'Fill at least {min} characters',
  fillMoreThan: 'Fill more than {min} characters',
  fillAtMost: 'Fill at most {max} characters',
  valueInvalid: 'Value invalid',
  needsLetters: 'Write it in words. Symbols and emoji alone aren’t enough.',
  noMarkup: 'Write plain text without HTML tags',
  choiceRepeated: 'This choice is there already',
  tooFewChoices: 'Enter at least {min} choices',
  tooManyChoices: 'Enter at most {max} choices',
  choicesDiffer: 'Translate all {count} choices, or none',
  scoreRequired: 'Choose a number from 0 to 10',
  surveyEnded: 'This survey has ended',
  surveyFinal: 'This answer can’t be changed any more',
  pageInvalid: 'Write one address per line, for example /pages/about or /collections/*',
  pagesRequired: 'Enter at least one page',

  // -- forms (spec 5, 8)
  uploadLimitReached: 'You have reached the file upload limit',
  emailFieldInvalid: 'Email field is invalid',
  invalidFileType: 'Invalid file type',
  heicPhoto: 'HEIC photos can’t be read. Save the photo as JPEG, or take a screenshot of it and add that.',
  invalidFileSize: 'Invalid file size',
  imageTooLarge: 'Images can be up to {megabytes} MB',
  imageTooManyPixels: 'Images can have up to {megapixels} megapixels',
  imageDamaged: 'This image is damaged or incomplete',
  replyRequired: 'Reply content is required',
  portMustBeNumber: 'Port must be a number',
  templateBroken: 'Line {line}: {reason}',
  templateFieldUnknown: 'Line {line}: there is no field “{name}”. Use {closest}.',
  templateTooSlow: 'This email takes too long to create. Simplify its text or its styles.',
  testEmailSent: 'Test email sent.',
  instagramNotSet: 'Logging in at Instagram is not set up here. Connect with a token instead.',
  themeUnreadable: 'We couldn’t read your theme’s settings. Enter the colors yourself.',
  testEmailFailed: 'We couldn’t send the test email. Try again.',
  testEmailToOthers: 'On the Free plan, test emails go to your own addresses only, such as {email}',
  testEmailLimit: 'You have reached the daily limit of 25 test emails',
  viewNameTaken: 'A view with this name already exists',
  invalidCoupon: 'Invalid coupon code',
  billingOff: 'Plans aren’t sold here. The operator of this Candor decides what your shop can use.',
  billingFailed: 'Shopify didn’t confirm the change. Nothing was charged, and your plan stays. Try again in a minute.',
  planIsPresent: 'Your shop has this plan already',
  shopNeverPays: 'Shopify does not bill development, staff and trial stores',
  downgradeReasonRequired: 'Please select a reason to confirm downgrading.',
  freeMailDomain:
    'Use an address on your own domain. {domain} is a public email service, so we can’t sign emails for it.',
  senderNeedsAddress: 'Enter the address that your emails come from',
  senderNotSet: 'Save a sender address on your own domain first',
  cannotVerify: 'Cannot verify settings: {reason}',
  smtpPortRefused: 'Use port 25, 465, 587 or 2525',
  smtpAddressRefused: 'This mail server isn’t on the public internet',
  smtpUnreachable: 'We can’t find this mail server',
  verificationSentLately: 'We sent an email a moment ago. Wait a few minutes before you send another.',
  rateRequired: 'Choose one to five stars',
  hoursOnlyForDelivery: 'Hours are only available for requests sent after delivery',
  lastCountryTiming: 'You can’t delete the only entry',

  // -- toasts (spec 8)
  subscriptionInfoFailed: 'Failed to get subscription info. If the problem persists after reload, please contact us.',
  loggedOut: 'Logged successfully',
  devZoneUpdated: 'Updated devzone!',
  enabled: 'Enabled successfully.',
  disabled: 'Disabled successfully.',
  rated: 'Rated successfully.',
  saved: 'Saved successfully.',
  redirecting: 'Redirecting to Shopify',
  subscribedFree: 'Subscribed free plan',
  localeChangeFailed: 'Fail to change locale',

  // -- integrations
  integrationNotConnected: 'This integration isn’t connected',
  integrationLoginRefused: 'The service refused these credentials. Check them and try again.',
  integrationRefused: 'The service refused the request',
  integrationBusy: 'The service was busy',
  integrationSilent: 'The service didn’t answer',
  integrationAddressRefused: 'The service’s address isn’t allowed',
  integrationNothingToSend: 'The data was deleted before it could be sent',
  tooManyDeliveries: 'Too many deliveries were waiting',

  ...REQUEST_MESSAGES,

  // -- reviews (spec 4, 8)
  sendReplyFailed: 'Failed to send reply',
  deleteReplyFailed: 'Failed to delete reply',
  exportFailed: 'Failed to export reviews',
  republishFailed: 'Failed to republish',
  editRequestNoEmail: 'Email not found, unable to send edit request',
  productMissing: 'Product does not exist',
  alreadyPublished: 'This review is already published',
  alreadyHidden: 'This review is already hidden',
  inTrash: 'This review is in the trash',
  notInTrash: 'This review is not in the trash',
  recycleBinOff: 'The trash is turned off in your settings',
  spamStaysHidden: 'This review was rejected as spam',
  noReply: 'This review has no reply',
  replyExists: 'This review already has a reply',
  importedNotEditable: 'Imported reviews can’t be edited',
  editNotConfirmed: 'The customer hasn’t confirmed the edit request',
  editDenied: 'The customer declined the edit request',
  editNeedsNewRequest: 'The customer approved another change. Send this one as a new edit request',
  editWithoutChange: 'Change the title, the text or the photos first',
  noSuspicion: 'Nothing speaks against this review any more',
  noObjection: 'This review has no open objection',
  noEditRequest: 'No edit request is waiting for the customer’s answer',
  editRequestPending: 'This change is already waiting for the customer’s approval',
  editRequestNotNeeded: 'This review can be edited without a request',
  customerWordsEmptied: 'The customer wrote this. You can change it, but not leave it empty',
  neverEdited: 'This review has not been edited',
  verifiedByOrder: 'This review is verified by an order',
  onlyPublished: 'Only published reviews can be testimonials',
  ownReviewNotVerified: 'Reviews you add can’t be marked as verified',
  replyDateTooEarly: 'The reply can’t be dated before the review',
  bulkRunning: 'Another bulk action is running',
  bulkNeedsAll: 'Without a filter this changes every review. To confirm, also send all: true.',
  bulkTooLate: 'You can undo this for {hours} hours only',
  bulkUndone: 'This was already undone',
  bulkNotUndoable: 'This can’t be undone',
  bulkNotDone: 'This is still running',
  exportRunning: 'Another export is running',
  archiveRunning: 'Another download is being prepared',
  archiveFailed: 'We couldn’t prepare the file. Try again.',
  exportNotReady: 'The file is not ready yet',
  exportGone: 'This file has expired. Export again.',
  videoTooLong: 'Videos can be up to {seconds} seconds long',
  videoTooLarge: 'Videos can be up to {megabytes} MB',
  videoUnreadable: 'We can’t read this video. Save it as MP4 (H.264) or WebM and try again.',
  onlyCustomersMayReview: 'Please sign in to the store to write a review',
  onlyBuyersMayReview: 'Only customers who bought this can write a review',

  ...IMPORT_MESSAGES,

  // -- QR codes
  qrCodeTooLight: 'Cameras can’t read a code in this color. Choose a darker one.',

  // -- plans (spec 6, 9)
  planRequired: 'This requires the {plan} plan',
  plusOnly: 'The Enterprise plan is for Plus stores only',
  limitReached: 'You’ve reached the limit of {limit}',
  requestLimitReached: 'You have reached the monthly limit of {limit} review requests',

  // -- sessions and access (spec 6, 8)
  unauthenticated: 'Please sign in again',
  wrongCredentials: 'Incorrect email or password',
  tooManyAttempts: 'Too many attempts. Try again later.',
  passwordTooShort: 'Use at least {min} characters. A short sentence works well.',
  passwordTooCommon: 'This password is easy to guess. Use a few words that belong together only for you.',
  passwordSame: 'Choose a password that differs from your present one',
  wrongPassword: 'This isn’t your present password',
  passwordLinkSent: 'If an account has this address, we sent a link to it. The link works for 30 minutes.',
  passwordChanged: 'Password changed. Your other devices are signed out.',
  linkUsed: 'This link was already used',
  inviteUsed: 'This invitation was already accepted. Sign in with your email and password.',
  inviteOver: 'This invitation is no longer valid. Ask the person who invited you to send a new one.',
  inviteSent: 'Invitation sent to {email}',
  alreadyMember: 'This person can already sign in to this shop',
  tooManyInvites: 'Your shop has {max} open invitations. Cancel one first.',
  notYourself: 'You can’t remove yourself. Another person of the shop can do it.',
  lastPerson: 'This is the last person who can change something here. Invite another person first.',
  deviceSignedOut: 'Device signed out',
  keyMalformed: 'This isn’t an API key of Candor. Keys begin with cdr_ and have 47 characters.',
  keyUnknown: 'This API key doesn’t exist. Create one under Settings, API keys.',
  keyRevoked: 'This API key was revoked. Use another one.',
  keyExpired: 'This API key was replaced, and the time in which both worked is over. Use the new one.',
  keyElsewhere: 'Send an API key as “Authorization: Bearer cdr_…” to /graphql or to a path under /api.',
  keyInUrl: 'Candor accepts no API key in a URL, as logs keep it. Revoke this key and send a new one as a header.',
  keyScopeMissing: 'This API key lacks the scope {scope}.',
  keyNeedsPerson: 'An API key can’t do this. A person has to sign in to the admin.',
  keyOverLimit: 'This API key has sent too many requests. Wait as long as Retry-After says.',
  tooManyKeys: 'Your shop has {max} API keys. Revoke one first.',
  keyEnded: 'This API key no longer works. Create a new one.',
  shopNotChosen: 'Choose a shop first',
  readOnly: 'This session is read-only',
  notInDemo: 'This is only available in the demo',
  devZoneClosed: 'The dev zone is closed',
  extendedModeBlocked: 'This account cannot use the app',
  devShopUnsupported: 'Support is no longer provided for development stores',

  // -- every edge
  notFound: 'Not found',
  stale: 'This has changed since you opened it. Reload to see the latest version.',
  malformedCursor: 'The cursor is not valid',
  malformedId: 'The id is not valid',
  malformedInput: 'The request is not valid',
  unknownField: 'Unknown field',
  fieldNotEditable: 'This field can’t be changed',
  tooManyIds: 'At most {max} at a time',
  linkInvalid: 'This link is not valid',
  linkExpired: 'This link has expired',
  idempotencyEmpty: 'The Idempotency-Key must not be empty',
  idempotencyMismatch: 'This Idempotency-Key was already used for a different request',
  idempotencyRunning: 'The first request with this Idempotency-Key is still running',
  idempotencyDone: 'This request was already done. Its answer is no longer available.',
  notAllowed: 'You can’t do this right now',
  upstreamFailed: 'Another service didn’t respond. Try again later.',
  mailFailed: 'The email server didn’t accept the message',
  saveFailed: 'Failed to save',
  generateFailed: 'Failed to generate',
  verifyFailed: 'Cannot verify settings',
  pageMissing: "The page you're looking for couldn't be found",
  unexpected: 'Something went wrong on our side',
} as const

export type MessageCode = keyof typeof MESSAGES
export type MessageParams = Readonly<Record<string, string | number>>

export interface Problem {
  path: string
  code: MessageCode
  params?: MessageParams
}

export function isMessageCode(value: unknown): value is MessageCode {
  return typeof value === 'string' && Object.hasOwn(MESSAGES, value)
}

/** Returns a code's English sentence. Placeholders without a value stay unchanged. */
export function formatMessage(code: MessageCode, params: MessageParams = {}): string {
  const ending = code === 'unknownField' && Object.hasOwn(params, 'suggestion') ? '. Did you mean "{suggestion}"?' : ''
  return `${MESSAGES[code]}${ending}`.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  )
}
