import { createLink } from '../../shop/session/account-links.ts'
import { createAccount } from '../../shop/session/accounts.ts'
import { openSession } from '../../shop/session/login.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import type { World } from '../world.ts'
import { mountedRoutes } from './mounted-routes.ts'
import { shopPrint } from './shop-print.ts'
import { emptyVerdict, recordPlanted, type Verdict } from './verdict.ts'

const password = 'a-long-test-password'
const newPassword = 'a sentence that is new'

/** A person who has signed in and has not chosen the shop, and a guest with an invitation to it. */
interface Person {
  shop: Shop
  accountId: string
  email: string
  guest: string
  token: string
  /** Id of the session. */
  session: string
  /** Tokens of mailed links. */
  reset: string
  invitation: string
}

interface Door {
  body?: object
  path?: string
  /** It is opened by what the body names, without a session. */
  isOpen?: true
}

/** Routes of accounts and their links, each with a call that succeeds. */
const doors: Readonly<Record<string, (person: Person) => Door>> = {
  'POST /apiSa/auth/login': ({ email }) => ({ body: { email, password }, isOpen: true }),
  'POST /apiSa/auth/logout': () => ({ body: {} }),
  'POST /apiSa/auth/shop': ({ shop }) => ({ body: { shopId: shop.id } }),
  'POST /apiSa/auth/forgot': ({ email }) => ({ body: { email }, isOpen: true }),
  'POST /apiSa/auth/reset': ({ reset }) => ({ body: { token: reset, password: newPassword }, isOpen: true }),
  'POST /apiSa/auth/invitation': ({ invitation }) => ({ body: { token: invitation }, isOpen: true }),
  'POST /apiSa/auth/invitation/accept': ({ invitation }) => ({
    body: { token: invitation, password: newPassword },
    isOpen: true,
  }),
  'GET /apiSa/account': () => ({}),
  'PUT /apiSa/account': () => ({ body: { name: 'Renamed' } }),
  'POST /apiSa/account/password': () => ({ body: { password, newPassword } }),
  'DELETE /apiSa/account/devices/:id': ({ session }) => ({ path: `/apiSa/account/devices/${session}` }),
}

let people = 0

export async function addPerson({ app: { deps } }: World, shop: Shop): Promise<Person> {
  const number = (people += 1)
  const [email, guest] = [`person${number}@doors.test`, `guest${number}@doors.test`]
  const { accountId } = await createAccount(deps, { email, password, shopifyDomain: shop.shopifyDomain })
  const token = await openSession(deps, { accountId, shopId: null })
  const { id: session } = await deps.access
    .acrossShops('log in')
    .loginSession.findFirstOrThrow({ where: { accountId } })
  const tokenOf = (link: { id: string }) => deps.signer.sign('account', { id: link.id })
  return {
    shop,
    accountId,
    email,
    guest,
    token,
    session,
    reset: tokenOf(await createLink(deps, { kind: 'password', email, minutes: 30 })),
    invitation: tokenOf(await createLink(deps, { kind: 'invitation', email: guest, shopId: shop.id, minutes: 30 })),
  }
}

/** Describes the rows of a person, their guest and their shop's people. */
async function printOf({ app }: World, { accountId, email, guest, shop }: Person): Promise<string> {
  const db = app.deps.access.acrossShops('log in')
  const emails = { in: [email, guest] }
  return JSON.stringify([
    await db.account.findMany({ where: { OR: [{ id: accountId }, { email: emails }] }, orderBy: { id: 'asc' } }),
    await db.accountShop.findMany({ where: { shopId: shop.id }, orderBy: { accountId: 'asc' } }),
    await db.accountLink.findMany({ where: { OR: [{ email: emails }, { shopId: shop.id }] }, orderBy: { id: 'asc' } }),
    await db.loginSession.findMany({ where: { accountId }, orderBy: { id: 'asc' } }),
  ])
}

/**
 * Goal R9 for accounts: calls of a person of shop B act for B alone. They name shop A and its person in headers, a
 * cookie, the address and the body. Planted: the same calls with what A holds. Needs a world with the role `web`.
 */
export async function checkAccountDoors(world: World): Promise<Verdict> {
  const verdict = emptyVerdict()
  const printOfShop = await shopPrint(world.app.database.pool, world.shop.id)
  // The platform's login has tests of its own (server/shop/install/install.test.ts).
  for (const route of mountedRoutes(world).filter((each) => / \/apiSa\/(auth\/(?!platform)|account)/.test(each)))
    if (!Object.hasOwn(doors, route)) verdict.found.push(`${route} has no case`)
  for (const [route, doorOf] of Object.entries(doors)) {
    const [a, b] = [await addPerson(world, world.shop), await addPerson(world, world.otherShop)]
    const printOfA = async () => `${await printOf(world, a)}${await printOfShop()}`
    const before = await printOfA()
    const call = (person: Person, inBody: boolean) =>
      knock(world, { route, door: doorOf(person), person, named: a, inBody })
    const words = [a.shop.id, a.shop.shopifyDomain, a.email, a.guest, a.accountId]
    const faultOf = async ({ status, text }: Knocked): Promise<string | null> => {
      if ((await printOfA()) !== before) return 'writes rows of A'
      const shown = words.find((word) => text.includes(word))
      if (shown) return `shows ${shown}`
      return status < 400 ? null : `is refused: ${status} ${text.slice(0, 200)}`
    }
    verdict.tried += 2
    if (doorOf(b).body && !(await call(b, true)).text.includes('unknownField'))
      verdict.found.push(`${route} takes names in its body`)
    const fault = await faultOf(await call(b, false))
    if (fault) verdict.found.push(`${route} ${fault}`)
    recordPlanted(verdict, `${route} of A`, (await faultOf(await call(a, false))) !== null)
  }
  return verdict
}

interface Knocked {
  status: number
  text: string
}

interface Knock {
  route: string
  door: Door
  person: Person
  named: Person
  inBody: boolean
}

async function knock(world: World, { route, door, person, named, inBody }: Knock): Promise<Knocked> {
  const [method, path = ''] = route.split(' ')
  const names = {
    shopId: named.shop.id,
    shop: named.shop.shopifyDomain,
    accountId: named.accountId,
    email: named.email,
  }
  const { email, ...others } = names
  const answer = await world.inject({
    method: method as 'GET',
    url: `${door.path ?? path}?${new URLSearchParams(names)}`,
    remoteAddress: `10.60.${(people += 1) % 250}.1`,
    headers: {
      ...(!door.isOpen && { 'x-auth-token': person.token }),
      'x-shop-id': names.shopId,
      'x-shopify-shop-domain': names.shop,
      'x-account-id': names.accountId,
      'x-forwarded-email': email,
      cookie: new URLSearchParams(names).toString().replaceAll('&', '; '),
    },
    ...(door.body && { payload: inBody ? { ...others, ...door.body, account: email, shop: names.shop } : door.body }),
  })
  return { status: answer.statusCode, text: answer.body }
}
