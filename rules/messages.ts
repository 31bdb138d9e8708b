/**
 * Every sentence the API can answer, by code. Sentences in the specification (spec 4, 5, 8) stand verbatim; parameters
 * are `{name}`. The client translates by code, so a code without a translation does not compile there.
 */
export const MESSAGES = {
  // -- generic catalogue (spec 5)
  required: 'This field is required',
  requiredField: 'This is a required field',
  invalidDate: 'Invalid date value',
  invalidDateRange: 'Invalid date range',
  invalidEmail: 'Invalid email',
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

  // -- forms (spec 5, 8)
  uploadLimitReached: 'You have reached the file upload limit',
  emailFieldInvalid: 'Email field is invalid',
  invalidFileType: 'Invalid file type',
  invalidFileSize: 'Invalid file size',
  imageTooLarge: 'An image can have at most {megabytes} MB',
  replyRequired: 'Reply content is required',
  portMustBeNumber: 'Port must be a number',
  testEmailLimit: 'You have reached the daily limit of 25 test emails',
  viewNameTaken: 'A view with this name exists already',
  invalidCoupon: 'Invalid coupon code',
  downgradeReasonRequired: 'Please select a reason to confirm downgrading.',
  rateRequired: 'Choose one to five stars',
  hoursOnlyForDelivery: 'Hours can be chosen only when requests are sent after delivery',
  lastCountryTiming: 'The only entry cannot be deleted',

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

  // -- request queue (spec 4, 8)
  failToSend: 'Failed to send email',
  failToSkip: 'Failed to skip emails',
  failToBlock: 'Failed to block customers',
  failToUnblock: 'Failed to unblock customers',
  failToPush: 'Fail to push notification',
  sendSuccessfully: 'Sent successfully',
  emailSkipped: 'Email skipped',
  blocked: 'Customers blocked',
  unblocked: 'Customers unblocked',
  updateStatusSuccessfully: 'Status updated successfully',
  pushSuccessfully: 'Notification pushed successfully',
  needCondition: 'Need condition to be scheduled',

  // -- why a request was skipped (spec 8, issue's own)
  emailNotFound: 'Email not found, unable to send request',
  noRecipients: 'No recipients defined',
  emailSettingDisabled: 'Email setting status is disabled',
  unsubscribed: 'This email address is unsubscribed',
  noCustomerEmail: 'No customer email',
  customerBlocked: 'This customer is blocked',
  customerNotBlocked: 'This customer is not blocked',
  orderCancelled: 'The order was cancelled',
  orderRefunded: 'The order was refunded',
  alreadyReviewed: 'The customer has reviewed this order already',
  noProducts: 'The order has no product that can be reviewed',
  quotaMissed: 'The monthly limit of requests was reached and the request waited longer than {days} days',
  overQuota: 'The monthly limit of {limit} requests is reached. Sending goes on when it renews.',
  addressRefused: 'The mail server refused this address',
  appOff: 'The app is switched off',
  otherReason: 'Skipped for another reason',

  // -- what the state of a request forbids
  queueItemDone: 'This request has been sent already',
  queueItemSending: 'This request is being sent right now',
  queueItemCancelled: 'This request was cancelled',
  queueItemNotSent: 'This request has not been sent yet',
  queueItemNotFailed: 'Only failed or cancelled requests can be sent again',
  nothingToView: 'There is no content to view',

  // -- reviews (spec 4, 8)
  sendReplyFailed: 'Failed to send reply',
  deleteReplyFailed: 'Failed to delete reply',
  exportFailed: 'Failed to export reviews',
  republishFailed: 'Failed to republish',
  editRequestNoEmail: 'Email not found, unable to send edit request',
  productMissing: 'Product does not exist',
  alreadyPublished: 'The review is published already',
  alreadyHidden: 'The review is hidden already',
  inTrash: 'The review is in the trash',
  notInTrash: 'The review is not in the trash',
  recycleBinOff: 'The recycle bin is switched off',
  spamStaysHidden: 'The review was rejected as spam',
  noReply: 'The review has no reply',
  replyExists: 'The review has a reply already',
  importedNotEditable: 'Imported reviews cannot be edited',
  editNotConfirmed: 'The customer has not confirmed the edit request',
  editDenied: 'The customer has refused the edit request',
  editRequestPending: 'An edit request is waiting for the customer’s answer',
  editRequestNotNeeded: 'This review can be edited without a request',
  customerWordsEmptied: 'The customer wrote this: it can be changed, but not left empty',
  neverEdited: 'The review has not been edited',
  verifiedByOrder: 'The review is verified by its order',
  onlyPublished: 'Only published reviews can be chosen',
  ownReviewNotVerified: 'A review of your own cannot be marked as verified',
  replyDateTooEarly: 'The reply cannot be older than the review',
  bulkRunning: 'Another change of many reviews is running',
  bulkTooLate: 'This can be undone for {hours} hours only',
  bulkUndone: 'This has been undone already',
  bulkNotUndoable: 'This cannot be undone',
  bulkNotDone: 'This is still running',
  exportRunning: 'Another export is running',
  exportNotReady: 'The file is not ready yet',
  exportGone: 'The file is no longer kept. Export again.',
  videoTooLong: 'A video can have at most {seconds} seconds',
  videoTooLarge: 'A video can have at most {megabytes} MB',
  videoUnreadable: 'This video cannot be read. Save it as mp4 (H.264) or webm and try again.',
  onlyCustomersMayReview: 'Please sign in to the store to write a review',
  onlyBuyersMayReview: 'Only customers who bought this can write a review',

  // -- imports (spec 5, 8)
  importFailed: 'Import failed, 0 review imported',
  importWrongUrl: 'Import failed, wrong URL',
  importFileGone: 'The file of this import is no longer kept',
  noReviewsFound: 'There is no reviews found',
  importFileTooLarge: 'The file has more than 25MB',
  emptyFile: 'The file is empty',
  workbookBroken: 'The Excel file is damaged or incomplete. Save it again and try again.',
  workbookTooLarge: 'The Excel file unpacks to more than can be read. Split it or save it as CSV and try again.',
  workbookRowTooLarge: 'Row {row} of the Excel file is larger than a sheet allows. Save the file as CSV and try again.',
  encodingUnreadable: 'The text encoding of the file cannot be read. Save it as UTF-8 and try again.',
  notAReviewExport: 'This is not a review export. A file needs at least the columns {columns}.',
  otherReviewExport: 'This is not a Judge.me export. A Judge.me file is accepted, with columns such as {columns}.',
  fileBroken: 'The file ends in the middle of a record (row {row})',
  quoteNotClosed: 'A quotation mark opened in row {row} is never closed',
  tooManyRows: 'The file has {rows} reviews, your plan takes {limit} at a time',
  oldExcelFile: 'Save the file as xlsx or csv and try again',
  importRunning: 'Another import is running',
  importNotReady: 'The file has not been checked yet',
  importStarted: 'The import has been started already',
  questionUnanswered: 'Answer the questions about the file first',
  answerInvalid: 'This is not one of the answers',
  badRow: 'The row cannot be read',
  textDamaged: 'Some characters of the text are damaged and cannot be read',
  textGarbled: 'The text looks garbled in the file itself',
  rowTooLong: 'The row has more columns than the header',
  badRating: 'The rating is not a number',
  ratingMissing: 'The rating is missing',
  ratingOutOfRange: 'The rating must be from {min} to {max}',
  ratingZero: 'A rating of 0 is not a rating',
  contentMissing: 'The review has no text',
  contentTooLong: 'The text has more than {max} characters',
  titleTooLong: 'The title has more than {max} characters',
  nameTooLong: 'The name has more than {max} characters',
  emailUnreadable: 'The email address is not valid and was left out',
  dateMissing: 'The date is missing',
  dateUnreadable: 'The date cannot be read',
  dateInFuture: 'The date is in the future',
  photoAddressInvalid: 'A photo address is not a web address and was left out',
  tooManyPhotos: 'Only the first {max} photos are taken',
  productUnmatched: 'No product of the shop matches',
  duplicateReview: 'This review is in the shop already',
  duplicateInFile: 'The same review stands in the file twice',

  // -- plans (spec 6, 9)
  planRequired: 'This needs the {plan} plan',
  plusOnly: 'The Enterprise plan is for Plus stores only',
  limitReached: 'The limit of {limit} is reached',
  requestLimitReached: 'You have reached the monthly limit of {limit} review requests',

  // -- sessions and access (spec 6, 8)
  unauthenticated: 'Please sign in again',
  wrongCredentials: 'Email or password is wrong',
  tooManyAttempts: 'Too many attempts. Try again later.',
  shopNotChosen: 'Choose a shop first',
  readOnly: 'This session can only read',
  notInDemo: 'This exists only in the demo',
  devZoneClosed: 'The dev zone is closed',
  extendedModeBlocked: 'This account cannot use the app',
  devShopUnsupported: 'Support is no longer provided for development stores',

  // -- every edge
  notFound: 'Not found',
  stale: 'This was changed meanwhile. Reload to see the newest state.',
  malformedCursor: 'The cursor is not valid',
  malformedId: 'The id is not valid',
  malformedInput: 'The request is not valid',
  unknownField: 'This field is not known',
  tooManyIds: 'At most {max} at a time',
  linkInvalid: 'This link is not valid',
  linkExpired: 'This link has expired',
  idempotencyEmpty: 'The Idempotency-Key must not be empty',
  idempotencyMismatch: 'This Idempotency-Key was used for another request',
  idempotencyRunning: 'The first request with this Idempotency-Key is still running',
  idempotencyDone: 'This was done already; its answer cannot be repeated',
  notAllowed: 'This is not possible now',
  upstreamFailed: 'Another service did not answer. Try again later.',
  mailFailed: 'The mail server did not take the message',
  saveFailed: 'Failed to save',
  generateFailed: 'Failed to generate',
  verifyFailed: 'Cannot verify settings',
  pageMissing: 'The page you\'re looking for couldn\'t be found',
  unexpected: 'Something went wrong on our side',
} as const

export type MessageCode = keyof typeof MESSAGES
export type MessageParams = Readonly<Record<string, string | number>>

/** A field's refusal: dotted path, code, and the values its sentence needs. */
export interface Problem {
  path: string
  code: MessageCode
  params?: MessageParams
}

export function isMessageCode(value: unknown): value is MessageCode {
  return typeof value === 'string' && Object.hasOwn(MESSAGES, value)
}

/** The English sentence of a code; a placeholder without a value stays as it is written. */
export function sentence(code: MessageCode, params: MessageParams = {}): string {
  return MESSAGES[code].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder)
}
