import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { partnerList, type Partner } from '../../rules/partners.ts'
import { BILLING_KINDS } from '../../rules/subscription.ts'
import { PLAN_IDS } from '../../rules/plans.ts'
import { listEqualDatabases } from './database/addresses.ts'
import { listSignInNeeds, listSignInProblems, signInVariables } from './env-sign-in.ts'

/** Defaults for the demo and the tests. Production refuses to start with them. */
const demoSecret = 'demo-only-secret-demo-only-secret'
const demoApiSecret = 'candor-demo-app-secret'
const demoVapidKey = Buffer.alloc(32, 'candor demo push').toString('base64url')
const demoEncryptionKey = Buffer.alloc(32, 'candor demo').toString('base64')

const wholeNumber = (most: number) =>
  z.coerce.number('must be a number').int().min(0, `must be from 0 to ${most}`).max(most, `must be from 0 to ${most}`)
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1')
/** Number or addresses of the proxies in front, for Fastify's trustProxy. */
const trustedProxies = z
  .string()
  .transform((value) =>
    /^\d{1,2}$/.test(value) ? Number(value) || false : value.split(',').map((item) => item.trim()),
  )
  .refine(
    (value) =>
      !Array.isArray(value) ||
      value.every((one) => namedProxies.includes(one) || ipaddr.isValid(one) || ipaddr.isValidCIDR(one)),
    'must be the number of proxies in front of Candor, or their addresses and networks separated by commas',
  )
const namedProxies = ['loopback', 'linklocal', 'uniquelocal']
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean),
)
const address = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be a URL such as ${example}` })
const databaseAddress = address(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/candor')
const encryptionKeys = z
  .string()
  .transform((value) => value.split(','))
  .refine(
    (keys) => keys.every((key) => Buffer.from(key, 'base64').length === 32),
    'must be 32 bytes in base64. Separate several keys with commas, newest first',
  )

/** `localhost:4010,[::1]:2525`: hosts and ports, as in URLs. */
const localTargets = list.refine(
  (targets) => targets.every((target) => /^(\[[\da-f:]+\]|[a-z\d.-]+):\d{1,5}$/.test(target)),
  'must be hosts with ports such as localhost:4010. Separate them with commas',
)
/** Origins that a policy can name. */
const hosts = list.refine(
  (origins) => origins.every((origin) => /^(https?|wss?):\/\/(\*\.)?[a-z\d.-]+(:\d{1,5})?$/.test(origin)),
  'must be origins such as https://image.crisp.chat or wss://client.relay.crisp.chat. Separate them with commas',
)
/** `klaviyo=https://a.klaviyo.com`: base URLs of services by integration. */
const providers = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
      .map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1).replace(/\/$/, '')] as const),
  )
  .refine(
    (pairs) =>
      pairs.every(([name, url]) => /^[a-z\d-]+$/.test(name) && z.url({ protocol: /^https?$/ }).safeParse(url).success),
    'must be names with URLs such as klaviyo=http://localhost:4010. Separate them with commas',
  )
  .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs))

/** A JSON file with recommended apps instead of Candor's own. */
const partnersFile = z.string().transform((path, context): Partner[] => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  let given: unknown
  try {
    given = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return refuse(`must name a file with JSON: ${path}: ${(error as Error).message}`)
  }
  const list = partnerList.safeParse(given)
  if (list.success) return list.data
  const [{ path: [at, field], message } = { path: [], message: '' }] = list.error.issues
  const what =
    at === undefined ? 'the list' : `app ${Number(at) + 1}${field === undefined ? ':' : `: ${String(field)}`}`
  return refuse(`names ${path}, in which ${what} ${message}`)
})

/** Public keys of other operators' archives, as `npm run archive -- --key` prints them. */
const archiveKeys = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .refine(
    (keys) => keys.every((key) => /^[\w-]{43}$/.test(key)),
    'must be public keys that npm run archive -- --key prints. Separate them with commas',
  )

/** Accepts a plain address, or a name with an address in angle brackets. */
const isSender = (sender: string): boolean =>
  !/[\r\n]/.test(sender) && z.email().safeParse(/^[^<>]*<([^<>]+)>$/.exec(sender)?.[1] ?? sender).success

/** Every environment variable. An unknown name that starts with CANDOR_ stops the start. */
const variables = z.object({
  PORT: wholeNumber(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: address(/^https?$/, 'https://reviews.example.com').optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((folder) => resolve(folder)),
  DATABASE_URL: databaseAddress.optional(),
  /** `transaction`: DATABASE_URL leads to a pooler that lends a session for one transaction. */
  CANDOR_POOLER: z.enum(['transaction'], 'must be transaction, or be left out').optional(),
  /** The database server itself, when DATABASE_URL leads to a pooler. */
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  /** A hot standby, which serves reads of shoppers. */
  DATABASE_READ_URL: databaseAddress.optional(),
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@mail.example.com:587').optional(),
  MAIL_FROM: z.string().refine(isSender, 'must be an address such as Our shop <reviews@example.com>').optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ENCRYPTION_KEY: encryptionKeys.optional(),
  SHOPIFY_API_KEY: z.string().min(1).optional(),
  SHOPIFY_API_SECRET: z.string().min(1).optional(),
  /** Handle in the URL of the app's hosted pricing page. */
  SHOPIFY_APP_HANDLE: z
    .string()
    .regex(/^[a-z\d-]+$/, 'must be the handle of the app, such as candor-reviews')
    .optional(),
  /** Permanent domain of the operator's own shop, which Candor reaches with the app's own credentials. */
  CANDOR_OWN_SHOP: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, "must be the shop's permanent domain, such as my-shop.myshopify.com")
    .optional(),
  ...signInVariables,
  CANDOR_BILLING: z.enum(BILLING_KINDS, `must be one of ${BILLING_KINDS.join(', ')}`).optional(),
  CANDOR_PLAN: z.enum(PLAN_IDS, `must be one of ${PLAN_IDS.join(', ')}`).default('enterprise'),
  S3_ENDPOINT: address(/^https?$/, 'https://s3.example.com').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  CANDOR_MODE: z.enum(['demo', 'production'], 'must be demo or production').optional(),
  CANDOR_ROLE: z.enum(['web', 'worker', 'all'], 'must be web, worker or all').default('all'),
  CANDOR_DEV_ZONE: flag.optional(),
  /** Accepted for one release: row-level security is always required. */
  CANDOR_ROW_SECURITY: z
    .literal('required', "can't be optional, because row-level security keeps the shops apart. Remove the setting")
    .optional(),
  CANDOR_PLAYGROUND: flag.optional(),
  /** Requests a minute of each API key, in each web process. */
  CANDOR_KEY_REQUESTS: z.coerce.number('must be a number').int().min(1, 'must be at least 1').default(600),
  CANDOR_BLOCKED_EMAIL_DOMAINS: list.default([]),
  CANDOR_INTERNAL_EMAIL_DOMAINS: list.default([]),
  CANDOR_LOCAL_TARGETS: localTargets.default([]),
  CANDOR_PROVIDERS: providers.default({}),
  INSTAGRAM_APP_ID: z.string().regex(/^\d+$/, 'must be the number of the app').optional(),
  INSTAGRAM_APP_SECRET: z.string().min(1).optional(),
  CANDOR_LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .default('info'),
  CANDOR_BOUNCE_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^([a-z\d-]+\.)+[a-z\d-]+$/, 'must be a domain such as bounces.example.com')
    .optional(),
  CANDOR_BOUNCE_PORT: wholeNumber(65_535).optional(),
  CANDOR_SES_TOPIC: z
    .string()
    .regex(
      /^arn:aws(-[a-z]+)*:sns:[a-z\d-]+:\d{12}:[\w.-]+$/,
      'must be the ARN of an SNS topic such as arn:aws:sns:us-east-1:123456789012:candor',
    )
    .optional(),
  CANDOR_POSTMARK_LOGIN: z
    .string()
    .regex(/^[^:\s]+:\S{16,}$/, 'must be user:password with a password of at least 16 characters')
    .optional(),
  CANDOR_VAPID_KEY: z
    .string()
    .refine(
      (key) => Buffer.from(key, 'base64url').length === 32,
      'must be 32 bytes in base64url, such as the private key that npx web-push generate-vapid-keys prints',
    )
    .optional(),
  CANDOR_ARCHIVE_KEYS: archiveKeys.default([]),
  /** The loader of a support chat that works like Crisp's, such as https://client.crisp.chat/l.js. */
  CANDOR_CHAT_SCRIPT: address(/^https$/, 'https://client.crisp.chat/l.js').optional(),
  CANDOR_CHAT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be the id of the website at the chat')
    .optional(),
  CANDOR_CHAT_HOSTS: hosts.default([]),
  /** Receives who uses the admin, if that person agrees. */
  CANDOR_ANALYTICS_URL: address(/^https$/, 'https://api.segment.io/v1/identify').optional(),
  CANDOR_ANALYTICS_KEY: z.string().min(1).optional(),
  CANDOR_PARTNERS_FILE: partnersFile.optional(),
  /** Receives the merchants' feature requests. */
  CANDOR_OPERATOR_EMAIL: z.email('must be an address such as hello@example.com').optional(),
  CANDOR_TRUST_PROXY: trustedProxies.default(false),
  /** Port for health and metrics alone. A worker has no other. */
  CANDOR_HEALTH_PORT: wholeNumber(65_535).optional(),
  CANDOR_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Seconds that a stopping process still serves, so that load balancers can see its readiness end. */
  CANDOR_DRAIN_SECONDS: wholeNumber(300).default(0),
})

/** Variables that child processes don't inherit. They get these values over a private channel, if they need them. */
const secrets: readonly (keyof typeof variables.shape)[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'SESSION_SECRET',
  'ENCRYPTION_KEY',
  'SHOPIFY_API_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'CANDOR_POSTMARK_LOGIN',
  'CANDOR_VAPID_KEY',
  'CANDOR_METRICS_TOKEN',
  'INSTAGRAM_APP_SECRET',
  'CANDOR_OIDC_CLIENT_SECRET',
]

/** Returns the environment without secrets, for child processes whose environment other users can read. */
export const withoutSecrets = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !(secrets as readonly string[]).includes(name)))

/** Set by our own tests and tools, not by operators. The server doesn't read them. */
const toolVariables = new Set([
  'CANDOR_TEST_TEMPLATE',
  'CANDOR_TEST_RUN',
  'CANDOR_TEST_OLDEST',
  'CANDOR_COMMIT',
  'CANDOR_TEST_SERVER_URL',
])

export type Env = ReturnType<typeof readEnv>
type Variables = z.infer<typeof variables>

export class EnvError extends Error {
  constructor(...sentences: readonly string[]) {
    super(
      sentences.length === 1 ? sentences[0] : [`${sentences.length} settings are wrong.`, ...sentences].join('\n  '),
    )
  }
}

/**
 * Reads and checks the environment; .env of the working folder fills in missing variables.
 * @throws EnvError with a sentence for each wrong variable, and one with all missing ones
 */
export function readEnv(source: NodeJS.ProcessEnv = withFile(process.env)) {
  const { env, problems, malformed } = parseVariables(source)
  const mode = env.CANDOR_MODE ?? (source.NODE_ENV === 'production' ? 'production' : 'demo')
  const isDemoByDefault = mode === 'demo' && env.CANDOR_MODE === undefined
  const needed: [boolean | string | undefined, readonly (keyof Variables)[], string][] = [
    [env.CANDOR_BILLING === 'app-pricing', ['SHOPIFY_APP_HANDLE'], 'with CANDOR_BILLING=app-pricing'],
    [env.CANDOR_CHAT_SCRIPT, ['CANDOR_CHAT_ID'], 'with CANDOR_CHAT_SCRIPT'],
    [env.CANDOR_CHAT_ID, ['CANDOR_CHAT_SCRIPT'], 'with CANDOR_CHAT_ID'],
    [env.CANDOR_ANALYTICS_URL, ['CANDOR_ANALYTICS_KEY'], 'with CANDOR_ANALYTICS_URL'],
    [env.CANDOR_ANALYTICS_KEY, ['CANDOR_ANALYTICS_URL'], 'with CANDOR_ANALYTICS_KEY'],
    [env.S3_BUCKET, ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], 'with S3_BUCKET'],
    ...listSignInNeeds(env),
    [env.CANDOR_POOLER, ['DATABASE_URL', 'DATABASE_DIRECT_URL'], 'with CANDOR_POOLER'],
    [env.DATABASE_DIRECT_URL, ['CANDOR_POOLER'], 'with DATABASE_DIRECT_URL'],
    [env.DATABASE_READ_URL, ['DATABASE_URL'], 'with DATABASE_READ_URL'],
    [mode === 'production', neededInProduction, 'in production'],
  ]
  for (const [isNeeded, names, when] of needed) {
    const unset = names.filter((name) => env[name] === undefined && !malformed.has(name))
    if (isNeeded && unset.length > 0) problems.push(`${unset.join(', ')} must be set ${when}.`)
  }
  problems.push(...listSignInProblems(env))
  problems.push(...listEqualDatabases(env))
  if (mode === 'production') problems.push(...listDemoSettings(env))
  if (isDemoByDefault && !malformed.has('CANDOR_MODE')) problems.push(...listSignsOfProduction(env).slice(0, 1))
  if (problems.length > 0) throw new EnvError(...problems)
  return {
    ...env,
    CANDOR_MODE: mode,
    isDemoByDefault,
    CANDOR_DEV_ZONE: env.CANDOR_DEV_ZONE ?? mode === 'demo',
    // The demo receives bounces on a free port.
    ...(mode === 'demo'
      ? {
          CANDOR_BOUNCE_DOMAIN: env.CANDOR_BOUNCE_DOMAIN ?? 'bounces.candor.test',
          CANDOR_BOUNCE_PORT: env.CANDOR_BOUNCE_PORT ?? 0,
          CANDOR_VAPID_KEY: env.CANDOR_VAPID_KEY ?? demoVapidKey,
        }
      : {}),
    CANDOR_BILLING: env.CANDOR_BILLING ?? (mode === 'demo' ? 'billing-api' : 'none'),
    MAIL_FROM: env.MAIL_FROM ?? 'Candor <reviews@candor.test>',
    CANDOR_PLAYGROUND: env.CANDOR_PLAYGROUND ?? mode === 'demo',
    SESSION_SECRET: env.SESSION_SECRET ?? demoSecret,
    ENCRYPTION_KEY: env.ENCRYPTION_KEY ?? [demoEncryptionKey],
    SHOPIFY_API_KEY: env.SHOPIFY_API_KEY ?? 'candor-demo-app',
    SHOPIFY_API_SECRET: env.SHOPIFY_API_SECRET ?? demoApiSecret,
  }
}

/** Parses the variables that are well-formed, and writes a sentence about each other one. */
function parseVariables(source: NodeJS.ProcessEnv): { env: Variables; problems: string[]; malformed: Set<string> } {
  const problems = Object.keys(source)
    .filter((name) => name.startsWith('CANDOR_') && !(name in variables.shape) && !toolVariables.has(name))
    .map((name) => `${name} is not a setting of Candor. See .env.example for the correct name.`)
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const sentences = new Map<string, string>()
  for (const { path, message } of variables.safeParse(given).error?.issues ?? []) {
    const name = String(path[0])
    if (!sentences.has(name)) sentences.set(name, `${name} ${message}.`)
  }
  const wellFormed = Object.fromEntries(Object.entries(given).filter(([name]) => !sentences.has(name)))
  return {
    env: variables.parse(wellFormed),
    problems: [...problems, ...sentences.values()],
    malformed: new Set(sentences.keys()),
  }
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const neededInProduction = [
  'PUBLIC_URL',
  'SESSION_SECRET',
  'ENCRYPTION_KEY',
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SHOPIFY_API_KEY',
  'SHOPIFY_API_SECRET',
] as const

/** Lists settings that are only for the demo and for development. */
function listDemoSettings(env: Variables): string[] {
  const { protocol, hostname } = new URL(env.PUBLIC_URL ?? 'https://none')
  const wrong: [boolean, string][] = [
    [protocol !== 'https:' && !loopback.test(hostname), 'PUBLIC_URL must begin with https:// in production.'],
    [
      env.CANDOR_LOCAL_TARGETS.length > 0,
      'CANDOR_LOCAL_TARGETS must not be set in production: it lets requests past the guard of private addresses.',
    ],
    [env.SESSION_SECRET === demoSecret, 'SESSION_SECRET must not be the demo secret in production.'],
    [env.SHOPIFY_API_SECRET === demoApiSecret, 'SHOPIFY_API_SECRET must not be the demo secret in production.'],
    [
      env.ENCRYPTION_KEY?.includes(demoEncryptionKey) === true,
      'ENCRYPTION_KEY must not be the demo key in production.',
    ],
  ]
  return wrong.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []))
}

const chooseMode = 'Set CANDOR_MODE to production, or to demo if everyone may sign in'

/** Anyone can sign in to the demo, so a production setup that lacks CANDOR_MODE must not start as one. */
function listSignsOfProduction(env: Variables): string[] {
  const demo = { SESSION_SECRET: demoSecret, ENCRYPTION_KEY: demoEncryptionKey, SHOPIFY_API_SECRET: demoApiSecret }
  return [
    ...(env.PUBLIC_URL && !loopback.test(new URL(env.PUBLIC_URL).hostname)
      ? [`${chooseMode}: PUBLIC_URL is not an address of this computer.`]
      : []),
    ...(Object.entries(demo) as [keyof typeof demo, string][])
      .filter(([name, value]) => env[name] !== undefined && String(env[name]) !== value)
      .map(([name]) => `${chooseMode}: ${name} is not the demo's.`),
  ]
}

/** @throws EnvError without CANDOR_MODE: the database has shops of others than the demo */
export function refuseDemoDatabase({ isDemoByDefault }: Pick<Env, 'isDemoByDefault'>): void {
  if (isDemoByDefault) throw new EnvError(`${chooseMode}: the database has shops that are not the demo's.`)
}

function withFile(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return existsSync('.env') ? { ...parseEnv(readFileSync('.env', 'utf8')), ...environment } : environment
}
