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
  /** Names in lower case; a header that came several times has its values joined by ", ". */
  headers: Record<string, string>
}

export interface Catcher {
  /** What belongs into SMTP_URL. */
  url: string
  close(): Promise<void>
}

/** What a recipient's mail server does: refuses with an answer such as `550 5.1.1`, or hangs up after the mail was handed over. */
export type Behaviour = 'drop' | (string & {})

interface CatcherOptions {
  port?: number
  /** Null: it takes the mail. */
  behaviourOf?: (recipient: string) => Promise<Behaviour | null>
}

const maxMailBytes = 5 * 1024 * 1024

/**
 * An SMTP server on this machine that delivers nowhere: every mail is handed to `store`, once for each recipient, before
 * the sender hears that it was taken over. A `store` that throws makes the sender hear a temporary refusal.
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
          // As the last mail server writes it.
          const headers = { ...mail.headers, 'return-path': `<${from ? from.address : ''}>` }
          for (const to of recipients) await store({ ...mail, to, headers })
        })
        .then(
          () => done(null, 'caught'),
          (error: unknown) => done(Object.assign(new Error(`not caught: ${String(error)}`), { responseCode: 451 })),
        )
    },
  })
  // A client that hangs up in the middle is its own affair.
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

/** As a mail server that dies between the mail and its answer. */
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
