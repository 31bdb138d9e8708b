import { makeSendCall, type ApiResponse, type SendCall, type ApiCall } from '../api-client.ts'
import { linkCalls, linksWithoutCase, followLink } from './link-calls.ts'
import { namingReads, ownReads, pagedReads, readsWithoutCase, type ReadCall } from './read-calls.ts'
import { shopPrint } from './shop-print.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import {
  endRunning,
  setPlan,
  findShownThing,
  addThings,
  listNamedThings,
  unknownThings,
  withoutIds,
  type Things,
} from '../things.ts'
import { emptyVerdict, recordPlanted, mergeVerdicts, type Verdict } from './verdict.ts'
import type { World } from '../world.ts'
import { writeCalls, writesWithoutCase } from './write-calls.ts'

/** Two shops: B's session tries to reach what A has. */
interface Shops {
  world: World
  ask: SendCall
  a: Things
  printOfA: () => Promise<string>
}

interface TenantsOptions {
  /** Selects the calls; all by default. */
  of?: (name: string, index: number) => boolean
}

/**
 * Goal R8: B's session tries every field, mutation, node, subscription, REST route, file and link of shop A. It must
 * read and write nothing, and get the answers of unknown ids. Each case also runs with A's session as the planted
 * fault: the check must notice it. Needs a world with the role `web`.
 */
export async function checkTenants(world: World, { of = () => true }: TenantsOptions = {}): Promise<Verdict> {
  const cases = emptyVerdict()
  cases.found.push(...readsWithoutCase(), ...writesWithoutCase(), ...linksWithoutCase(world))
  const ask = makeSendCall(world)
  const own = await checkOwnReads(world, ask)
  const shops: Shops = { world, ask, a: own.a, printOfA: await shopPrint(world.app.database.pool, world.shop.id) }
  return mergeVerdicts(
    cases,
    own.verdict,
    await checkNamed(shops, of),
    await checkWrites(shops, of),
    await checkCursors(shops),
    await checkLinks(shops),
    await checkChoice(shops),
    await checkSubscriptions(world, own.a),
  )
}

const sendable = (answer: ApiResponse, things: Things): string => `${answer.status} ${withoutIds(answer.text, things)}`

/** Checks that B's own reads stay byte for byte the same when A adds things. */
async function checkOwnReads(world: World, ask: SendCall): Promise<{ a: Things; verdict: Verdict }> {
  const verdict = emptyVerdict()
  const b = await addThings(world, world.otherShop)
  const reads = ownReads()
  const none = unknownThings()
  const readAll = async (token: string) => {
    const answers: ApiResponse[] = []
    for (const read of reads) answers.push(await ask(read.of1(none), { token }))
    return answers
  }
  // The first read imports the platform's catalog.
  for (const token of [world.otherToken, world.token]) await readAll(token)
  const [before, beforeOfA] = [await readAll(world.otherToken), await readAll(world.token)]
  const a = await addThings(world, world.shop)
  await world.app.deps.access.acrossShops('the demo platform').shop.update({
    where: { id: world.shop.id },
    data: { name: `${a.mark} shop`, email: `${a.mark}@shop.test`, firstName: a.mark },
  })
  await setPlan(world, world.shop, 'enterprise')
  await addThings(world, world.shop, { mark: a.mark })
  const [after, afterOfA] = [await readAll(world.otherToken), await readAll(world.token)]
  for (const [index, read] of reads.entries()) {
    const [first, second, ofA] = [before[index], after[index], afterOfA[index]]
    if (!first || !second || !ofA) continue
    verdict.tried += 1
    const broken = failure(second)
    if (broken) verdict.found.push(`${read.name}: ${broken}`)
    if (sendable(first, b) !== sendable(second, b))
      verdict.found.push(`${read.name} is another one since shop A has something`)
    const shown = findShownThing(second.text, a)
    if (shown) verdict.found.push(`${read.name} shows ${shown}`)
    // The same read as A must change or show A's things. A read that never changes proves nothing and is not counted.
    if (findShownThing(ofA.text, a) || sendable(ofA, none) !== sendable(beforeOfA[index] ?? ofA, none))
      recordPlanted(verdict, read.name, true)
  }
  return { a, verdict }
}

/** Returns why a read proves nothing: it was refused or failed. */
function failure({ status, text }: ApiResponse): string | null {
  if (status >= 400) return `answers ${status} ${text.slice(0, 200)}`
  return text.startsWith('{"errors"') ? text.slice(0, 200) : null
}

/** Reads without a thing in their arguments: equal answers to both shops prove nothing. */
const namesNothing =
  /^GET \/email \(|^Shop\.(?:emailPreview|integrationDeliveries|emailOwnWords|report|analytics|surveyResults)\.|^AnalyticsPage\.csv\.|^ShopSubscription\.couponPercent\./

/** Checks that reads with A's ids answer B as with unknown ids. */
async function checkNamed({ world, ask, a }: Shops, of: (name: string, index: number) => boolean): Promise<Verdict> {
  const verdict = emptyVerdict()
  for (const read of namingReads().filter(({ name }, index) => of(name, index))) {
    verdict.tried += 1
    const theirs = await compare({ ask, token: world.otherToken }, read, a)
    if (theirs) verdict.found.push(`${read.name}: ${theirs}`)
    if (!namesNothing.test(read.name))
      recordPlanted(verdict, read.name, (await compare({ ask, token: world.token }, read, a)) !== null)
  }
  return verdict
}

/** Returns how a call distinguishes A's things from unknown ones; null if it doesn't. */
async function compare(
  { ask, token }: { ask: SendCall; token: string },
  call: Pick<ReadCall, 'of1'>,
  a: Things,
): Promise<string | null> {
  const none: Things = { ...unknownThings(), nonce: a.nonce }
  const [sent, sentNone] = [call.of1(a), call.of1(none)]
  const foreign = await ask(sent, { token })
  const unknown = await ask(sentNone, { token })
  return differenceOf({ foreign, unknown, sent }, a, none)
}

function differenceOf(
  { foreign, unknown, sent }: { foreign: ApiResponse; unknown: ApiResponse; sent: unknown },
  a: Things,
  none: Things,
): string | null {
  if (foreign.status >= 500) return `answers ${foreign.status}`
  const shown = findShownThing(foreign.text, a, JSON.stringify(sent))
  if (shown) return `shows ${shown}`
  const [one, other] = [sendable(foreign, a), sendable(unknown, none)]
  return one === other ? null : `"not yours" differs from "not there": ${one.slice(0, 200)} / ${other.slice(0, 200)}`
}

/** Checks that B's writes change nothing of A and reveal nothing. */
async function checkWrites(
  { world, ask, printOfA }: Shops,
  of: (name: string, index: number) => boolean,
): Promise<Verdict> {
  const verdict = emptyVerdict()
  for (const call of writeCalls.filter(({ name }, index) => of(name, index))) {
    verdict.tried += 1
    const a = await addThings(world, world.shop, { needed: listNamedThings(call.of1) })
    const names = namesThings(call.of1, a)
    const attempt = async (token: string): Promise<string | null> => {
      const none: Things = { ...unknownThings(), nonce: a.nonce }
      const shop = token === world.token ? world.shop : world.otherShop
      const before = await printOfA()
      const foreign = await ask(call.of1(a), { token })
      const written = (await printOfA()) !== before
      await endRunning(world.contextOf(shop))
      const unknown = names ? await ask(call.of1(none), { token }) : foreign
      await endRunning(world.contextOf(shop))
      if (written) return 'writes rows of shop A'
      if (!names) return findShownThing(foreign.text, a)
      return differenceOf({ foreign, unknown, sent: call.of1(a) }, a, none)
    }
    const fault = await attempt(world.otherToken)
    if (fault) verdict.found.push(`${call.name}: ${fault}`)
    if (!call.silent) recordPlanted(verdict, call.name, (await attempt(world.token)) !== null)
  }
  return verdict
}

function namesThings(of1: (things: Things) => ApiCall, a: Things): boolean {
  return JSON.stringify(of1(a)) !== JSON.stringify(of1({ ...unknownThings(), nonce: a.nonce, mark: a.mark }))
}

/** Checks that A's cursor gives no access to A's rows. */
async function checkCursors({ world, ask, a }: Shops): Promise<Verdict> {
  const verdict = emptyVerdict()
  for (const { name, page, cursorOf } of pagedReads) {
    verdict.tried += 1
    const cursor = cursorOf((await ask(page(null), { token: world.token })).text)
    if (!cursor) {
      verdict.found.push(`${name}: no cursor to try`)
      continue
    }
    const answer = await ask(page(cursor), { token: world.otherToken })
    const shown = findShownThing(answer.text, a)
    if (shown || answer.status >= 500)
      verdict.found.push(`${name} with another shop's cursor: ${shown ?? answer.status}`)
    const ofA = (await ask(page(cursor), { token: world.token })).text
    const ofB = answer.text
    recordPlanted(verdict, `${name} with a cursor`, ofA !== ofB)
  }
  return verdict
}

/** Checks that links with A's ids open the same as unknown ids. A's links can't be changed into one. */
async function checkLinks({ world, a, printOfA }: Shops): Promise<Verdict> {
  const verdict = emptyVerdict()
  const session = { world, token: world.otherToken }
  const { id: shopId, shopifyDomain: shopDomain } = world.otherShop
  const none: Things = { ...unknownThings(), nonce: a.nonce }
  for (const link of linkCalls) {
    verdict.tried += 1
    const before = await printOfA()
    const foreign = await followLink(session, link, { shopId, shopDomain, things: a })
    const unknown = await followLink(session, link, { shopId, shopDomain, things: none })
    const fault =
      (await printOfA()) !== before ? 'writes rows of shop A' : differenceOf({ foreign, unknown, sent: '' }, a, none)
    if (fault) verdict.found.push(`${link.route} ${link.name}: ${fault}`)
    const ofA = await followLink(session, link, {
      shopId: world.shop.id,
      shopDomain: world.shop.shopifyDomain,
      things: a,
    })
    recordPlanted(
      verdict,
      `${link.route} ${link.name}`,
      (await printOfA()) !== before || differenceOf({ foreign: ofA, unknown, sent: '' }, a, none) !== null,
    )
  }
  for (const [key, secret] of [
    [a.exportKey, true],
    [a.importKey, true],
    [`${a.mediaKey}/large`, false],
  ] as const) {
    verdict.tried += 1
    const answer = await fetch(`${await world.url()}/media/${key}`, { headers: { 'x-auth-token': world.otherToken } })
    if (secret && answer.status !== 404) verdict.found.push(`/media/${key} answers ${answer.status}`)
    // Pictures are public, which proves that the check would find a file.
    if (!secret) recordPlanted(verdict, 'a public picture', answer.status === 200)
  }
  return verdict
}

/** Checks that an account enters only its own shops. */
async function checkChoice({ world, a }: Shops): Promise<Verdict> {
  const verdict = emptyVerdict()
  const none = unknownThings()
  const choose = async (token: string, shopId: string) => {
    const answer = await world.inject({
      method: 'POST',
      url: '/apiSa/auth/shop',
      headers: { 'x-auth-token': token },
      payload: { shopId },
    })
    return `${answer.statusCode} ${answer.body}`
  }
  verdict.tried += 1
  const [foreign, unknown] = [await choose(world.otherToken, a.shopId), await choose(world.otherToken, none.shopId)]
  if (foreign !== unknown) verdict.found.push(`POST /apiSa/auth/shop: ${foreign} / ${unknown}`)
  recordPlanted(verdict, 'POST /apiSa/auth/shop', (await choose(world.token, a.shopId)) !== unknown)
  return verdict
}
