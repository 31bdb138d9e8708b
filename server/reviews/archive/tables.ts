import { Prisma } from '../../generated/prisma/client.ts'

/** How a table is archived. Columns are named as in the database; its primary key orders the rows. */
export interface ArchivedTable {
  /** Columns that stay behind: work in progress, and what the platform was last told. */
  without?: readonly string[]
  /** Values in place of stored ones, for work that ends with the move. */
  values?: Readonly<Record<string, Prisma.Sql>>
  /** The table of the row that a row belongs to, by column. A row without its parent is left out. */
  parents?: Readonly<Record<string, string>>
  /** Like `parents`, but a row without it stays and loses the reference. */
  references?: Readonly<Record<string, string>>
  /** Columns by which the receiving shop may know a row already, the surest first. Its row and id are then kept. */
  names?: readonly string[]
  /** The archive's row replaces the receiving shop's. */
  replaces?: boolean
  /** Rows of one part; fewer for large rows, as texts over 100 KB stay in memory for long. */
  rows?: number
}

const claims = ['leaseUntil', 'fence', 'attempts']
const sql = Prisma.sql

/** The archived tables, each after those that it refers to. */
export const ARCHIVED: Readonly<Record<string, ArchivedTable>> = {
  Setting: { replaces: true, rows: 20 },
  SettingHistory: { rows: 100 },
  EmailTemplateVersion: { rows: 20 },
  SavedView: {},
  Product: { without: ['ratingDue', 'ratingSent', 'themeDue', 'themeSent'], names: ['platformId', 'handle'] },
  ImportedName: { parents: { productId: 'Product' } },
  Customer: { names: ['platformId', 'email'] },
  Suppression: {},
  MailPreference: {},
  Order: { names: ['platformId'], rows: 100 },
  OldOrderRun: {
    without: claims,
    values: { status: sql`case status when 'running' then 'cancelled' else status end` },
  },
  QueueItem: {
    without: claims,
    values: { status: sql`case status when 'sending' then 'waiting' else status end` },
    rows: 100,
  },
  DelayedMail: {},
  SurveyAnswer: { names: ['platformOrderId'] },
  Import: {
    without: [...claims, 'command'],
    values: {
      status: sql`case when status in ('done', 'failed', 'undone') then status else 'cancelled' end`,
      fileKey: sql`''`,
    },
    rows: 100,
  },
  ImportProblem: {},
  // People belong to the login, which stays behind.
  Review: { without: ['assigneeId'], references: { productId: 'Product', customerId: 'Customer' }, rows: 100 },
  ReviewMedia: { without: ['attempts', 'nextAt'], parents: { reviewId: 'Review' } },
  ReviewTranslation: { parents: { reviewId: 'Review' } },
  ReviewVote: { parents: { reviewId: 'Review' } },
  ReviewReport: { parents: { reviewId: 'Review' } },
  ReviewStatement: { without: ['snapshot'] },
  ReviewHistory: { parents: { reviewId: 'Review' } },
  Discount: {},
  // A restored shop has no deliveries. Connecting Joy makes what was offered due.
  PointsAward: {
    names: ['reason'],
    values: { state: sql`case state when 'waiting' then 'offered' else state end` },
  },
  Fact: { replaces: true },
}

const counted = 'Counted from the archived rows.'
const indexed = 'An index that the database fills from the archived rows.'
const copies = 'Copies of the shop’s data, deleted after some days.'
const ofOperator = 'Belongs to the operator’s installation, not to a shop.'
const ofBilling = 'The bill is between the merchant and this operator.'
const ofLogin = 'Logins are secrets of persons. They get new ones.'
const passing = 'Passing notes of the program, deleted after some days.'

/** Tables that stay behind, with the reason. It is part of every archive's manifest. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  Account: ofLogin,
  AccountIdentity: ofLogin,
  AccountLink: ofLogin,
  AccountShop: ofLogin,
  LoginSession: ofLogin,
  ApiKey: 'Keys are secrets. Programs get new ones.',
  ShopSecret: 'Passwords, tokens and keys of other services. They are entered again.',
  SenderDomain: 'The domain’s private key is a secret. The domain gets new DNS records.',
  PushSubscription: 'A browser’s permission is bound to this operator’s key.',
  Subscription: ofBilling,
  RequestUsage: ofBilling,
  TranslationUsage: ofBilling,
  ReviewCount: counted,
  ReviewTopics: counted,
  ReviewTrait: 'Hashes for comparing reviews, which a comparison of the restored ones makes again.',
  ReviewSuspicion: 'Found again by a comparison of the restored reviews. The reviews’ history is archived.',
  ProductReviewCount: counted,
  QueueCount: counted,
  QueueMarkCount: counted,
  ReviewSearch: indexed,
  QueueSearch: indexed,
  ProductName: indexed,
  ReviewExport: copies,
  ShopArchive: copies,
  FirstImport: 'How far this installation has read the platform’s products and orders.',
  PrivacyRequest: 'The platform sends them to the operator whose app is installed.',
  ShopRestore: 'Says which archive was restored here.',
  BulkRun: 'Lets an action on many reviews be undone for a day. The reviews’ history is archived.',
  BulkItem: 'Lets an action on many reviews be undone for a day. The reviews’ history is archived.',
  ReviewNotice: 'New reviews that the next notice to the merchant counts.',
  IntegrationDelivery: 'The log of requests to connected services. The services are connected again.',
  WebhookEndpoint: 'Addresses of other systems. Their secrets are not archived, so they are set up again.',
  WebhookReceipt: passing,
  IdempotencyKey: passing,
  UnusedFile: passing,
  RateLimit: passing,
  MailOutage: ofOperator,
  Feature: ofOperator,
  FeatureVote: 'Votes for features of this operator.',
  FeatureWish: 'Sent to this operator.',
  MailWords: 'Candor’s own texts. Those that sent emails used are archived beside the tables.',
  DemoState: ofOperator,
  DemoMail: ofOperator,
  DemoReceived: ofOperator,
}

/** Columns of the shop's own row that are archived; a restore brings back `restored`. */
export const SHOP_COLUMNS = {
  restored: [
    'adminLocale',
    'appStatus',
    'setupDone',
    'setupStep',
    'isRated',
    'dismissedBanners',
    'factsSince',
    'translatedInto',
  ],
  told: [
    'shopifyDomain',
    'domain',
    'name',
    'firstName',
    'email',
    'primaryLocale',
    'ianaTimezone',
    'currency',
    'vendor',
  ],
} as const
/** Columns of the shop's row that stay behind. */
export const SHOP_LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  [ofBilling]: ['plan', 'planInterval', 'planStartedAt', 'billingDueAt', 'billedAs', 'billingReadAt', 'shopifyPlan'],
  'A secret.': ['sharedSecret', 'platformTokens'],
  'State of this installation.': [
    'id',
    'appName',
    'flags',
    'settingsVersion',
    'version',
    'createdAt',
    'installedAt',
    'grantedScopes',
    'ordersReadTo',
    'ordersDueAt',
    'uninstalledAt',
    'mailPause',
    'mailPauseText',
    'mailPausedAt',
    'mailResumedAt',
    'feedsVersion',
    'googleFeedReadAt',
    'metaFeedReadAt',
    'catalogVersion',
    'themeSent',
    'themeRelease',
  ],
}
