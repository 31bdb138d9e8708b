import { buildMailLinks } from '../server/requests/requests/mail-links.ts'
import { emptyVerdict, recordPlanted } from '../server/testing/checks/verdict.ts'
import { placeOrder } from '../server/testing/orders.ts'
import type { PromiseBench } from './bench.ts'
import { openWorld } from './world.ts'

const fullMutations = 10_000
const slugLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'

/** Returns a changed token: a character replaced, removed or added, the end cut off, or two parts exchanged. */
function mutate(token: string, at: number): string {
  const place = (at * 7919) % token.length
  const letter = slugLetters.charAt((at * 31) % slugLetters.length)
  switch (at % 5) {
    case 0:
      return `${token.slice(0, place)}${letter}${token.slice(place + 1)}`
    case 1:
      return token.slice(0, place) + token.slice(place + 1)
    case 2:
      return token.slice(0, place) + letter + token.slice(place)
    case 3:
      return token.slice(0, place)
    default:
      return token.split('.').toReversed().join('.')
  }
}

export const r15: PromiseBench = {
  id: 'R15',
  title:
    '10,000 changed links of emails: none accepted; of one purpose and one shop; expiring; redirects only to our own or the shop’s domain',
  async onPromise({ place, options, say }) {
    await using world = await openWorld(place)
    const verdict = emptyVerdict()
    await placeOrder(world, { email: 'r15@bench.test' })
    const item = await world.ctx.db.queueItem.findFirstOrThrow({
      where: { shopId: world.shop.id, customerEmail: 'r15@bench.test' },
    })
    const tokenOf = (address: string) => new URL(address).pathname.split('/')[2]?.replace(/\.gif$/, '') ?? ''
    const links = buildMailLinks(world.ctx, item.id)
    const tokens = { r: tokenOf(links.reviewUrl), u: tokenOf(links.unsubscribeUrl) }
    const open = (path: string, token: string) =>
      world.inject({ method: 'GET', url: `/${path}/${encodeURIComponent(token)}` })
    for (const [path, token] of Object.entries(tokens))
      recordPlanted(verdict, `the true link /${path} opens`, (await open(path, token)).statusCode === 200)

    const own = new Set([new URL(world.ctx.origin).host, world.shop.domain, world.shop.shopifyDomain])
    const refused = async (path: string, token: string, what: string) => {
      verdict.tried += 1
      const {
        statusCode,
        headers: { location },
      } = await open(path, token)
      if (statusCode < 400) verdict.found.push(`${what}: /${path} answers ${statusCode}`)
      if (location && !own.has(new URL(location, world.ctx.origin).host))
        verdict.found.push(`${what}: /${path} leads to ${location}`)
    }
    const mutations = options.rows ?? fullMutations
    for (let at = 0; at < mutations; at++) {
      const [path, token] = at % 2 === 0 ? (['r', tokens.r] as const) : (['u', tokens.u] as const)
      const changed = mutate(token, at)
      if (changed !== token) await refused(path, changed, `mutation ${at}`)
    }
    await refused('r', tokens.u, 'a link of another purpose')
    await refused('u', tokens.r, 'a link of another purpose')
    await refused(
      'r',
      world.ctx.signer.sign('review-form', { shopId: world.otherShop.id, itemId: item.id }),
      'a link of another shop',
    )
    await refused(
      'r',
      world.ctx.signer.sign('review-form', { shopId: world.shop.id, itemId: item.id }, -1),
      'an expired link',
    )
    say(`${verdict.tried} links tried`)
    return verdict
  },
}
