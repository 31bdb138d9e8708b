import pino from 'pino'
import { plans, type PlanId } from '../../../rules/plans.ts'
import { queueDueWork, runWork } from '../../core/background/claim.ts'
import { makeContext, type Ctx } from '../../core/context.ts'
import { importClient, type ImportBody, type ImportClient } from '../../testing/import-client.ts'
import { longId } from '../../testing/marketplace-pages.ts'
import { postWebhook } from '../../testing/orders.ts'
import { standInWeb, type Answer, type Asked, type StandInWeb } from '../../testing/stand-in-web.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { checkImport, checkWork } from '../checking/check-work.ts'
import { startImport } from '../imports.ts'
import { runSlice } from '../running/run.ts'
import { fetchWork } from './fetch-judgeme.ts'

let standIn: StandInWeb
let world: World
let client: ImportClient
beforeAll(async () => {
  standIn = await standInWeb()
  // Starts no background worker, so only the tests fetch.
  world = await createWorld({ web: standIn.web, env: { CANDOR_ROLE: 'web' } })
  client = importClient(world)
})
afterAll(async () => {
  await world.close()
  await standIn.close()
})
afterEach(async () => {
  await client.clear()
  await client.db().shopSecret.deleteMany()
  await choosePlan('advanced')
})

async function choosePlan(plan: PlanId): Promise<void> {
  await client.db().shop.updateMany({ data: { plan } })
  world.app.deps.publish(world.shop.id, 'shop', world.shop.id)
}

const token = 'judgeme-private-0123456789'
const input = { shopDomain: ' Example.myshopify.com', token }
const ask = (body: object = input, as?: string) =>
  world.rest('POST', '/imports/judgeme', { body, ...(as && { token: as }) })

type Body = ImportBody & { marketplace: object; source: string; fileName: string; error: { code: string } | null }
const read = async (id: string): Promise<Body> => (await client.read(id)) as Body
async function fetched(body?: object): Promise<Body> {
  const answer = await ask(body)
  expect(answer.json()).toMatchObject({ success: true })
  return read(answer.json<{ data: { id: string } }>().data.id)
}
const rowIn = async () => client.db().import.findFirstOrThrow({ where: { shopId: world.shop.id } })
const jobsOf = async (id: string) =>
  (await client.db().$queryRaw<unknown[]>`select from jobs.job where name = 'imports.fetch' and data->>'id' = ${id}`)
    .length
const free = () => client.db().import.updateMany({ data: { leaseUntil: null } })
const fetchAwaited = (ctx: Ctx, { importId }: { importId: string }) => runWork(ctx, fetchWork, importId)
/** Runs the import's jobs: the fetch, then the check that it queued. */
async function work(ctx = world.ctx): Promise<void> {
  const { id: importId } = await rowIn()
  await fetchAwaited(ctx, { importId })
  const checks = await client.db().$queryRaw<
    unknown[]
  >`delete from jobs.job where name = 'imports.check' and data->>'id' = ${importId} returning id`
  for (const _check of checks) await checkImport(ctx, { importId })
}

const review = (at: number, more: object = {}): string =>
  JSON.stringify({
    id: 0,
    title: `Title ${at}`,
    body: `Review number ${at}`,
    rating: 1 + (at % 5),
    product_external_id: 7_012_345_678,
    product_handle: 'lamp',
    product_title: 'Lamp',
    verified: 'buyer',
    reviewer: { id: 1, name: 'Sarah Cohen', email: 'sarah@example.test', phone: '+49 30 1234' },
    curated: 'ok',
    published: true,
    hidden: false,
    featured: false,
    created_at: '2025-05-01T12:00:00Z',
    ...more,
  }).replace('"id":0', `"id":${longId(at)}`)

const pageOf = (reviews: readonly string[], { page = 1, size = 100 } = {}): string =>
  `{"current_page":${page},"per_page":${size},"reviews":[${reviews.join(',')}]}`

/** Serves reviews 1 to `last`, 100 a page. Each page repeats the last review of the previous one. */
const shopOf =
  (last: number, but: (asked: Asked) => Answer | null = () => null) =>
  (asked: Asked): Answer => {
    if (asked.path === '/api/v1/reviews/count') return `{"count":${last}}`
    const page = Number(asked.query.page)
    const from = (page - 1) * 100 + (page > 1 ? 0 : 1)
    return (
      but(asked) ??
      pageOf(
        Array.from({ length: Math.max(0, Math.min(page * 100, last) - from + 1) }, (_one, at) =>
          review(from + at),
        ).slice(-100),
        { page },
      )
    )
  }

test('checks a single page at once and imports it without replies, videos or proof of purchase', async () => {
  const lamp = await client.addProduct('lamp', '7012345678')
  standIn.answer(() =>
    pageOf([
      review(1, {
        pictures: [
          { hidden: true, urls: { original: 'https://judgeme.example.test/hidden.jpg' } },
          {
            hidden: false,
            urls: { compact: 'https://judgeme.example.test/small.jpg', original: 'https://judgeme.example.test/1.jpg' },
          },
        ],
      }),
      review(2, { hidden: true, verified: 'email' }),
      review(3, { curated: 'not-yet', published: false }),
      review(4, { curated: 'spam' }),
      review(5, { published: false }),
      review(6, { title: null, body: '=1+1' }),
    ]),
  )
  const run = await fetched()
  expect(standIn.asked.map(({ host, path, query }) => [host, path, query])).toEqual([
    [
      'judge.me',
      '/api/v1/reviews',
      { shop_domain: 'example.myshopify.com', api_token: token, per_page: '100', page: '1' },
    ],
  ])
  expect(run).toMatchObject({
    status: 'checked',
    source: 'judgeme',
    fileName: 'judgeme-example.myshopify.com.csv',
    total: 6,
    fresh: 6,
    bad: 0,
    marketplace: { total: 6, fetched: 6, repliesAndVideosMissing: true },
  })
  await startImport(world.ctx, (await rowIn()).id, {})
  expect(await runSlice(world.ctx, (await rowIn()).id)).toBe('finished')
  const reviews = await client.reviews()
  expect(reviews.map(({ content, status }) => [content, status])).toEqual([
    ['=1+1', 'published'],
    ['Review number 1', 'published'],
    ['Review number 2', 'hidden'],
    ['Review number 3', 'pending'],
    ['Review number 4', 'rejected'],
    ['Review number 5', 'hidden'],
  ])
  expect(reviews[1]).toMatchObject({
    externalId: `judgeme-api:${longId(1)}`,
    productId: lamp,
    rate: 2,
    title: 'Title 1',
    email: 'sarah@example.test',
    createdAt: new Date('2025-05-01T12:00:00Z'),
    replyContent: null,
  })
  expect(reviews.map(({ verifiedBy }) => verifiedBy)).toEqual([
    'merchant',
    'merchant',
    'none',
    'merchant',
    'merchant',
    'merchant',
  ])
  expect(
    (await client.db().reviewMedia.findMany({ where: { shopId: world.shop.id } })).map(({ sourceUrl }) => sourceUrl),
  ).toEqual(['https://judgeme.example.test/1.jpg'])
})

describe.each([
  ['', ''],
  [',metaobject_handle', ',fh-demo-0001'],
])('a Judge.me file with columns ending in "%s"', (name, handle) => {
  const file =
    `title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location${name}\n` +
    `Title 1,Review number 1,2,2025-05-01 12:00:00 UTC,web,ok,Sarah Cohen,sarah@example.test,7012345678,lamp,Thank you,2025-05-02 12:00:00 UTC,,1.1.1.1,DE${handle}\n`
  beforeEach(() => client.addProduct('lamp', '7012345678'))
  const bringIn = async () => {
    await startImport(world.ctx, (await rowIn()).id, {})
    expect(await runSlice(world.ctx, (await rowIn()).id)).toBe('finished')
  }

  test('makes its reviews duplicates when the API returns them', async () => {
    await client.checked(file)
    await bringIn()
    standIn.answer(() => pageOf([review(1), review(2), review(2)]))
    expect(await fetched()).toMatchObject({ total: 2, fresh: 1, duplicates: 1, bad: 0 })
  })

  test('has duplicates of reviews that came from the API', async () => {
    standIn.answer(() => pageOf([review(1)]))
    expect(await fetched()).toMatchObject({ total: 1, fresh: 1 })
    await bringIn()
    expect(await client.checked(file)).toMatchObject({ total: 1, fresh: 0, duplicates: 1 })
  })
})

describe('several pages', () => {
  test('are fetched by a job that publishes its progress, and then checked', async () => {
    standIn.answer(shopOf(250))
    const notifications = world.app.parts.pubsub.subscribe(world.shop.id, 'import')[Symbol.asyncIterator]()
    const begun = notifications.next()
    const waiting = await fetched()
    expect(await begun).toMatchObject({ value: { id: (await rowIn()).id } })
    await notifications.return()
    expect(waiting).toMatchObject({ status: 'checking', total: 0, marketplace: { total: 250, fetched: 0 } })
    expect(
      await client.db().$queryRaw`select name, data->>'id' as id from jobs.job where name = 'imports.fetch'`,
    ).toEqual([{ name: 'imports.fetch', id: (await rowIn()).id }])
    const seen: unknown[] = []
    standIn.answer(
      shopOf(250, ({ query }) => {
        seen.push(query.page)
        return null
      }),
    )
    const published: string[] = []
    const deps = {
      ...world.app.deps,
      publish: (_shopId: string, topic: string, id: string) => void published.push(`${topic} ${id}`),
    }
    const ctx = makeContext(deps, world.shop, { kind: 'system', name: 'imports.fetch' })
    await work(ctx)
    expect(seen).toEqual(['1', '2', '3'])
    expect(published.length).toBeGreaterThanOrEqual(4)
    expect(await read(waiting.id)).toMatchObject({
      status: 'checked',
      total: 250,
      bad: 0,
      duplicates: 0,
      marketplace: { total: 250, found: 250, chosen: 250, fetched: 250 },
    })
    expect((await rowIn()).fileSize).toBeGreaterThan(10_000)
  })

  test('are fetched beyond the plan’s row limit, so that a second import reaches the rest', async () => {
    await choosePlan('free')
    standIn.answer(shopOf(250))
    const { id } = await fetched()
    await work()
    expect(await read(id)).toMatchObject({
      status: 'checked',
      total: 250,
      questions: [{ id: 'unmatched' }, { id: 'firstN', choices: [String(plans.free.maxImportRows)] }],
    })
  })

  test('keep the fetched reviews after a refusal', async () => {
    standIn.answer(shopOf(250))
    const { id } = await fetched()
    standIn.answer(shopOf(250, ({ query }) => (query.page === '3' ? { status: 429 } : null)))
    await work()
    expect(await read(id)).toMatchObject({
      status: 'checked',
      total: 200,
      marketplace: { total: 250, fetched: 200, blockedPage: 3 },
    })
  })

  test('are fetched no further once the import is discarded, not even by the waiting job', async () => {
    standIn.answer(shopOf(250))
    const { id } = await fetched()
    const { id: importId } = await rowIn()
    const asked: unknown[] = []
    standIn.answer(
      shopOf(250, ({ query: { page } }) => {
        asked.push(page)
        return page === '2'
          ? (response) =>
              void world.rest('DELETE', `/imports/${id}`).then(() => response.end(pageOf([review(101)], { page: 2 })))
          : null
      }),
    )
    await fetchAwaited(world.ctx, { importId })
    expect(asked).toEqual(['1', '2'])
    await fetchAwaited(world.ctx, { importId })
    expect(await client.db().import.count()).toBe(0)
  })

  test('keep the fetched reviews when the time runs out', async () => {
    standIn.answer(shopOf(5_000))
    const { id } = await fetched()
    standIn.answer(
      shopOf(5_000, () => {
        standIn.pass(4 * 60_000)
        return null
      }),
    )
    await work()
    expect(await read(id)).toMatchObject({
      status: 'checked',
      total: 300,
      marketplace: { total: 5_000, fetched: 300, cutShort: true },
    })
  })

  test('fail the import with a clear error when the token expires', async () => {
    standIn.answer(shopOf(250))
    const { id } = await fetched()
    standIn.answer(() => ({ status: 401 }))
    await work()
    expect(await read(id)).toMatchObject({ status: 'failed', error: { code: 'judgemeTokenRefused' } })
  })

  test('keep one job however long it waits', async () => {
    standIn.answer(shopOf(250))
    const { id } = await fetched()
    for (let look = 0; look < 5; look++) {
      await client.db().import.updateMany({ data: { leaseUntil: new Date(0) } })
      expect(await queueDueWork(world.app.deps, [checkWork, fetchWork])).toBe(0)
    }
    expect(await jobsOf((await rowIn()).id)).toBe(1)
    expect(await read(id)).toMatchObject({ status: 'checking' })
    await work()
    expect(await read(id)).toMatchObject({ status: 'checked', total: 250 })
  })

  test('are fetched by one import of a shop at a time', async () => {
    standIn.answer(shopOf(250))
    const { id } = await fetched()
    const kept = () => client.db().$queryRaw<unknown[]>`
      select (select count(*)::int from "Import") as imports, (select count(*)::int from jobs.job where name = 'imports.fetch') as jobs, (select json_agg(sealed) from "ShopSecret") as tokens`
    const before = await kept()
    standIn.answer(shopOf(250))
    const refused = await ask({ ...input, token: 'another-good-one' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'importRunning', message: 'Another import is running' })
    expect(await kept()).toEqual(before)
    expect(standIn.asked.map(({ path }) => path)).not.toContain('/api/v1/reviews/count')
    expect((await ask(input, world.otherToken)).statusCode).toBe(200)
    // A single page needs no job, so it starts at once.
    standIn.answer(shopOf(2))
    expect(await fetched()).toMatchObject({ status: 'checked', total: 2 })
    standIn.answer(shopOf(250))
    expect((await world.rest('DELETE', `/imports/${id}`)).statusCode).toBe(200)
    const both = await Promise.all([ask(), ask()])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await client.db().import.deleteMany()
  })

  test('allow the shop’s next import once the file is stored', async () => {
    standIn.answer(shopOf(250))
    await fetched()
    await fetchAwaited(world.ctx, { importId: (await rowIn()).id })
    expect((await ask()).statusCode).toBe(200)
  })

  test('use the file of the fetch that began last', async () => {
    standIn.answer(shopOf(250))
    const { id } = await fetched()
    let others: Promise<void> | undefined
    const asked: unknown[] = []
    const shop = shopOf(250)
    standIn.answer((one) => {
      asked.push(one.query.page)
      if (one.query.page !== '2' || others) return shop(one)
      others = free().then(() => work())
      // Holds the first fetch's second page back until the second fetch has begun.
      return (response) =>
        void begunAgain().then(() => response.writeHead(200, { 'content-type': 'application/json' }).end(shop(one)))
    })
    const { fence } = await rowIn()
    const begunAgain = async () => {
      while ((await rowIn()).fence < fence + 2) {
        /* wait for the second fetch's fence */
      }
    }
    await work()
    await others
    expect(asked.filter((page) => page === '1')).toHaveLength(2)
    expect(asked.filter((page) => page === '3')).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'checked', total: 250, duplicates: 0 })
  })

  test('fail the import after repeated crashes of its process', async () => {
    standIn.answer(shopOf(250))
    const { id } = await fetched()
    await client.db().import.updateMany({ data: { attempts: 4, leaseUntil: new Date(0) } })
    await work()
    expect(await read(id)).toMatchObject({ status: 'failed', error: { code: 'importFailed' } })
  })

  test('are checked by a job with its own attempts', async () => {
    standIn.answer(shopOf(250))
    const { id } = await fetched()
    const importId = (await rowIn()).id
    await client.db().import.updateMany({ data: { attempts: 3 } })
    await fetchAwaited(world.ctx, { importId })
    expect(await read(id)).toMatchObject({ status: 'checking', marketplace: { fetched: 250 } })
    expect(
      await client.db()
        .$queryRaw`select data->>'id' as id from jobs.job where name = 'imports.check' and data->>'id' = ${importId}`,
    ).toEqual([{ id: importId }])
    // The check and two retries crashed; a third retry is allowed.
    await client.db().import.updateMany({ data: { fence: { increment: 3 }, attempts: 3, leaseUntil: new Date(0) } })
    await work()
    expect(await read(id)).toMatchObject({ status: 'checked', total: 250 })
  })

  test('ignore a late fetch while another fetch’s file is checked', async () => {
    standIn.answer(shopOf(250))
    await fetched()
    const asked: unknown[] = []
    standIn.answer(
      shopOf(250, ({ query: { page } }) => {
        asked.push(page)
        // Another fetch has stored the file and its check runs, with a higher fence.
        return page === '2'
          ? (response) =>
              void client.db().$executeRaw`update "Import" set "awaitedDomain" = null, fence = fence + 1`.then(() =>
                response.end(pageOf([review(101)], { page: 2 })),
              )
          : null
      }),
    )
    const importId = (await rowIn()).id
    await fetchAwaited(world.ctx, { importId })
    expect(asked).toEqual(['1', '2'])
    expect(await rowIn()).toMatchObject({
      status: 'checking',
      fence: 2,
      awaitedDomain: null,
    })
  })

  test('are fetched again from the start after the process died', async () => {
    standIn.answer(shopOf(250))
    const { id } = await fetched()
    const stopping = new AbortController()
    standIn.answer(
      shopOf(250, ({ query }) => {
        if (query.page === '2') stopping.abort()
        return null
      }),
    )
    const importId = (await rowIn()).id
    expect(await fetchAwaited({ ...world.ctx, stopping: stopping.signal }, { importId })).toBe('later')
    expect(await read(id)).toMatchObject({ status: 'checking', marketplace: { fetched: 200 } })
    await client.db().$executeRaw`delete from jobs.job where name = 'imports.fetch'`
    expect(await queueDueWork(world.app.deps, [checkWork, fetchWork])).toBe(1)
    expect(await client.db().$queryRaw`select data->>'id' as id from jobs.job where name = 'imports.fetch'`).toEqual([
      { id: importId },
    ])
    standIn.answer(shopOf(250))
    await work()
    expect(await read(id)).toMatchObject({ status: 'checked', total: 250, duplicates: 0 })
    await work()
    expect(await read(id)).toMatchObject({ status: 'checked', total: 250 })
  })
})

describe('refused requests', () => {
  test.each<[string, object, object, Answer]>([
    ['no shop', { token }, { shopDomain: { code: 'required' } }, ''],
    ['a shop that is none', { ...input, shopDomain: 'example' }, { shopDomain: { code: 'invalidDomain' } }, ''],
    [
      'an address',
      { ...input, shopDomain: 'https://example.myshopify.com/' },
      { shopDomain: { code: 'invalidDomain' } },
      '',
    ],
    ['no token', { shopDomain: 'example.myshopify.com' }, { token: { code: 'required' } }, ''],
    ['an empty token', { ...input, token: ' ' }, { token: { code: 'required' } }, ''],
    ['a wrong token', input, { token: { code: 'judgemeTokenRefused' } }, { status: 401, body: '{"error":"invalid"}' }],
    ['no reviews', input, { shopDomain: { code: 'noReviewsFound', message: 'No reviews found' } }, pageOf([])],
    ['a silence', input, { token: { code: 'judgemeSilent' } }, { status: 503 }],
    ['too many requests', input, { token: { code: 'judgemeSilent' } }, { status: 429 }],
    ['an answer deeper than any', input, { token: { code: 'judgemeSilent' } }, `{"reviews":${'['.repeat(200)}`],
    ['a page', input, { token: { code: 'judgemeSilent' } }, '<html></html>'],
    [
      'a redirect with the token',
      input,
      { token: { code: 'judgemeSilent' } },
      { status: 302, headers: { location: `https://elsewhere.test/?api_token=${token}` } },
    ],
  ])('%s', async (_name, ...[body, fields, answer]) => {
    standIn.answer(() => answer)
    const refused = await ask(body)
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ fields })
    expect(standIn.asked.every(({ host }) => host === 'judge.me')).toBe(true)
    expect(await client.db().import.count()).toBe(0)
  })
})

test('the token is encrypted, bound to the shop, reused, deleted with the shop and never logged', async () => {
  standIn.answer(shopOf(2))
  const lines: string[] = []
  const { log } = world.app.deps
  world.app.deps.log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  try {
    const run = await fetched()
    standIn.answer(() => ({ status: 500 }))
    expect((await ask()).json()).toMatchObject({ fields: { token: { code: 'judgemeSilent' } } })
    expect(
      JSON.stringify([
        run,
        await client.db().shopSecret.findMany(),
        await client.db().import.findMany(),
        await client.db().$queryRaw`select data from jobs.job`,
        await client.db().idempotencyKey.findMany(),
      ]),
    ).not.toContain(token)
  } finally {
    world.app.deps.log = log
  }
  expect(lines.join('')).toContain('refused')
  expect(lines.join('')).not.toContain(token)
  standIn.answer(shopOf(2))
  expect((await ask({ shopDomain: 'example.myshopify.com' })).statusCode).toBe(200)
  expect(standIn.asked[0]?.query.api_token).toBe(token)
  expect((await ask({ shopDomain: 'example.myshopify.com' }, world.otherToken)).json()).toMatchObject({
    fields: { token: { code: 'required' } },
  })
  const kept = async () =>
    (await world.graphql('{ viewer { shop { marketplaceAccess { cjTokenKept judgemeTokenKept } } } }')).data?.[
      'viewer'
    ] as unknown
  expect(await kept()).toEqual({ shop: { marketplaceAccess: { cjTokenKept: false, judgemeTokenKept: true } } })
  expect(await postWebhook(world, 'app/uninstalled', { payload: { id: 1 } })).toBe(200)
  expect(await client.db().shopSecret.count({ where: { shopId: world.shop.id } })).toBe(0)
})
