import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openWeb, type WebPort } from '../core/files/web.ts'

/** A message that a push service received, decrypted. */
interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  message: { title: string; body: string; url: string; image: string | null }
}

interface TestBrowser {
  /** Output of JSON.stringify for a PushSubscription. */
  subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } }
}

export interface PushService {
  web: WebPort
  received: ReceivedPush[]
  browser(name: string): TestBrowser
  /** Sets the service's answers by the browser's name. */
  answer(say: (name: string) => number): void
  close(): Promise<void>
}

const endpointHost = 'push.vendor.test'

/**
 * Starts a local push service with its browsers, in place of every host. It checks the VAPID token (RFC 8292). It
 * decrypts each message with the browser's keys (RFC 8291, RFC 8188), without our library.
 */
export async function openPushService(publicKey: string): Promise<PushService> {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const received: ReceivedPush[] = []
  let say: (name: string) => number = () => 201
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const name = (request.url ?? '').slice(1)
        const browser = browsers.get(name)
        const status = browser ? say(name) : 404
        try {
          if (browser) {
            checkToken(String(request.headers.authorization), publicKey)
            if (status === 201)
              received.push({
                path: name,
                headers: request.headers,
                message: JSON.parse(decrypt(Buffer.concat(chunks), browser).toString()) as ReceivedPush['message'],
              })
          }
          response.writeHead(status).end()
        } catch (error) {
          response.writeHead(400).end(String(error))
        }
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const web = openWeb({
    guard: {
      standIn: port,
      resolve: async () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
      allows: () => true,
    },
  })
  return {
    web,
    received,
    browser(name) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = Buffer.alloc(16, name)
      browsers.set(name, { ecdh, auth })
      return {
        subscription: {
          endpoint: `https://${endpointHost}/${name}`,
          expirationTime: null,
          keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
      }
    },
    answer: (next) => void (say = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** @throws Error for a token of another service or key, or one valid for longer than a day */
function checkToken(authorization: string, publicKey: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  if (key !== publicKey) throw new Error('unknown key')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string
    exp: number
    sub: string
  }
  if (!isSigned || aud !== `https://${endpointHost}` || exp > Date.now() / 1000 + 86_400 || !sub.startsWith('mailto:'))
    throw new Error('refused token')
}

const hkdf = (salt: Buffer, key: Buffer, { info, length }: { info: Buffer; length: number }): Buffer => {
  const extracted = createHmac('sha256', salt).update(key).digest()
  return createHmac('sha256', extracted)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length)
}

/** Decrypts an aes128gcm message of one record. */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): Buffer {
  const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const shared = hkdf(auth, ecdh.computeSecret(sender), {
    info: Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]),
    length: 32,
  })
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(salt, shared, { info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 }),
    hkdf(salt, shared, { info: Buffer.from('Content-Encoding: nonce\0'), length: 12 }),
  )
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
