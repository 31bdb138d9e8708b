import pg from 'pg'
import { appRole } from './row-security.ts'
import { runPreceded, type Prelude } from './shop-query.ts'
import { isUuid } from '../uuid.ts'

export type Query = pg.QueryConfig | pg.QueryArrayConfig

/** Lends connections of another pool. Prisma's adapter needs an instance of pg.Pool. */
export abstract class LendingPool extends pg.Pool {
  readonly #onWrite: (() => void) | undefined

  /** @param onWrite called when a statement has ended that may have written */
  constructor(onWrite?: () => void) {
    super({ max: 0 })
    this.#onWrite = onWrite
  }

  /** Lends a connection for a transaction. */
  protected abstract lend(): Promise<pg.PoolClient>
  /** Runs one statement as a transaction of its own, like `query`, but never calls `onWrite`. */
  abstract run(args: unknown[]): Promise<pg.QueryResult>

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | void {
    if (callback) throw new Error('This pool is used with promises.')
    return this.#onWrite ? this.lend().then((client) => this.#watch(client)) : this.lend()
  }

  override query(...args: unknown[]): never {
    return (isRead(args[0]) ? this.run(args) : this.runWatched(args)) as never
  }

  /** Runs one statement that may write. */
  runWatched(args: unknown[]): Promise<pg.QueryResult> {
    return this.#onWrite ? this.run(args).finally(this.#onWrite) : this.run(args)
  }

  /** The borrower releases the connection after its commit. */
  #watch(client: pg.PoolClient): pg.PoolClient {
    return replaceMethods(client, {
      release: (error?: Error | boolean) => {
        client.release(error)
        this.#onWrite?.()
      },
    })
  }
}

/** Returns a connection with other methods. */
function replaceMethods(client: pg.PoolClient, methods: Partial<Record<string | symbol, unknown>>): pg.PoolClient {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = methods[key] ?? Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** Anything but a select may write. */
const isRead = (query: unknown): boolean => /^\s*select\b/i.test((query as { text?: string } | undefined)?.text ?? '')

/** Lends connections of a pool as they are. */
export class PlainPool extends LendingPool {
  readonly #source: pg.Pool

  constructor(source: pg.Pool, onWrite: () => void) {
    super(onWrite)
    this.#source = source
  }

  protected override lend(): Promise<pg.PoolClient> {
    return this.#source.connect()
  }

  override run(args: unknown[]): Promise<pg.QueryResult> {
    const source = this.#source as unknown as { query: (...given: unknown[]) => Promise<pg.QueryResult> }
    return source.query(...args)
  }
}

/** The shop of each idle connection, if still set. The next borrower of the same shop need not set it again. */
const shopOfIdle = new WeakMap<pg.PoolClient, string>()

/** Lends connections of the shared pool with the shop set for the session. */
export class SessionShopPool extends LendingPool {
  readonly #shared: pg.Pool
  readonly #shopId: string

  constructor(shared: pg.Pool, shopId: string, onWrite?: () => void) {
    super(onWrite)
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

  /** Sets the shop before any statement of the borrower; fails if that fails. */
  protected override async lend(): Promise<pg.PoolClient> {
    const client = await this.#shared.connect()
    try {
      await this.#enter(client)
    } catch (error) {
      client.release(asError(error))
      throw error
    }
    return client
  }

  override async run(args: unknown[]): Promise<pg.QueryResult> {
    const client = await this.#shared.connect()
    let failure: Error | undefined
    try {
      const run = client.query.bind(client) as unknown as (...given: unknown[]) => Promise<pg.QueryResult>
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

/** Enters the role and the shop until the transaction ends. A standby adds its check as a third column. */
export const enterShop = (shopId: string, ...more: readonly string[]): Prelude => ({
  text: [`select set_config('role', '${appRole}', true), set_config('app.shop', $1, true)`, ...more].join(', '),
  values: [shopId],
})

/**
 * Lends connections to a pooler, where each transaction may get another session. Role and shop are set in the
 * transaction of each statement, and no statement runs without them.
 */
export class TransactionShopPool extends LendingPool {
  readonly #shared: pg.Pool
  readonly #shopId: string

  constructor(shared: pg.Pool, shopId: string, onWrite?: () => void) {
    if (!isUuid(shopId)) throw new Error('A shop is entered by its id.')
    super(onWrite)
    this.#shared = shared
    this.#shopId = shopId
  }

  protected override async lend(): Promise<pg.PoolClient> {
    return lendForTransaction(await this.#shared.connect(), this.#shopId)
  }

  override async run([query]: unknown[]): Promise<pg.QueryResult> {
    const client = await this.#shared.connect()
    try {
      return await runPreceded(client, enterShop(this.#shopId), asConfig(query))
    } finally {
      // The pool drops a broken connection.
      client.release()
    }
  }
}

const asConfig = (query: unknown): Query => (typeof query === 'string' ? { text: query } : (query as Query))

/**
 * Lends a connection whose transactions begin by entering the shop. Statements outside of a transaction are refused,
 * because they would run as the owner. A connection that comes back with an open transaction is closed.
 */
function lendForTransaction(client: pg.PoolClient, shopId: string): pg.PoolClient {
  let isOpen = false
  async function query(given: unknown): Promise<unknown> {
    const { text } = asConfig(given)
    if (text === 'BEGIN') {
      // SET takes no snapshot, so the transaction may still choose its isolation. The id is checked.
      await client.query(`begin; set local role ${appRole}; set local app.shop = '${shopId}'`)
      isOpen = true
      return { fields: [], rows: [], rowCount: null }
    }
    if (!isOpen) throw new Error('A statement of a shop ran outside of its transaction.')
    if (/^(COMMIT|ROLLBACK)$/.test(text)) isOpen = false
    return client.query(asConfig(given))
  }
  const release = (error?: Error | boolean) =>
    client.release(client.getTransactionStatus() === 'I' ? error : (error ?? true))
  return replaceMethods(client, { query, release })
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))
