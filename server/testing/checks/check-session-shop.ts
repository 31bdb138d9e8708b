import {
  makeSendCall,
  isSuccess,
  type ApiResponse,
  type SendCall,
  type CallOptions,
  type ApiCall,
} from '../api-client.ts'
import { namingReads, ownReads, pagedReads, type ReadCall } from './read-calls.ts'
import { shopPrint } from './shop-print.ts'
import {
  setPlan,
  endRunning,
  globalId,
  findShownThing,
  addThings,
  THINGS,
  listNamedThings,
  unknownThings,
  withoutIds,
  type Thing,
  type Things,
} from '../things.ts'
import { emptyVerdict, recordPlanted, type Verdict } from './verdict.ts'
import type { World } from '../world.ts'
import { writeCalls } from './write-calls.ts'

type Channel = 'header' | 'cookie' | 'query' | 'argument' | 'body'

const channels: readonly Channel[] = ['header', 'cookie', 'query', 'argument', 'body']
const shopNames = ({ shopId, shopDomain }: Things) => ({
  shopId,
  shop: shopDomain,
  shop_id: shopId,
  shopDomain,
  shopifyDomain: shopDomain,
})

/** Names shop A in a part of a call, without changing its meaning. */
function addNames(
  channel: Channel,
  { sent, sending, a }: { sent: ApiCall; sending: CallOptions; a: Things },
): { sent: ApiCall; sending: CallOptions } {
  const { shopId, shopDomain } = a
  const headers = { ...sending.headers }
  switch (channel) {
    case 'header':
      return {
        sent,
        sending: {
          ...sending,
          headers: {
            ...headers,
            'x-shop-id': shopId,
            'x-shop': shopDomain,
            'x-shopify-shop-domain': shopDomain,
            'x-forwarded-host': shopDomain,
            'x-tenant': shopId,
            forwarded: `host=${shopDomain}`,
          },
        },
      }
    case 'cookie':
      return {
        sent,
        sending: {
          ...sending,
          headers: { ...headers, cookie: `shopId=${shopId}; shop=${shopDomain}; tenant=${shopId}` },
        },
      }
    case 'query':
      return { sent, sending: { ...sending, query: { ...sending.query, ...shopNames(a) } } }
    case 'argument':
      return { sent: withArgument(sent, a), sending }
    case 'body':
      return { sent: withBody(sent, a), sending }
  }
}

/** Adds to GraphQL's input and variables; REST's arguments are its query and body. */
function withArgument(sent: ApiCall, a: Things): ApiCall {
  if (sent.transport === 'rest') return sent
  const { query, variables } = sent.body as { query: string; variables: Record<string, unknown> }
  return { ...sent, body: { query, variables: { ...variables, ...shopNames(a) } } }
}

/** GraphQL accepts only its four members of a body. */
function withBody(sent: ApiCall, a: Things): ApiCall {
  if (sent.transport === 'graphql') return { ...sent, body: { ...(sent.body as object), extensions: shopNames(a) } }
  if (sent.file || sent.method === 'GET') return sent
  return { ...sent, body: { ...(sent.body as object | undefined), ...shopNames(a) } }
}

/** Wraps an API with a planted fault: it trusts the shop named in a part of the request. */
function trustNames(
  ask: SendCall,
  { a, token, where }: { a: Things; token: string; where: (sent: ApiCall, sending: CallOptions) => string },
): SendCall {
  const words = [a.shopId, ...(Object.keys(THINGS) as Thing[]).flatMap((thing) => [a.ids[thing], globalId(a, thing)])]
  return (sent, sending) =>
    ask(sent, words.some((word) => where(sent, sending).includes(word)) ? { ...sending, token } : sending)
}

const places: Readonly<Record<Channel, (sent: ApiCall, sending: CallOptions) => string>> = {
  header: (_sent, { headers = {} }) => headers['x-shop-id'] ?? '',
  cookie: (_sent, { headers = {} }) => headers.cookie ?? '',
  query: (_sent, { query = {} }) => query.shopId ?? '',
  argument: ({ body }) => JSON.stringify((body as { variables?: object } | undefined)?.variables ?? {}),
  body: ({ body }) => JSON.stringify(body ?? {}),
}

interface SessionShopOptions {
  of?: (name: string, index: number) => boolean
  mode?: 'standalone' | 'embedded'
}

/**
 * Goal R9: signed-in calls use the session's shop. Every read and write of shop B names shop A in headers, cookies,
 * URL, GraphQL variables and body. Ids, paths and cursors name it, too. The answers must not change, and nothing of A
 * is shown or written. Planted: an API that trusts each of these parts. Needs a world with the role `web`.
 */
export async function checkSessionShop(
  world: World,
  { of = () => true, mode = 'standalone' }: SessionShopOptions = {},
): Promise<Verdict> {
  const verdict = emptyVerdict()
  const ask = makeSendCall(world, mode)
  const tokens =
    mode === 'embedded'
      ? ([await world.idToken(), await world.idToken(world.otherShop.shopifyDomain)] as const)
      : ([world.token, world.otherToken] as const)
  const [a, b] = [await addThings(world, world.shop), await addThings(world, world.otherShop)]
  // Creates a second page for cursors.
  await addThings(world, world.shop, { mark: a.mark })
  const sides: Sides = { world, a, b, token: tokens[1] }
  const reads = [...ownReads(), ...namingReads()].filter(({ name }, index) => of(name, index))
  // The first read imports the platform's catalog.
  for (const read of reads) await ask(read.of1(b), { token: tokens[1] })
  for (const channel of channels) {
    verdict.tried += reads.length
    verdict.found.push(...(await readFaults(ask, { ...sides, channel }, reads)))
    const seen = await readFaults(
      trustNames(ask, { a, token: tokens[0], where: places[channel] }),
      { ...sides, channel },
      reads.filter(({ name }) => /^Shop\.(name|products|savedViews)$/.test(name)),
    )
    recordPlanted(verdict, `a door that believes the ${channel}`, seen.length > 0)
  }
  await checkNamed({ ask, tokens, verdict }, a)
  await checkWrites({ ask, tokens, verdict }, sides, of)
  return verdict
}

interface Sides {
  world: World
  a: Things
  b: Things
  token: string
}

interface Trying {
  ask: SendCall
  tokens: readonly [string, string]
  verdict: Verdict
}

async function readFaults(
  ask: SendCall,
  { a, b, token, channel }: Sides & { channel: Channel },
  reads: readonly ReadCall[],
): Promise<string[]> {
  const faults: string[] = []
  for (const read of reads) {
    const sent = read.of1(b)
    const plain = await ask(sent, { token })
    const named = addNames(channel, { sent, sending: { token }, a })
    const answer = await ask(named.sent, named.sending)
    const shown = findShownThing(answer.text, a)
    if (shown) faults.push(`${read.name}, shop A in its ${channel}: shows ${shown}`)
    else if (describeAnswer(plain, b) !== describeAnswer(answer, b))
      faults.push(`${read.name}, shop A in its ${channel}: ${answer.status} ${answer.text.slice(0, 150)}`)
  }
  return faults
}

const describeAnswer = ({ status, text }: ApiResponse, b: Things): string => `${status} ${withoutIds(text, b)}`

/** Checks ids, paths and cursors, which are resolved in the session's shop. */
async function checkNamed({ ask, tokens: [tokenOfA, tokenOfB], verdict }: Trying, a: Things): Promise<void> {
  const faults = async (transport: SendCall): Promise<string[]> => {
    const found: string[] = []
    for (const read of namingReads()) {
      const sent = read.of1(a)
      const shown = findShownThing((await transport(sent, { token: tokenOfB })).text, a, JSON.stringify(sent))
      if (shown) found.push(`${read.name} shows ${shown}`)
    }
    return found
  }
  verdict.tried += namingReads().length
  verdict.found.push(...(await faults(ask)))
  const inPath = trustNames(ask, { a, token: tokenOfA, where: ({ path }) => path })
  const inIds = trustNames(ask, { a, token: tokenOfA, where: ({ body }) => JSON.stringify(body ?? {}) })
  recordPlanted(verdict, 'a door that believes the path', (await faults(inPath)).length > 0)
  recordPlanted(verdict, 'a door that believes ids', (await faults(inIds)).length > 0)
  for (const { name, page, cursorOf } of pagedReads) {
    verdict.tried += 1
    const cursor = cursorOf((await ask(page(null), { token: tokenOfA })).text)
    if (!cursor) {
      verdict.found.push(`${name}: no cursor to try`)
      continue
    }
    const [ofA, ofB] = [await ask(page(cursor), { token: tokenOfA }), await ask(page(cursor), { token: tokenOfB })]
    const shown = findShownThing(ofB.text, a)
    if (shown) verdict.found.push(`${name}, by a cursor: ${shown}`)
    else if (!ofB.text.includes('malformedCursor')) verdict.found.push(`${name} takes a cursor of shop A`)
    recordPlanted(verdict, `a door that believes a cursor of ${name}`, ofA.text !== ofB.text)
  }
}

/** Checks that every write of B changes only B, with shop A named in all parts at once. */
async function checkWrites(
  { ask, tokens: [tokenOfA], verdict }: Trying,
  sides: Sides,
  of: (name: string, index: number) => boolean,
): Promise<void> {
  const { world, a, token } = sides
  const printOfA = await shopPrint(world.app.database.pool, world.shop.id)
  const attempt = async (call: (typeof writeCalls)[number], transport: SendCall): Promise<string | null> => {
    await setPlan(world, world.otherShop, call.plan)
    const b = await addThings(world, world.otherShop, { needed: listNamedThings(call.of1) })
    await endRunning(world.contextOf(world.shop))
    const before = await printOfA()
    const named = channels.reduce((so, channel) => addNames(channel, { ...so, a }), {
      sent: call.of1(b),
      sending: { token },
    })
    const answer = await transport(named.sent, named.sending)
    if ((await printOfA()) !== before) return 'writes rows of shop A'
    const shown = findShownThing(answer.text, a)
    if (shown) return `shows ${shown}`
    // Silent calls may lack what they need. Routes that refuse unknown or fixed fields do nothing.
    return call.silent ||
      isSuccess(named.sent, answer) ||
      /"shop\w*":\{"code":"(unknownField|fieldNotEditable)"/.test(answer.text)
      ? null
      : `is refused: ${answer.status} ${answer.text.slice(0, 200)}`
  }
  for (const call of writeCalls.filter(({ name }, index) => of(name, index))) {
    verdict.tried += 1
    const fault = await attempt(call, ask)
    if (fault) verdict.found.push(`${call.name}: ${fault}`)
  }
  const free = writeCalls.filter(
    ({ of1 }) => JSON.stringify(of1(a)) === JSON.stringify(of1({ ...unknownThings(), nonce: a.nonce, mark: a.mark })),
  )
  for (const call of free.slice(0, 3)) {
    recordPlanted(
      verdict,
      `a door that believes what ${call.name} names`,
      (await attempt(call, trustNames(ask, { a, token: tokenOfA, where: places.header }))) !== null,
    )
  }
}
