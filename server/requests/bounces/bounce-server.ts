import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { maxBounceMailBytes } from '../../../rules/limits.ts'
import type { Deps } from '../../core/context.ts'
import { readBounceMail } from './dsn.ts'
import { unsubscribeByMail } from './leave.ts'
import { receiveBounce } from './receive.ts'
import { findReturnPathOwner, isLeaveAddress } from '../sender/return-path.ts'

export interface BounceServer {
  port: number
  close(): Promise<void>
}

/**
 * Receives bounces to our return paths over SMTP. Refuses all other recipients, so it relays nothing. Answers a
 * temporary refusal when a mail can't be processed now, so the sender retries.
 */
export async function startBounceServer(
  deps: Deps,
  { port, host }: { port: number; host: string },
): Promise<BounceServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: maxBounceMailBytes,
    maxClients: 50,
    socketTimeout: 30_000,
    banner: 'Candor receives bounces',
    onRcptTo({ address }, _session, done) {
      done(findReturnPathOwner(deps, address) ? null : refusal(550, '5.1.1 No such return path'))
    },
    onData(stream, session, done) {
      const paths = [...new Set(session.envelope.rcptTo.map(({ address }) => address))]
      takeIn(deps, stream, paths).then(
        () => done(null, 'received'),
        (error: unknown) => {
          if (stream.sizeExceeded) return done(refusal(552, 'too large'))
          deps.log.warn({ err: error }, 'a bounce could not be worked through')
          done(refusal(451, '4.3.0 try again'))
        },
      )
    },
  })
  // Ignores clients that disconnect early.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.server.address() as AddressInfo
  return { port: actual, close: () => new Promise((resolve) => server.close(resolve)) }
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

async function takeIn(deps: Deps, stream: SMTPServerDataStream, paths: readonly string[]): Promise<void> {
  const chunks: Uint8Array[] = []
  // Reads to the end even when too large: the client reads the answer only then.
  for await (const chunk of stream as AsyncIterable<Uint8Array>) if (!stream.sizeExceeded) chunks.push(chunk)
  if (stream.sizeExceeded) throw new Error('the mail is too large')
  for (const address of paths.filter(isLeaveAddress)) await unsubscribeByMail(deps, address)
  const raw = Buffer.concat(chunks)
  const report = await readBounceMail(raw)
  if (!report) return
  const { messageId, ...bounce } = report
  const receipt = `dsn:${createHash('sha256')
    .update(messageId ?? raw)
    .digest('base64url')}`
  for (const returnPath of paths.filter((path) => !isLeaveAddress(path)))
    await receiveBounce(deps, { ...bounce, returnPath, receipt })
}
