import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openSocket } from '../../testing/open-socket.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { shopUninstalled } from '../shops/uninstall.ts'
import { createAccount } from './accounts.ts'
import { invitePerson, removePerson } from './people.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const db = () => world.app.deps.access.acrossShops('log in')
const password = 'a-long-test-password'
let networks = 0
const nextNetwork = () => `10.20.${(networks += 1)}.1`

const post = (url: string, payload: object, { token, method = 'POST' as const, agent = '' } = {} as Options) =>
  world.inject({
    method,
    url: `/apiSa${url}`,
    payload,
    remoteAddress: nextNetwork(),
    headers: { ...(token && { 'x-auth-token': token }), 'user-agent': agent },
  })
interface Options {
  token?: string
  method?: 'POST' | 'PUT' | 'DELETE'
  agent?: string
}
const logIn = async (email: string, secret = password, agent = '') =>
  (await post('/auth/login', { email, password: secret, timeZone: 'Europe/Stockholm' }, { agent })).json<{
    token: string
  }>().token
const opens = async (token: string) => (await world.rest('GET', '/shops', { token })).statusCode
const account = async (email: string, shop = world.shop, more = {}) => {
  const { shopifyDomain } = shop
  return createAccount(world.app.deps, { email, password, shopifyDomain, ...more })
}

/** Runs the jobs; returns the token of the newest link mailed to an address, with its page. */
async function mailedLink(to: string): Promise<{ page: string; token: string }> {
  await world.runJobs()
  const mail = (await world.mailbox()).findLast((each) => each.to === to)
  const [, page = '', token = ''] = /http:\/\/candor\.test(\/auth\/\w+)#([\w.-]+)/.exec(mail?.text ?? '') ?? []
  return { page, token }
}

describe('a session ends', () => {
  test('with the right to its shop, with its websocket, whoever deletes the right', async () => {
    const { accountId } = await account('leaver@world.test')
    const token = await logIn('leaver@world.test')
    const socket = await openSocket(world, { 'x-auth-token': token })
    await socket.next({ type: 'connection_ack' })
    expect(await opens(token)).toBe(200)
    await db().accountShop.delete({ where: { accountId_shopId: { accountId, shopId: world.shop.id } } })
    expect(await socket.next({ type: 'closed' })).toEqual({ type: 'closed', code: 4403 })
    expect(await opens(token)).toBe(401)
  })

  test('with the uninstallation, also after the shop returned', async () => {
    const token = await logIn(`merchant@${world.otherShop.domain}`)
    const socket = await openSocket(world, { 'x-auth-token': token })
    await socket.next({ type: 'connection_ack' })
    await shopUninstalled(world.contextOf(world.otherShop))
    expect(await opens(token)).toBe(401)
    expect(await socket.next({ type: 'closed' })).toEqual({ type: 'closed', code: 4403 })
    const { token: shopless } = (
      await post('/auth/login', { email: `merchant@${world.otherShop.domain}`, password })
    ).json<{
      token: string
    }>()
    expect((await world.graphql('{ viewer { shop { id } account { shops { id } } } }', {}, shopless)).data).toEqual({
      viewer: { shop: null, account: { shops: [] } },
    })
    await db().shop.update({ where: { id: world.otherShop.id }, data: { uninstalledAt: null } })
    world.app.parts.shops.drop(world.otherShop.id)
    expect(await opens(token)).toBe(401)
  })
})

describe('a forgotten password', () => {
  const forgot = (email: string) => post('/auth/forgot', { email })

  test('is replaced by a mailed link that works once, and ends all sessions', async () => {
    await account('forgetful@world.test')
    const before = await logIn('forgetful@world.test')
    expect((await forgot('Forgetful@World.test ')).json()).toMatchObject({ success: true })
    const { page, token } = await mailedLink('forgetful@world.test')
    expect(page).toBe('/auth/reset')
    expect((await post('/auth/reset', { token, password: 'password1234' })).json()).toMatchObject({
      fields: { password: { code: 'passwordTooCommon' } },
    })
    const tries = await Promise.all([1, 2].map(() => post('/auth/reset', { token, password: 'a quite new sentence' })))
    expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await post('/auth/reset', { token, password: 'yet another sentence' })).json()).toMatchObject({
      code: 'linkUsed',
    })
    expect(await opens(before)).toBe(401)
    expect(await opens(await logIn('forgetful@world.test', 'a quite new sentence'))).toBe(200)
  })

  test('is answered alike for an unknown address, which gets no email', async () => {
    await account('known@world.test')
    const [known, unknown] = [await forgot('known@world.test'), await forgot('unknown@world.test')]
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    expect((await mailedLink('unknown@world.test')).token).toBe('')
    expect((await mailedLink('known@world.test')).token).not.toBe('')
  })

  test('takes no link that is over, forged or of an invitation', async () => {
    await account('late@world.test')
    await forgot('late@world.test')
    const { token } = await mailedLink('late@world.test')
    await db().accountLink.updateMany({ where: { email: 'late@world.test' }, data: { expiresAt: new Date() } })
    const reset = async (given: unknown) =>
      (await post('/auth/reset', { token: given, password: 'a quite new sentence' })).json<{ code: string }>().code
    expect(await reset(token)).toBe('linkExpired')
    expect(await reset(`${token.slice(0, -1)}_`)).toBe('linkInvalid')
    await world.rest('POST', '/people/invitations', { body: { email: 'guest@world.test' } })
    expect(await reset((await mailedLink('guest@world.test')).token)).toBe('linkExpired')
  })

  test('mails one address three times in a link’s lifetime, and hides that from the sender', async () => {
    await account('flooded@world.test')
    const codes: number[] = []
    for (let time = 0; time < 4; time++) codes.push((await forgot('flooded@world.test')).statusCode)
    expect(codes).toEqual([200, 200, 200, 200])
    const { token } = await mailedLink('flooded@world.test')
    expect((await world.mailbox()).filter(({ to }) => to === 'flooded@world.test')).toHaveLength(3)
    expect((await post('/auth/reset', { token, password: 'a quite new sentence' })).statusCode).toBe(200)
  })
})

describe('the account', () => {
  test('changes its password by the present one and signs the other devices out', async () => {
    await account('changer@world.test')
    const [here, elsewhere] = [await logIn('changer@world.test'), await logIn('changer@world.test')]
    const change = (given: string, newPassword: string) =>
      post('/account/password', { password: given, newPassword }, { token: here })
    expect((await change('wrong', 'a quite new sentence')).json()).toMatchObject({
      fields: { password: { code: 'wrongPassword' } },
    })
    expect((await change(password, password)).json()).toMatchObject({
      fields: { newPassword: { code: 'passwordSame' } },
    })
    expect((await change(password, 'short')).json()).toMatchObject({
      fields: { newPassword: { code: 'passwordTooShort' } },
    })
    expect((await change(password, 'a quite new sentence')).json()).toMatchObject({ success: true })
    expect([await opens(here), await opens(elsewhere)]).toEqual([200, 401])
    expect((await post('/auth/login', { email: 'changer@world.test', password })).statusCode).toBe(401)
  })

  test('lists its devices and signs one out, but none of another account', async () => {
    await account('devices@world.test')
    const here = await logIn(
      'devices@world.test',
      password,
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    )
    const phone = await logIn(
      'devices@world.test',
      password,
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
    )
    const read = async () =>
      (await world.rest('GET', '/account', { token: here })).json<{
        data: { devices: { id: string; browser: string; system: string; isCurrent: boolean; timeZone: string }[] }
      }>().data.devices
    const devices = await read()
    expect(devices).toHaveLength(2)
    expect(devices.find(({ isCurrent }) => isCurrent)).toMatchObject({
      browser: 'Safari',
      system: 'macOS',
      timeZone: 'Europe/Stockholm',
    })
    const other = devices.find(({ isCurrent }) => !isCurrent)
    expect(other).toMatchObject({ browser: 'Chrome', system: 'Android' })
    const revoke = (token: string) => post(`/account/devices/${other?.id ?? ''}`, {}, { token, method: 'DELETE' })
    expect((await revoke(world.token)).statusCode).toBe(404)
    expect((await revoke(here)).json()).toMatchObject({ success: true })
    expect(await opens(phone)).toBe(401)
    expect(await read()).toHaveLength(1)
  })
})

describe('people of a shop', () => {
  const invite = async (email: string, token = world.token) =>
    world.rest('POST', '/people/invitations', { body: { email }, token })
  const accept = (token: string, more = {}) =>
    post('/auth/invitation/accept', { token, name: 'Ada Berg', password: 'a sentence of my own', ...more })

  test('join by an invitation that works once, with their name in the history, and leave', async () => {
    expect((await invite('ada@world.test')).json()).toMatchObject({ message: 'Invitation sent to ada@world.test' })
    const { page, token } = await mailedLink('ada@world.test')
    expect(page).toBe('/auth/invite')
    expect((await post('/auth/invitation', { token })).json()).toMatchObject({
      data: { email: 'ada@world.test', shopName: 'Shop world', hasAccount: false },
    })
    const ada = (await accept(token)).json<{ token: string }>().token
    expect((await accept(token)).json()).toMatchObject({ code: 'inviteUsed' })
    const ctx = world.contextOf(world.shop)
    const [review] = await addReviews(ctx, {})
    const published = await world.rest('PUT', `/reviews/${review?.id}`, { body: { status: 'published' }, token: ada })
    expect(published.statusCode).toBe(200)
    expect(
      await ctx.db.reviewHistory.findFirst({ where: { shopId: ctx.shop.id, reviewId: review!.id } }),
    ).toMatchObject({
      actorName: 'Ada Berg',
    })
    const { people } = (await world.rest('GET', '/people', { token: ada })).json<{
      data: { people: { id: string; email: string; name: string; isYou: boolean }[] }
    }>().data
    const you = people.find(({ isYou }) => isYou)
    expect(you).toMatchObject({ email: 'ada@world.test', name: 'Ada Berg' })
    expect((await world.rest('DELETE', `/people/${you?.id}`, { token: ada })).json()).toMatchObject({
      code: 'notYourself',
    })
    expect((await world.rest('DELETE', `/people/${you?.id}`)).json()).toEqual({ success: true })
    expect(await opens(ada)).toBe(401)
    expect((await world.rest('DELETE', `/people/${you?.id}`)).statusCode).toBe(404)
  })

  test('with an account already join by its password', async () => {
    await account('agency@world.test', world.otherShop)
    await invite('agency@world.test')
    const { token } = await mailedLink('agency@world.test')
    expect((await accept(token)).statusCode).toBe(401)
    const joined = (await accept(token, { password })).json<{ token: string }>().token
    expect((await world.rest('GET', '/shops', { token: joined })).json()).toMatchObject({
      data: { name: 'Shop world' },
    })
    expect((await invite('agency@world.test')).json()).toMatchObject({ code: 'alreadyMember' })
  })

  test('get three invitations an hour, also when earlier ones are canceled', async () => {
    const invited = []
    for (let time = 0; time < 3; time++) {
      invited.push(await invite('flooded-guest@world.test'))
      const { data } = invited[time]!.json<{ data: { id: string } }>()
      if (time < 2) await world.rest('DELETE', `/people/invitations/${data.id}`)
    }
    const more = await Promise.all([1, 2].map(() => invite('flooded-guest@world.test')))
    expect([...invited, ...more].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429])
    const { token } = await mailedLink('flooded-guest@world.test')
    expect((await post('/auth/invitation', { token })).statusCode).toBe(200)
  })

  test('lose the invitations that they sent with their right, or with the right to change something', async () => {
    const { accountId } = await account('inviter@world.test')
    const inviter = await logIn('inviter@world.test')
    const invited = async (email: string) => {
      await invite(email, inviter)
      return (await mailedLink(email)).token
    }
    const first = await invited('friend1@world.test')
    await account('inviter@world.test', world.shop, { readOnly: true })
    expect((await accept(first)).json()).toMatchObject({ code: 'inviteOver' })
    await account('inviter@world.test')
    const second = await invited('friend2@world.test')
    await world.rest('DELETE', `/people/${accountId}`)
    expect((await accept(second)).json()).toMatchObject({ code: 'inviteOver' })
  })

  test.each(['<b>Evil</b>', 'http://evil', 'Click evil.com', 'www.evil', 'me@evil.test'])(
    'can’t be called %s, as the subject of an invitation begins with the name',
    async (name) => {
      await account('named@world.test')
      const token = await logIn('named@world.test')
      const fields = { name: { code: 'valueInvalid' } }
      expect((await post('/account', { name }, { token, method: 'PUT' })).json()).toMatchObject({ fields })
      await db().accountLink.deleteMany({ where: { email: 'called@world.test' } })
      await invite('called@world.test')
      expect((await accept((await mailedLink('called@world.test')).token, { name })).json()).toMatchObject({ fields })
      const renamed = await post('/account', { name: 'Dr. J.R. O’Neil-Weiß' }, { token, method: 'PUT' })
      expect(renamed.statusCode).toBe(200)
    },
  )

  test('can’t accept an invitation that was withdrawn', async () => {
    const { data } = (await invite('withdrawn@world.test')).json<{ data: { id: string } }>()
    const { token } = await mailedLink('withdrawn@world.test')
    expect(
      (await world.rest('DELETE', `/people/invitations/${data.id}`, { token: world.otherToken })).statusCode,
    ).not.toBe(200)
    expect((await world.rest('DELETE', `/people/invitations/${data.id}`)).json()).toEqual({ success: true })
    expect((await accept(token)).json()).toMatchObject({ code: 'inviteOver' })
    expect((await invite('not an address')).statusCode).toBe(422)
  })
})

describe('at the same time', () => {
  test('two shops’ invitations of a new address make one account with both rights', async () => {
    const email = 'consultant@world.test'
    const tokens: string[] = []
    for (const shop of [world.shop, world.otherShop]) {
      await invitePerson(world.contextOf(shop), { email })
      tokens.push((await mailedLink(email)).token)
    }
    const answers = await Promise.all(
      tokens.map((token) => post('/auth/invitation/accept', { token, password: 'a sentence of my own' })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await db().accountShop.count({ where: { account: { email } } })).toBe(2)
  })

  test('an invitation accepted twice makes one session', async () => {
    const email = 'hasty@world.test'
    await invitePerson(world.contextOf(world.shop), { email })
    const { token } = await mailedLink(email)
    const answers = await Promise.all(
      ['a sentence of my own', 'a sentence of yours'].map((each) =>
        post('/auth/invitation/accept', { token, password: each }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await db().loginSession.count({ where: { account: { email } } })).toBe(1)
  })

  test('two people who remove each other leave one; the platform’s admin can’t remove the last', async () => {
    const shop = world.otherShop
    await db().accountShop.deleteMany({ where: { shopId: shop.id } })
    const ids = [await account('left@world.test', shop), await account('right@world.test', shop)].map(
      ({ accountId }) => accountId,
    )
    const tokens = [await logIn('left@world.test'), await logIn('right@world.test')]
    const answers = await Promise.all(
      tokens.map((token, at) => world.rest('DELETE', `/people/${ids[1 - at]}`, { token })),
    )
    expect(answers.map(({ statusCode }) => statusCode === 200).sort()).toEqual([false, true])
    const rest = await db().accountShop.findMany({ where: { shopId: shop.id } })
    expect(rest).toHaveLength(1)
    await expect(removePerson(world.contextOf(shop), rest[0]?.accountId ?? '')).rejects.toMatchObject({
      code: 'lastPerson',
    })
  })
})

test('a read-only account reads everything and changes nothing', async () => {
  await account('visitor@world.test', world.shop, { readOnly: true })
  const token = await logIn('visitor@world.test')
  expect((await world.graphql('{ viewer { readOnly } }', {}, token)).data).toEqual({ viewer: { readOnly: true } })
  expect((await world.rest('GET', '/people', { token })).statusCode).toBe(200)
  const refused = [
    await world.rest('POST', '/people/invitations', { body: { email: 'x@y.test' }, token }),
    await world.rest('GET', '/subscription/shopify/subscribe/pro', { token }),
    await post('/account/password', { password, newPassword: 'a quite new sentence' }, { token }),
    await post('/account', { name: 'Me' }, { token, method: 'PUT' }),
  ]
  expect(refused.map((answer) => answer.json<{ code: string }>().code)).toEqual(refused.map(() => 'readOnly'))
  expect((await post('/auth/logout', {}, { token })).statusCode).toBe(200)
})

test('a read-only account stays read-only without a shop', async () => {
  await account('tourist@world.test', world.shop, { readOnly: true })
  await account('tourist@world.test', world.otherShop, { readOnly: true })
  const token = await logIn('tourist@world.test')
  const query = '{ viewer { readOnly shop { id } } }'
  expect((await world.graphql(query, {}, token)).data).toEqual({ viewer: { readOnly: true, shop: null } })
  const refused = [
    await post('/account/password', { password, newPassword: 'a quite new sentence' }, { token }),
    await post('/account', { name: 'Me' }, { token, method: 'PUT' }),
  ]
  expect(refused.map((answer) => answer.json<{ code: string }>().code)).toEqual(refused.map(() => 'readOnly'))
  await account('tourist@world.test', world.otherShop)
  const fuller = await logIn('tourist@world.test')
  expect((await world.graphql('{ viewer { readOnly } }', {}, fuller)).data).toEqual({ viewer: { readOnly: false } })
})
