import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { PrismaClient, type Prisma } from '../../generated/prisma/client.ts'
import type { Database } from './open.ts'
import { appRole, rowSecurityProblem } from './row-security.ts'
import { isUuid } from '../uuid.ts'

/** The interface shared by a PrismaClient and the client of an open transaction. */
export type Db = Prisma.TransactionClient

/** Reasons to query across shops. Each names the database that it needs once shops live on several servers. */
export interface CrossShopReasons {
  'log in': 'home'
  'find the shop of a session': 'home'
  'find the shop of a public address': 'home'
  'find the shop of a bounce': 'home'
  'find the shop of a command': 'home'
  'watch the mail server': 'home'
  'show features to merchants': 'home'
  'find the shop of a job': "the shop's"
  'refresh statistics': "the shop's"
  'keep the words of emails': "the shop's"
  'find the shop of a webhook body': 'each'
  'find the shop of an API key': 'each'
  'claim due mails': 'each'
  'send deliveries': 'each'
  'find delayed mails': 'each'
  'follow work': 'each'
  'claim media': 'each'
  'publish ripe reviews': 'each'
  'tell of new reviews': 'each'
  'send weekly summaries': 'each'
  'purge what is over': 'each'
  'rotate secrets': 'each'
  'erase personal data': 'each'
  'find missed orders': 'each'
  'check senders': 'each'
  'sync old catalogs': 'each'
  'renew themes': 'each'
  'queue lost jobs': 'each'
  'read Instagram posts': 'each'
  'resume translations': 'each'
  'follow subscriptions': 'each'
  'the demo platform': 'each'
  'the command line': 'each'
}

/** The caller must find the shop first. Everything else uses forShop(). */
export type CrossShopReason = keyof CrossShopReasons

/** Tables of the home database. Shop is its directory of shops; a shop's row also stands beside its other rows. */
export type HomeTable =
  | 'Shop'
  | 'Account'
  | 'AccountShop'
  | 'LoginSession'
  | 'AccountLink'
  | 'AccountIdentity'
  | 'RateLimit'
  | 'MailOutage'
  | 'Feature'

type ClientFor<R extends CrossShopReason> = CrossShopReasons[R] extends 'home'
  ? Pick<PrismaClient, Uncapitalize<HomeTable>>
  : PrismaClient

export interface DatabaseAccess {
  /** The databases with shops' rows: one, today. */
  readonly databases: readonly DatabaseAccess[]
  /** Connections of requests. */
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  /** Shows only this shop's rows, enforced by the database. */
  forShop(shopId: string): PrismaClient
  /** Shows all shops' rows, for a named reason. A reason of the home database sees only its tables. */
  acrossShops<R extends CrossShopReason>(reason: R): ClientFor<R>
  /** Runs one read statement of one shop, without Prisma and outside of any transaction. Rows are lists of values. */
  read(shopId: string, statement: Statement): Promise<unknown[][]>
  /** Runs one write statement of one shop like `read`. It is a transaction of its own. */
  write(shopId: string, statement: Statement): Promise<unknown[][]>
  close(): Promise<void>
}

/**
 * Runs a claim, purge or schedule on every database; one that fails does not stop the others. Returns the sum of what
 * they did.
 */
export async function onEachDatabase<D extends { access: DatabaseAccess }>(
  deps: D,
  run: (deps: D) => Promise<number>,
): Promise<number> {
  const ends = await Promise.allSettled(deps.access.databases.map((access) => run({ ...deps, access })))
  let sum = 0
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason
    sum += end.value
  }
  return sum
}

/** Numbers its parameters from $1. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

const clientsKept = 200
/** Longer formats quote the data of a refused write, which must not reach a log. */
const errorFormat = 'minimal'
const transactionOptions = { maxWait: 10_000, timeout: 15_000 }

/**
 * Opens both kinds of access to a database (decisions 'Across shops'). Requests get one Prisma client per shop over one
 * pool. Each query sets the shop in the same round trip. AsyncLocalStorage would not work, as Prisma merges one tick's
 * lookups under the first caller.
 * @throws Error with a sentence for the operator, unless row-level security works
 */
export async function openDatabaseAccess(database: Database): Promise<DatabaseAccess> {
  const owner = new PrismaClient({ adapter: new PrismaPg(database.pool), transactionOptions, errorFormat })
  const read = makeReader()
  const problem = await rowSecurityProblem(database.pool)
  if (problem) throw new Error(`${problem} Set up row-level security as docs/operations says.`)
  const shared = new pg.Pool({ ...database.connection, options: `-c role=${appRole}`, pipeline: true })
  shared.on('error', () => undefined)
  // A lost connection fails its borrower's statements; without a listener the event would end the process.
  shared.on('connect', (client) => client.on('error', () => undefined))
  const open = new LRUCache<string, { pool: pg.Pool; client: PrismaClient }>({ max: clientsKept })
  const ofShop = (shopId: string) => {
    const known = open.get(shopId)
    if (known) return known
    if (!isUuid(shopId)) throw new Error('forShop() takes the id of a shop.')
    const pool = new ShopPool(shared, shopId)
    const made = { pool, client: new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions, errorFormat }) }
    // An evicted client stays connected: a request may still hold it, and it owns no connection.
    open.set(shopId, made)
    return made
  }
  const access: DatabaseAccess = {
    get databases() {
      return [access]
    },
    pool: shared,
    acrossShops: () => owner,
    forShop: (shopId) => ofShop(shopId).client,
    read: (shopId, statement) => read(ofShop(shopId).pool, statement),
    async write(shopId, { text, values }) {
      const { rows } = await ofShop(shopId).pool.query<unknown[]>({ text, values: [...values], rowMode: 'array' })
      return rows
    },
    async close() {
      await owner.$disconnect()
      await shared.end()
    },
  }
  await requireOwnRow(access, database.pool).catch(async (error: unknown) => {
    await access.close()
    throw error
  })
  return access
}

/** Reads a row that a shop must see. A policy or a connection that hides every row would look like an empty shop. */
async function requireOwnRow(access: DatabaseAccess, owner: pg.Pool): Promise<void> {
  const {
    rows: [shop],
  } = await owner.query<{ id: string }>('select id from "Shop" limit 1')
  if (!shop) return
  const [seen] = await access.read(shop.id, {
    text: 'select current_user, array(select id::text from "Shop")',
    values: [],
  })
  if (seen?.[0] !== appRole)
    throw new Error(
      `Requests reach the database as ${String(seen?.[0])} instead of ${appRole}. A connection pooler must keep the startup option "role".`,
    )
  if (String(seen[1]) !== shop.id)
    throw new Error(
      `The database role ${appRole} does not see exactly the row of its shop in the table Shop. Check the table's policies.`,
    )
}

/** Maximum of prepared statements per connection. A list has a handful of shapes. */
const mostPrepared = 200

/**
 * Runs read statements, prepared to save planning, which costs a page more than its execution. A search is planned for
 * its word.
 */
function makeReader(): (pool: pg.Pool, statement: Statement) => Promise<unknown[][]> {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= mostPrepared || / i?like /.test(text)) return known
    const name = `page-${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
    names.set(text, name)
    return name
  }
  return async (pool, { text, values }) => {
    const name = nameOf(text)
    const { rows } = await pool.query<unknown[]>({ text, values: [...values], rowMode: 'array', ...(name && { name }) })
    return rows
  }
}

/** The shop of each idle connection, if still set. The next borrower of the same shop need not set it again. */
const shopOfIdle = new WeakMap<pg.PoolClient, string>()

/** Lends connections of the shared pool with the shop set. Prisma's adapter needs an instance of pg.Pool. */
class ShopPool extends pg.Pool {
  readonly #shared: pg.Pool
  readonly #shopId: string

  constructor(shared: pg.Pool, shopId: string) {
    super({ max: 0 })
    this.#shared = shared
    this.#shopId = shopId
  }

  #enter(client: pg.PoolClient): Promise<unknown> {
    // Forgets the shop until a statement has succeeded: a rollback of the borrower's transaction would undo the
    // setting.
    shopOfIdle.delete(client)
    return client.query({
      name: 'enter-shop',
      text: `select set_config('app.shop', $1, false)`,
      values: [this.#shopId],
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | void {
    if (callback) throw new Error('This pool is used with promises.')
    return this.#lend()
  }

  /** Sets the shop before any statement of the borrower; fails if that fails. */
  async #lend(): Promise<pg.PoolClient> {
    const client = await this.#shared.connect()
    try {
      await this.#enter(client)
    } catch (error) {
      client.release(asError(error))
      throw error
    }
    return client
  }

  override query(...args: unknown[]): never {
    return this.#query(args) as never
  }

  async #query(args: unknown[]): Promise<unknown> {
    const client = await this.#shared.connect()
    let failure: Error | undefined
    try {
      const run = client.query.bind(client) as unknown as (...given: unknown[]) => Promise<unknown>
      const isEntered = shopOfIdle.get(client) === this.#shopId
      const [entered, result] = await Promise.allSettled([isEntered ? undefined : this.#enter(client), run(...args)])
      if (entered.status === 'rejected') throw (failure = asError(entered.reason))
      if (result.status === 'rejected') {
        shopOfIdle.delete(client)
        throw result.reason
      }
      shopOfIdle.set(client, this.#shopId)
      return result.value
    } finally {
      client.release(failure)
    }
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))
