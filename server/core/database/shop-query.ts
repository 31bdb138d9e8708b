import pg from 'pg'

/** The part of the protocol's connection that a query writes to. */
interface Wire {
  parsedStatements: Record<string, string | undefined>
  parse(statement: { name: string; text: string }): void
  bind(portal: { portal: string; statement: string; values: readonly string[] }): void
  execute(portal: { portal: string; rows: number }): void
}

/** A query of pg with the methods that its client calls, which its types leave out. */
interface WireQuery {
  name?: string
  prepare(wire: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
  handleError(error: Error, wire: Wire): void
}

type Answer = (error: Error | null, result: pg.QueryResult) => void

const BaseQuery = pg.Query as unknown as new (config: object, values: undefined, answer: Answer) => WireQuery

/** A statement without rows of its own. Its parameters are texts. */
export interface Prelude {
  text: string
  values: readonly string[]
}

/**
 * A statement that follows a prelude in one transaction and one round trip. Both are sent before one Sync, so PostgreSQL
 * wraps them in a transaction, which ends local settings. When the prelude fails, PostgreSQL skips the statement.
 */
class PrecededQuery extends BaseQuery {
  readonly #prelude: Prelude
  #isPreludeDone = false
  #wasParsed = true

  constructor(config: pg.QueryConfig, prelude: Prelude, answer: Answer) {
    super({ ...config, queryMode: 'extended' }, undefined, answer)
    this.#prelude = prelude
  }

  override prepare(wire: Wire): void {
    this.#wasParsed = !this.name || wire.parsedStatements[this.name] !== undefined
    wire.parse({ name: '', text: this.#prelude.text })
    wire.bind({ portal: '', statement: '', values: this.#prelude.values })
    wire.execute({ portal: '', rows: 0 })
    super.prepare(wire)
  }

  override handleDataRow(message: unknown): void {
    if (this.#isPreludeDone) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isPreludeDone) super.handleCommandComplete(message, wire)
    else this.#isPreludeDone = true
  }

  override handleError(error: Error, wire: Wire): void {
    // The client takes the prelude's parsing for that of the named statement, which the server has skipped.
    if (this.name && !this.#isPreludeDone && !this.#wasParsed) wire.parsedStatements[this.name] = undefined
    super.handleError(error, wire)
  }
}

/** Runs a statement after a prelude, in one transaction. @throws Error of the prelude or of the statement */
export const runPreceded = <Result extends pg.QueryResult>(
  client: pg.PoolClient,
  prelude: Prelude,
  config: pg.QueryConfig | pg.QueryArrayConfig,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    client.query(
      new PrecededQuery(config, prelude, (error, result) =>
        error ? reject(error) : resolve(result as Result),
      ) as unknown as pg.Query,
    )
  })
