import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream } from 'smtp-server'

export interface CaughtMail {
  to: string
  from: string
  subject: string
  html: string
  text: string
  /** Lower-case names; values of a repeated header are joined by ", ". */
  headers: Record<string, string>
}

interface Catcher {
  /** Value for SMTP_URL. */
  url: string
  close(): Promise<void>
}

/** Behaviour of a recipient's mail server: an answer such as `550 5.1.1`, or `drop` to disconnect after the mail. */
export type Behaviour = 'drop' | (string & {})

interface CatcherOptions {
  port?: number
  /** Returns null to accept the mail. */
  behaviourOf?: (recipient: string) => Promise<Behaviour | null>
}

const maxMailBytes = 5 * 1024 * 1024

/**
 * Starts a local SMTP server that delivers nothing. It calls `store` once for each recipient before it accepts a mail.
 * If `store` throws, the client gets a temporary refusal.
 */
export async function startCatcher(
  store: (mail: CaughtMail) => Promise<void>,
  { port = 0, behaviourOf = async () => null }: CatcherOptions = {},
): Promise<Catcher> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: maxMailBytes,
    onRcptTo({ address }, _session, done) {
      behaviourOf(address).then(
        (answer) =>
          answer === null || answer === 'drop'
            ? done()
            : done(
                Object.assign(new Error(answer.slice(4) || 'refused'), { responseCode: Number(answer.slice(0, 3)) }),
              ),
        (error: unknown) => done(Object.assign(new Error(String(error)), { responseCode: 451 })),
      )
    },
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      readMail(stream)
        .then(async (mail) => {
          for (const recipient of recipients)
            if ((await behaviourOf(recipient)) === 'drop') return hangUp(server, session.id)
          const from = session.envelope.mailFrom
          // Added as the last mail server would.
          const headers = { ...mail.headers, 'return-path': `<${from ? from.address : ''}>` }
          for (const to of recipients) await store({ ...mail, to, headers })
        })
        .then(
          () => done(null, 'caught'),
          (error: unknown) => done(Object.assign(new Error(`not caught: ${String(error)}`), { responseCode: 451 })),
        )
    },
  })
  // Ignores clients that disconnect early.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: actual } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${actual}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Disconnects like a mail server that crashes before its answer. */
function hangUp(server: SMTPServer, id: string): never {
  for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
    if (connection.id === id) connection._socket.destroy()
  throw new Error('hung up')
}

async function readMail(stream: SMTPServerDataStream): Promise<Omit<CaughtMail, 'to'>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk)
  if (stream.sizeExceeded) throw new Error('the mail is too large')
  const mail = await PostalMime.parse(Buffer.concat(chunks))
  const headers: Record<string, string> = {}
  for (const { key, value } of mail.headers) headers[key] = key in headers ? `${headers[key]}, ${value}` : value
  return {
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    headers,
  }
}
