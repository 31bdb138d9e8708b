import type pg from 'pg'

interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** One COPY on a connection of pg, which parses the protocol's messages but can't send them. */
class Copy {
  readonly #text: string
  readonly #give: Iterable<Buffer>
  readonly taken: Buffer[] = []
  readonly done: Promise<void>
  #resolve: () => void = () => undefined
  #reject: (error: Error) => void = () => undefined

  constructor(text: string, give: Iterable<Buffer> = []) {
    this.#text = text
    this.#give = give
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: CopyConnection): void {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (const chunk of this.#give) connection.sendCopyFromChunk(chunk)
    connection.endCopyFrom()
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // Copy the chunk: the next message overwrites its buffer.
    this.taken.push(Buffer.from(chunk))
  }

  handleCommandComplete(): void {
    /* ready-for-query ends it */
  }

  handleReadyForQuery(): void {
    this.#resolve()
  }

  handleError(error: Error): void {
    this.#reject(error)
  }
}

/** Runs `copy ... to stdout` and returns the raw rows. */
export async function copyOut(client: pg.PoolClient, text: string): Promise<Buffer[]> {
  const copy = new Copy(text)
  client.query(copy as never)
  await copy.done
  return copy.taken
}

/** Runs `copy ... from stdin`. */
export async function copyIn(client: pg.PoolClient, text: string, rows: Iterable<Buffer>): Promise<void> {
  const copy = new Copy(text, rows)
  client.query(copy as never)
  await copy.done
}
