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

/** Two shops: what A has is tried with B's session. */
interface Shops {
  world: World
  ask: SendCall
  a: Things
  printOfA: () => Promise<string>
}

export interface TenantsOptions {
  /** Which of the calls are tried; all unless given. */
  of?: (name: string, index: number) => boolean
}

/**
 * Goal R8: every field, mutation, node, subscription, row of REST, file and link of shop A with B's session: nothing read,
 * nothing written, and the same answer as for unknown ids. Each case is tried with A's own session as well, which is the
 * planted fault: a server that took B for A must be found by it. A world with the role `web`.
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

/** What B reads of its own must not change by a single byte when A comes to have something. */
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
  // A first look brings the platform's catalog in.
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
    // The same read as A: it must be seen to change, or to show what A has. What no stock changes proves nothing and is not counted.
    if (findShownThing(ofA.text, a) || sendable(ofA, none) !== sendable(beforeOfA[index] ?? ofA, none))
      recordPlanted(verdict, read.name, true)
  }
  return { a, verdict }
}

/** A read that is refused as a whole, or fails, proves nothing. */
function failure({ status, text }: ApiResponse): string | null {
  if (status >= 400) return `answers ${status} ${text.slice(0, 200)}`
  return text.startsWith('{"errors"') ? text.slice(0, 200) : null
}

/** Reads whose arguments hold no name of a thing: the same answer to both shops proves nothing. */
const namesNothing = /^GET \/email \(|^Shop\.(?:emailPreview|emailOwnWords|report)\./

/** A read that names A's things answers B as one that names unknown ids. */
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

/** What tells A's things from unknown ones by a call; null when nothing does. */
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
  return one === other ? null : `"not yours" is told from "not there": ${one.slice(0, 200)} / ${other.slice(0, 200)}`
}

/** A call that changes something: B changes nothing of A's, and learns nothing of it. */
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

/** A's place in a list is no way into A's rows. */
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

/** Links and files: made for B with A's ids they open what an unknown id opens, and a link of A's cannot be turned into one. */
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
    // Pictures are public: the way to see that this would find a file.
    if (!secret) recordPlanted(verdict, 'a public picture', answer.status === 200)
  }
  return verdict
}

/** An account enters its own shops only. */
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
