/** Requests of the platform about personal data. */
export const PRIVACY_KINDS = ['data_request', 'customer_redact', 'shop_redact'] as const
export type PrivacyKind = (typeof PRIVACY_KINDS)[number]

/** `ignored`: the shop is installed again, so nothing was erased. */
export const PRIVACY_STATUSES = ['open', 'done', 'failed', 'ignored'] as const
export type PrivacyStatus = (typeof PRIVACY_STATUSES)[number]

/** Kinds of personal data, in the order of erasure. Imports still write rows; rows that refer to others come next. */
export const PERSONAL_DATA_KINDS = [
  'imports',
  'requests',
  'discounts',
  'pushSubscriptions',
  'surveyAnswers',
  'reports',
  'webhooks',
  'pictures',
  'reviews',
  'exports',
  'orders',
  'preferences',
  'customers',
  'traces',
] as const
export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number]

/** Days that the file of a data request can be downloaded. */
export const privacyFileDays = 30
/** Days by which the platform wants a request answered. */
export const privacyAnswerDays = 30
export const mostPrivacyRequests = 100
/** Rows of each list of a customer's data. The export has all. */
export const mostCustomerRows = 20

export const PRIVACY_ORIGINS = ['platform', 'merchant'] as const
export type PrivacyOrigin = (typeof PRIVACY_ORIGINS)[number]

/** Hours that an erasure waits for imports, exports and archives before it stops them. */
export const erasureWaitHours = 12
