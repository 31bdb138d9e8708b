import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import {
  maxBounceMailBytes,
  maxBouncesPerAddress,
  maxBouncesPerPath,
  readBounceMailBytes,
} from '../../../rules/limits.ts'
import type { Deps } from '../../core/context.ts'
import { readBounceMail } from './dsn.ts'
import { unsubscribeByMail } from './leave.ts'
import { receiveBounce } from './receive.ts'
import { findReturnPathOwner, isLeaveAddress } from '../sender/return-path.ts'

export interface BounceServer {
  port: number
  close(): Promise<void>
}

/** A bounce has one recipient; a few more are accepted from gateways that collect them. */
const mostPaths = 5

/**
 * Receives bounces to our return paths over SMTP. Refuses all other recipients, so it relays nothing. Answers a
 * temporary refusal when an email can't be processed now or comes too fast, so the sender retries.
 */
export async function startBounceServer(
  deps: Deps,
  { port, host }: { port: number; host: string },
): Promise<BounceServer> {
  const byAddress = new RateLimiterMemory({ points: maxBouncesPerAddress, duration: 60 })
  const byPath = new RateLimiterMemory({ points: maxBouncesPerPath, duration: 3_600 })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: maxBounceMailBytes,
    maxClients: 50,
    socketTimeout: 30_000,
    banner: 'Candor receives bounces',
    onMailFrom(_address, { remoteAddress }, done) {
      void consume(byAddress, remoteAddress).then(done)
    },
    onRcptTo({ address }, { envelope }, done) {
      const owner = findReturnPathOwner(deps, address)
      if (!owner) done(refusal(550, '5.1.1 No such return path'))
      else if (envelope.rcptTo.length >= mostPaths) done(refusal(452, '4.5.3 Too many recipients'))
      else void consume(byPath, owner.itemId).then(done)
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

const consume = (limiter: RateLimiterMemory, key: string): Promise<Error | null> =>
  limiter.consume(key).then(
    () => null,
    () => refusal(451, '4.7.1 Too many bounces, try again later'),
  )

async function takeIn(deps: Deps, stream: SMTPServerDataStream, paths: readonly string[]): Promise<void> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Receives the whole email but keeps only its beginning: the client reads the answer at the end.
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    if (length < readBounceMailBytes) chunks.push(chunk)
    length += chunk.length
  }
  if (stream.sizeExceeded) throw new Error('the mail is too large')
  for (const address of paths.filter(isLeaveAddress)) await unsubscribeByMail(deps, address)
  const raw = Buffer.concat(chunks).subarray(0, readBounceMailBytes)
  const report = readBounceMail(raw)
  if (!report) return
  const { messageId, ...bounce } = report
  // Anyone can write to this port, so a complaint unsubscribes the address but doesn't count against the shop.
  const kind = bounce.kind === 'complaint' ? 'unsubscribed' : bounce.kind
  for (const returnPath of paths.filter((path) => !isLeaveAddress(path))) {
    const receipt = `dsn:${createHash('sha256')
      .update(returnPath.toLowerCase())
      .update(messageId ?? raw)
      .digest('base64url')}`
    await receiveBounce(deps, { ...bounce, kind, returnPath, receipt })
  }
}
