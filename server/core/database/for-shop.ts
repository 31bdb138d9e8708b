import { PrismaPg } from '@prisma/adapter-pg'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { PrismaClient, type Prisma } from '../../generated/prisma/client.ts'
import type { Logger } from '../logger.ts'
import type { Database } from './open.ts'
import { appRole, rowSecurityProblem } from './row-security.ts'
import { PlainPool, SessionShopPool, TransactionShopPool, type LendingPool } from './shop-pools.ts'
import { makeStatementNames } from './statement-names.ts'
import { openStandby } from './standby.ts'
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

export type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

export interface DatabaseAccess {
  /** The databases with shops' rows: one, today. */
  readonly databases: readonly DatabaseAccess[]
  /** Connections of requests. */
  readonly pool: PoolCounts
  /** Connections to the standby; null: there is none. */
  readonly standbyPool: PoolCounts | null
  /** Shows only this shop's rows, enforced by the database. */
  forShop(shopId: string): PrismaClient
  /** Shows all shops' rows, for a named reason. A reason of the home database sees only its tables. */
  acrossShops<R extends CrossShopReason>(reason: R): ClientFor<R>
  /** Runs one read statement of one shop, without Prisma and outside of any transaction. Rows are lists of values. */
  read(shopId: string, statement: Statement): Promise<unknown[][]>
  /**
   * Runs one read statement of one shop on the standby. If the standby lacks a change that this process wrote or heard
   * of, it runs on the primary, like `read`.
   */
  readForShopper(shopId: string, statement: Statement): Promise<unknown[][]>
  /** Notes that rows of a shop have changed elsewhere; without an id, rows of any shop. */
  noteChange(shopId?: string): void
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
 * lookups under the first caller. Without a log, the standby is left out.
 * @throws Error with a sentence for the operator, unless row-level security works
 */
export async function openDatabaseAccess(database: Database, log?: Logger): Promise<DatabaseAccess> {
  const standby = log ? await openStandby(database, log) : null
  const ownerPool = standby ? new PlainPool(database.pool, () => standby.noteChange()) : database.pool
  const owner = new PrismaClient({ adapter: new PrismaPg(ownerPool), transactionOptions, errorFormat })
  const read = makeReader(database)
  const problem = await rowSecurityProblem(database.pool)
  if (problem) throw new Error(`${problem} Set up row-level security as docs/operations says.`)
  const shared = openSharedPool(database)
  const open = new LRUCache<string, { pool: LendingPool; client: PrismaClient }>({ max: clientsKept })
  const ofShop = (shopId: string) => {
    const known = open.get(shopId)
    if (known) return known
    if (!isUuid(shopId)) throw new Error('forShop() takes the id of a shop.')
    const ShopPool = database.isPooled ? TransactionShopPool : SessionShopPool
    const pool = new ShopPool(shared, shopId, standby ? () => standby.noteChange(shopId) : undefined)
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
    standbyPool: standby?.pool ?? null,
    acrossShops: () => owner,
    forShop: (shopId) => ofShop(shopId).client,
    read: (shopId, statement) => read(ofShop(shopId).pool, statement),
    readForShopper: async (shopId, statement) =>
      (await standby?.read(shopId, toConfig(statement))) ?? access.read(shopId, statement),
    noteChange: (shopId) => standby?.noteChange(shopId),
    async write(shopId, statement) {
      const { rows } = await ofShop(shopId).pool.runWatched([toConfig(statement)])
      return rows as unknown[][]
    },
    async close() {
      await owner.$disconnect()
      await Promise.all([shared.end(), standby?.close()])
    },
  }
  await requireOwnRow(access, database.pool).catch(async (error: unknown) => {
    await access.close()
    throw error
  })
  return access
}

/** Opens the pool of requests. A pooler gets no startup option: each transaction sets its role. */
function openSharedPool({ connection, isPooled }: Database): pg.Pool {
  const options = isPooled ? {} : { options: `-c role=${appRole}` }
  const shared = new pg.Pool({ ...connection, ...options, pipeline: true })
  shared.on('error', () => undefined)
  // A lost connection fails its borrower's statements; without a listener the event would end the process.
  shared.on('connect', (client) => client.on('error', () => undefined))
  return shared
}

const toConfig = ({ text, values }: Statement): pg.QueryArrayConfig => ({ text, values: [...values], rowMode: 'array' })

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
      `Requests reach the database as ${String(seen?.[0])} instead of ${appRole}. Behind a connection pooler in transaction mode, set CANDOR_POOLER=transaction.`,
    )
  if (String(seen[1]) !== shop.id)
    throw new Error(
      `The database role ${appRole} does not see exactly the row of its shop in the table Shop. Check the table's policies.`,
    )
}

/**
 * Makes the function that runs read statements. It prepares them to save planning, which costs a page more than its
 * execution. A search is planned for its word. A pooler gets no prepared statement.
 */
function makeReader({ isPooled }: Database): (pool: LendingPool, statement: Statement) => Promise<unknown[][]> {
  const nameOf = isPooled ? () => undefined : makeStatementNames()
  return async (pool, statement) => {
    const name = nameOf(statement.text)
    const { rows } = await pool.run([{ ...toConfig(statement), ...(name && { name }) }])
    return rows as unknown[][]
  }
}
