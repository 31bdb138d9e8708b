import { randomUUID } from 'node:crypto'
import { makeSigner, type Purpose } from '../../core/signing.ts'
import { hashToken } from '../../shop/session/login.ts'
import type { World } from '../world.ts'
import { addPerson } from './check-accounts.ts'
import { shopPrint } from './shop-print.ts'
import { emptyVerdict, recordPlanted, type Verdict } from './verdict.ts'

const purposes: readonly Purpose[] = [
  'review-form',
  'unsubscribe',
  'open',
  'edit-confirm',
  'edit-deny',
  'cursor',
  'import-errors',
  'review-export',
  'export-file',
  'privacy-file',
  'preview',
  'discount',
  'portal',
  'visitor',
  'reviewer',
  'feed',
  'instagram',
  'instagram-begin',
  'oauth',
  'platform-login',
  'survey',
]

/** Returns over 200 forgeries of a signed link. */
function forgeLinks({ app: { deps } }: World, good: string): unknown[] {
  const { signer, env } = deps
  const [body = '', signature = ''] = good.split('.')
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as { id: string }
  const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const ids = [
    randomUUID(),
    '',
    0,
    null,
    true,
    [payload.id],
    { not: '' },
    { contains: '' },
    `${payload.id}' or '1'='1`,
    'x',
  ]
  return [
    ...[undefined, null, 0, 1, true, [], {}, [good], { token: good }, '', '.', '..', 'a.b', 'null', '__proto__'],
    ...[body, `${body}.`, `.${signature}`, `${good}.`, `${good}.${signature}`, ` ${good}`, `${good}\0`, `${good}=`],
    ...[good.toUpperCase(), good.toLowerCase(), `${signature}.${body}`, `${good}${'A'.repeat(5_000)}`, payload.id],
    ...[`${encode({ alg: 'none' })}.${body}.`, `${encode({ alg: 'HS256' })}.${body}.${signature}`],
    ...Array.from(body, (_char, at) => `${flip(body, at)}.${signature}`),
    ...Array.from(signature, (_char, at) => `${body}.${flip(signature, at)}`),
    ...Array.from(good, (_char, at) => good.slice(0, at)),
    ...purposes.map((purpose) => signer.sign(purpose, payload)),
    ...['', 'x'.repeat(32), env.SHOPIFY_API_SECRET, env.SHOPIFY_API_KEY].map((secret) =>
      makeSigner(secret).sign('account', payload),
    ),
    ...ids.map((id) => `${encode({ id })}.${signature}`),
    signer.sign('account', payload, -60),
    signer.sign('account', { id: randomUUID() }),
    signer.sign('account', {}),
  ]
}

/**
 * Goal R10 for accounts: no forged, cut, expired or foreign link opens a door. No forged session token signs in.
 * Planted: the real ones.
 */
export async function checkForgedLinks(world: World): Promise<Verdict> {
  const verdict = emptyVerdict()
  const person = await addPerson(world, world.shop)
  const print = await shopPrint(world.app.database.pool, world.shop.id)
  const before = await print()
  const attempt = async (method: 'GET' | 'POST', url: string, more: { payload?: object; token?: string }) => {
    const { statusCode, body } = await world.inject({
      method,
      url,
      ...(more.payload && { payload: more.payload }),
      headers: { ...(more.token !== undefined && { 'x-auth-token': more.token }) },
      remoteAddress: '10.61.0.1',
    })
    return statusCode < 400 ? 'is taken' : statusCode >= 500 ? `fails: ${statusCode} ${body.slice(0, 200)}` : null
  }
  const links = {
    '/apiSa/auth/invitation': [person.invitation, person.reset],
    '/apiSa/auth/invitation/accept': [person.invitation, person.reset],
    '/apiSa/auth/reset': [person.reset, person.invitation],
  } as const
  for (const [url, [good, other]] of Object.entries(links)) {
    const open = (token: unknown) =>
      attempt('POST', url, {
        payload: { token, ...(!url.endsWith('invitation') && { password: 'a sentence that is new' }) },
      })
    for (const token of [...forgeLinks(world, good), other]) {
      verdict.tried += 1
      const fault = await open(token)
      if (fault) verdict.found.push(`${url} ${fault} with ${JSON.stringify(token ?? null).slice(0, 200)}`)
    }
    recordPlanted(verdict, `${url} with its link`, (await open(good)) !== null)
  }
  for (const token of [...forgeLinks(world, person.reset).filter((each) => typeof each === 'string'), person.reset]) {
    verdict.tried += 2
    const address = `/archives/${encodeURIComponent(token)}`
    const sent = token.replaceAll('\0', '')
    for (const [url, fault] of [
      [address, await attempt('GET', address, {})],
      ['/apiSa/account', await attempt('GET', '/apiSa/account', { token: sent })],
    ] as const)
      if (fault) verdict.found.push(`${url} ${fault} with ${token.slice(0, 200)}`)
  }
  const fresh = await addPerson(world, world.shop)
  for (const token of [hashToken(fresh.token), fresh.token.slice(1), `${fresh.token}A`, fresh.accountId]) {
    verdict.tried += 1
    const fault = await attempt('GET', '/apiSa/account', { token })
    if (fault) verdict.found.push(`a session token ${fault}: ${token}`)
  }
  recordPlanted(verdict, 'the session', (await attempt('GET', '/apiSa/account', { token: fresh.token })) !== null)
  if ((await print()) !== before) verdict.found.push('rows of the shop are written')
  return verdict
}
