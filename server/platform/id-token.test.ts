import { createHmac, createPublicKey, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { mintIdToken } from '../demo/id-token.ts'
import { makeIdTokenVerifier } from './id-token.ts'
import { isShopDomain } from './shopify/shop-domain.ts'

const apiKey = 'client-id'
const secret = 'a-client-secret-of-some-length'
const shopDomain = 'candor-demo.myshopify.com'
const now = new Date('2026-03-01T12:00:00Z')
const seconds = now.getTime() / 1000

const verify = makeIdTokenVerifier({ apiKey, secret, isShopDomain, now: () => now })

type Json = Record<string, unknown>
const goodHeader: Json = { alg: 'HS256', typ: 'JWT' }
const goodClaims: Json = {
  iss: `https://${shopDomain}/admin`,
  dest: `https://${shopDomain}`,
  aud: apiKey,
  sub: '42',
  exp: seconds + 60,
  nbf: seconds,
  iat: seconds,
  jti: 'f2c7',
  sid: 'aaea182f2732d44c23057c0fea584021a4485b2bd25d3eb7fd349313ad24c685',
}

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const hmac = (hash: string, key: string, text: string) => createHmac(hash, key).update(text).digest('base64url')
/** Makes a token with a valid signature, so that only its claims can be wrong. */
const signed = (claims: Json, header: Json = goodHeader, key = secret) => {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${hmac('sha256', key, text)}`
}
const without = (claim: string) => Object.fromEntries(Object.entries(goodClaims).filter(([name]) => name !== claim))

const good = signed(goodClaims)
const [head = '', body = '', signature = ''] = good.split('.')
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicPem = createPublicKey(keys.privateKey).export({ type: 'spki', format: 'pem' }).toString()
const otherShop = 'other-shop.myshopify.com'

function forgedTokens(): [string, string][] {
  const forged: [string, string][] = []
  const add = (name: string, token: string) => forged.push([name, token])

  for (const alg of [
    'none',
    'None',
    'NONE',
    'nOnE',
    '',
    'HS384',
    'HS512',
    'RS256',
    'RS384',
    'RS512',
    'ES256',
    'PS256',
    'EdDSA',
    'hs256',
    'HS1',
    'dir',
    'A128KW',
  ]) {
    const text = `${encode({ alg, typ: 'JWT' })}.${body}`
    add(`alg ${alg} without signature`, `${text}.`)
    add(`alg ${alg} with the good signature`, `${text}.${signature}`)
    add(`alg ${alg} signed as HS256`, signed(goodClaims, { alg, typ: 'JWT' }))
  }
  for (const alg of [undefined, null, 256, true, ['HS256'], { HS256: 1 }])
    add(`alg ${JSON.stringify(alg)}`, signed(goodClaims, { alg, typ: 'JWT' }))
  for (const [alg, hash] of [
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
  ] as const) {
    const text = `${encode({ alg })}.${body}`
    add(`${alg} truly signed with our secret`, `${text}.${hmac(hash, secret, text)}`)
  }
  for (const alg of ['RS256', 'RS512']) {
    const text = `${encode({ alg })}.${body}`
    add(
      `${alg} by a key of its own`,
      `${text}.${signBytes(alg === 'RS256' ? 'sha256' : 'sha512', Buffer.from(text), keys.privateKey).toString('base64url')}`,
    )
    add(`${alg} header, HMAC with the public key`, `${text}.${hmac('sha256', publicPem, text)}`)
  }
  add('HS256 with a public key as the secret', signed(goodClaims, goodHeader, publicPem))

  const wrongSecrets = [
    '',
    ' ',
    'null',
    'undefined',
    'secret',
    apiKey,
    `${secret} `,
    secret.slice(0, -1),
    secret.toUpperCase(),
    encode(secret),
    Buffer.from(secret).toString('hex'),
    shopDomain,
    otherShop,
    'the secret of another app',
    '\u0000',
  ]
  for (const key of wrongSecrets)
    add(
      `secret ${JSON.stringify(key)}`,
      `${head}.${body}.${key === '' ? hmac('sha256', '', `${head}.${body}`) : hmac('sha256', key, `${head}.${body}`)}`,
    )

  for (const kid of [
    '../../../../dev/null',
    '/dev/null',
    "' UNION SELECT 'x",
    '',
    '0',
    'http://evil.test/key',
    'file:///etc/passwd',
    '..\\..\\nul',
  ]) {
    add(`kid ${kid} with the empty key`, signed(goodClaims, { ...goodHeader, kid }, ''))
    add(`kid ${kid} with its own text as key`, signed(goodClaims, { ...goodHeader, kid }, kid || 'x'))
  }
  const ownKey = 'bring-your-own-key'
  const jwk = { kty: 'oct', k: encode(ownKey), alg: 'HS256' }
  for (const extra of [
    { jwk },
    { jku: 'https://evil.test/jwks.json' },
    { x5u: 'https://evil.test/cert.pem' },
    { x5c: ['MIIB'] },
    { x5t: 'abc' },
    { jwks: { keys: [jwk] } },
  ]) {
    add(`header ${Object.keys(extra)[0]}`, signed(goodClaims, { ...goodHeader, ...extra }, ownKey))
  }
  add('unknown critical header', signed(goodClaims, { ...goodHeader, crit: ['exp'], exp: 1 }))
  add('unencoded payload', signed(goodClaims, { ...goodHeader, crit: ['b64'], b64: false }))

  for (const claim of ['iss', 'dest', 'aud', 'sub', 'exp', 'nbf', 'iat']) {
    add(`no ${claim}`, signed(without(claim)))
    for (const value of [null, '', 0, true, [], {}, 'x'])
      add(`${claim} ${JSON.stringify(value)}`, claimForged(claim, value))
  }
  for (const aud of [
    'client-id2',
    'CLIENT-ID',
    ' client-id',
    [apiKey],
    [apiKey, 'other'],
    ['other'],
    'client-i',
    `${apiKey}\u0000`,
  ])
    add(`aud ${JSON.stringify(aud)}`, signed({ ...goodClaims, aud }))

  for (const late of [11, 12, 60, 3600, 86_400, 1e9])
    add(`expired ${late} s ago`, signed({ ...goodClaims, exp: seconds - late }))
  for (const early of [11, 60, 3600, 1e9]) {
    add(`valid in ${early} s`, signed({ ...goodClaims, nbf: seconds + early }))
    add(`issued in ${early} s`, signed({ ...goodClaims, iat: seconds + early }))
  }
  for (const exp of [String(seconds + 60), '9999999999', '2999-01-01', [seconds + 60], -1])
    add(`exp ${JSON.stringify(exp)}`, signed({ ...goodClaims, exp }))

  const foreign = [
    `https://${otherShop}`,
    `https://${otherShop}/admin`,
    'https://evil.test',
    `https://${shopDomain}.evil.test`,
    `https://evil.test/${shopDomain}`,
    `https://evil.test#${shopDomain}`,
  ]
  for (const iss of foreign) add(`iss ${iss}`, signed({ ...goodClaims, iss }))
  for (const dest of foreign) add(`dest ${dest}`, signed({ ...goodClaims, dest }))
  const notShops = [
    'https://evil.test',
    'https://myshopify.com',
    'https://.myshopify.com',
    'https://-a.myshopify.com',
    'https://a.b.myshopify.com',
    'https://evil.test/.myshopify.com',
    'https://shop.myshopify.com.evil.test',
    'https://shop.myshopify.com:8443',
    'https://user@shop.myshopify.com',
    'https://user:pw@shop.myshopify.com',
    'http://shop.myshopify.com',
    'ftp://shop.myshopify.com',
    'javascript://shop.myshopify.com',
    'shop.myshopify.com',
    '//shop.myshopify.com',
    'https://127.0.0.1',
    'https://[::1]',
    'https://localhost',
    'https://admin.shopify.com',
    'https://shop.myshopify.org',
    'https://shopmyshopify.com',
    'https://',
  ]
  for (const place of notShops) add(`shop ${place}`, signed({ ...goodClaims, iss: `${place}/admin`, dest: place }))

  add(
    'another payload under the good signature',
    `${head}.${encode({ ...goodClaims, dest: `https://${otherShop}`, iss: `https://${otherShop}/admin` })}.${signature}`,
  )
  add('huge', signed({ ...goodClaims, pad: 'x'.repeat(5000) }))
  add('very huge', signed({ ...goodClaims, pad: 'x'.repeat(1_000_000) }))
  add('huge header', signed(goodClaims, { ...goodHeader, pad: 'x'.repeat(5000) }))
  add('deep', signed({ ...goodClaims, pad: JSON.parse('['.repeat(3000) + ']'.repeat(3000)) as unknown }))
  for (const text of ['null', '[]', '"x"', '1', '{', '', '{"iss":1}']) {
    const unsigned = `${head}.${encode(text)}`
    add(`payload ${text}`, `${unsigned}.${hmac('sha256', secret, unsigned)}`)
  }
  for (const token of [
    '',
    '.',
    '..',
    '...',
    'x',
    head,
    `${head}.${body}`,
    `${good}.`,
    `.${good}`,
    `${good}.${signature}`,
    ` ${good}`,
    `${good} `,
    `${good}\n`,
    `Bearer ${good}`,
    `${good}=`,
    `${head}.${body}.${signature.slice(0, -1)}`,
    `${head}..${signature}`,
    `.${body}.${signature}`,
    good.replace('.', ','),
    good.toUpperCase(),
    `${head}.${body}.${Buffer.from(signature, 'base64url').toString('hex')}`,
  ]) {
    add(`malformed ${JSON.stringify(token.slice(0, 20))}`, token)
  }
  for (let position = 0; position < signature.length - 1; position += 3) {
    const other = signature[position] === 'A' ? 'B' : 'A'
    add(
      `signature changed at ${position}`,
      `${head}.${body}.${signature.slice(0, position)}${other}${signature.slice(position + 1)}`,
    )
  }
  return forged
}

/** Makes a token with one wrong claim. `sub: 'x'` and past times are valid, so these get a wrong type. */
function claimForged(claim: string, value: unknown): string {
  if (claim === 'sub' && value === 'x') return signed({ ...goodClaims, sub: ['x'] })
  if ((claim === 'nbf' || claim === 'iat') && value === 0) return signed({ ...goodClaims, [claim]: '0' })
  return signed({ ...goodClaims, [claim]: value })
}

describe('ID tokens', () => {
  const forged = forgedTokens()

  test('are accepted if valid', async () => {
    const session = { shopDomain, userId: '42', sessionId: goodClaims.sid }
    expect(await verify(good)).toEqual(session)
    expect(await verify(signed({ ...goodClaims, exp: seconds - 9, nbf: seconds + 9, iat: seconds + 9 }))).toEqual(
      session,
    )
    expect(await verify(signed(without('sid')))).toEqual({ ...session, sessionId: '' })
    expect(await verify(await mintIdToken({ apiKey, secret, shopDomain }, now))).toMatchObject({
      shopDomain,
      userId: '1',
    })
  })

  test(`are refused if forged, in ${forged.length} ways`, async () => {
    expect(forged.length).toBeGreaterThanOrEqual(200)
    expect(new Set(forged.map(([, token]) => token)).size).toBeGreaterThanOrEqual(200)
    const accepted: string[] = []
    for (const [name, token] of forged) if (await verify(token)) accepted.push(name)
    expect(accepted).toEqual([])
  })

  test('have no verifier without a secret', () => {
    expect(() => makeIdTokenVerifier({ apiKey, secret: '', isShopDomain })).toThrow('secret is empty')
  })
})
