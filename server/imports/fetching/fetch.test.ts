import pino from 'pino'
import { importClient, type ImportBody, type ImportClient } from '../../testing/import-client.ts'
import {
  aliexpressPage,
  amazonPages,
  cjPage,
  loginPage,
  longId,
  robotPage,
  shopeePage,
  type Span,
} from '../../testing/marketplace-pages.ts'
import { standInWeb, type Answer, type Asked, type StandInWeb } from '../../testing/stand-in-web.ts'
import { createWorld, type World } from '../../testing/world.ts'

let standIn: StandInWeb
let world: World
let client: ImportClient
beforeAll(async () => {
  standIn = await standInWeb()
  world = await createWorld({ web: standIn.web })
  client = importClient(world)
})
afterAll(async () => {
  await world.close()
  await standIn.close()
})
afterEach(async () => {
  await client.clear()
  await client.db().shopSecret.deleteMany()
})

const item = 'https://www.aliexpress.com/item/1005006855966573.html'
const cjToken = 'cj-secret-0123456789abcdef'

const ask = (body: object, token?: string) => world.rest('POST', '/imports/fetch', { body, ...(token && { token }) })

async function fetched(body: object): Promise<ImportBody & { marketplace: object; source: string; fileName: string }> {
  const answer = await ask(body)
  expect(answer.json()).toMatchObject({ success: true })
  return (await client.read(answer.json<{ data: { id: string } }>().data.id)) as Awaited<ReturnType<typeof fetched>>
}

async function refused(body: object, token?: string): Promise<Record<string, { code: string; message: string }>> {
  const answer = await ask(body, token)
  expect(answer.statusCode).toBe(422)
  expect(await client.db().import.count()).toBe(0)
  return answer.json<{ fields: Record<string, { code: string; message: string }> }>().fields
}

/** Serves reviews 1 to `last` on pages of 20. Each page repeats the last `overlap` reviews of the previous one. */
const pagesOf =
  (
    make: (span: Span) => string,
    {
      last,
      overlap = 0,
      pageOf = ({ query }) => Number(query.page),
    }: { last: number; overlap?: number; pageOf?(asked: Asked): number },
  ) =>
  (asked: Asked): Answer => {
    const page = pageOf(asked)
    const from = (page - 1) * (20 - overlap) + 1
    return make({
      from,
      to: Math.min(from + 19, last),
      page,
      pages: Math.ceil((last - overlap) / (20 - overlap)),
      total: last,
    })
  }

describe('sequential pages of a product', () => {
  test('AliExpress: overlapping pages, ids beyond 2^53, and no more pages than needed', async () => {
    standIn.answer(pagesOf(aliexpressPage, { last: 248, overlap: 3 }))
    const run = await fetched({ source: 'aliexpress', address: `${item}?spm=a2g0o`, maxReviews: 50 })
    expect(
      standIn.asked.map(({ host, path, query }) => [host, path, query.productId, query.page, query.filter]),
    ).toEqual(
      ['1', '2', '3'].map((page) => [
        'feedback.aliexpress.com',
        '/pc/searchEvaluation.do',
        '1005006855966573',
        page,
        'all',
      ]),
    )
    expect(standIn.rests).toEqual([1_100, 1_100])
    expect(run).toMatchObject({
      status: 'checked',
      source: 'aliexpress',
      total: 50,
      bad: 0,
      unmatchedProducts: { 1005006855966573: 50 },
      marketplace: { total: 248, found: 54, chosen: 50, fetched: 54 },
    })
    expect(await client.start(run.id, { answers: [{ question: 'unmatched', answer: 'shop' }] })).toMatchObject({
      status: 'done',
      imported: 50,
      duplicates: 0,
    })
    const ids = (await client.reviews()).map(({ externalId }) => externalId)
    expect(ids).toContain(`aliexpress:${longId(5)}`)
    expect(new Set(ids).size).toBe(50)
    expect((await client.reviews()).some(({ verifiedBy }) => verifiedBy !== 'none')).toBe(false)
  })

  test('Amazon: the product’s page, then its review pages with the merchant’s options', async () => {
    const page = ({ path, query }: Asked) => (path.startsWith('/dp/') ? 1 : Number(query.pageNumber) + 1)
    standIn.answer(pagesOf(amazonPages, { last: 45, pageOf: page }))
    const run = await fetched({
      source: 'amazon',
      address: 'amazon.de/Desk-lamp/dp/b0testlamp?th=1',
      maxReviews: 100,
      reviewer: 'verified',
      sort: 'helpful',
    })
    expect(
      standIn.asked.map(({ host, path, query }) => [host, path, query.reviewerType, query.sortBy, query.pageNumber]),
    ).toEqual([
      ['www.amazon.de', '/dp/B0TESTLAMP', undefined, undefined, undefined],
      ['www.amazon.de', '/product-reviews/B0TESTLAMP', 'avp_only_reviews', 'helpful', '1'],
      ['www.amazon.de', '/product-reviews/B0TESTLAMP', 'avp_only_reviews', 'helpful', '2'],
    ])
    expect(standIn.asked[0]?.headers).toMatchObject({
      'accept-language': 'en-US,en;q=0.9',
      'user-agent': expect.stringContaining('Candor'),
      accept: expect.stringContaining('text/html'),
    })
    expect(run).toMatchObject({
      status: 'checked',
      source: 'amazon',
      total: 45,
      bad: 0,
      marketplace: { total: 1248, found: 45, fetched: 45 },
    })
  })

  test('CJDropshipping: with the merchant’s token, which is stored encrypted and reused', async () => {
    standIn.answer(pagesOf(cjPage, { last: 45, pageOf: ({ query }) => Number(query.pageNum) }))
    const run = await fetched({
      source: 'cj',
      address: 'https://cjdropshipping.com/product/desk-lamp-p-1534092419615174656.html',
      token: ` ${cjToken} `,
      maxReviews: 100,
    })
    expect(
      standIn.asked.map(({ host, path, query, headers }) => [
        host,
        path,
        query.pid,
        query.pageNum,
        headers['cj-access-token'],
      ]),
    ).toEqual(
      ['1', '2', '3'].map((page) => [
        'developers.cjdropshipping.com',
        '/api2.0/v1/product/productComments',
        '1534092419615174656',
        page,
        cjToken,
      ]),
    )
    expect(run).toMatchObject({ source: 'cj', total: 45, marketplace: { total: 45, fetched: 45 } })
    const [row] = await client.db().shopSecret.findMany({ where: { shopId: world.shop.id } })
    expect(row).toMatchObject({ name: 'cj.token', sealed: expect.stringMatching(/^[0-9a-f]{8}\.[\w-]{20,}$/) })
    await client.clear()
    await fetched({ source: 'cj', address: '1534092419615174656' })
    expect(standIn.asked.at(-1)?.headers['cj-access-token']).toBe(cjToken)
  })

  test('Shopee: by shop and item id, at the domain of the country', async () => {
    standIn.answer(pagesOf(shopeePage, { last: 41, pageOf: ({ query }) => Number(query.offset) / 20 + 1 }))
    const run = await fetched({
      source: 'shopee',
      address: 'https://shopee.com.my/Linen-Blouse-i.1234567.5435412264?sp_atk=1',
      maxReviews: 100,
    })
    expect(standIn.asked.map(({ host, query }) => [host, query.shopid, query.itemid, query.offset])).toEqual(
      ['0', '20', '40'].map((offset) => ['shopee.com.my', '1234567', '5435412264', offset]),
    )
    expect(run).toMatchObject({ source: 'shopee', total: 41, marketplace: { total: 41, fetched: 41 } })
  })

  test.each([
    ['aliexpress', { address: item, rating: 'five' }, { filter: '5' }],
    ['aliexpress', { address: item, photo: 'withPhoto' }, { filter: 'image' }],
    [
      'shopee',
      { address: 'shopee.sg/product/1234567/5435412264', rating: 'five', photo: 'withPhoto' },
      { type: '5', filter: '3' },
    ],
  ])('pass the filters that %s supports in the request', async (source, options, query) => {
    standIn.answer(() =>
      (source === 'shopee' ? shopeePage : aliexpressPage)({ from: 1, to: 4, page: 1, pages: 1, total: 400 }),
    )
    await ask({ source, ...options })
    expect(standIn.asked.map((one) => one.query)).toMatchObject([query])
  })

  test('stop after one page when one review is wanted', async () => {
    standIn.answer(pagesOf(aliexpressPage, { last: 248 }))
    expect(await fetched({ source: 'aliexpress', address: item, maxReviews: 1 })).toMatchObject({
      total: 1,
      marketplace: { fetched: 20, chosen: 1 },
    })
    expect(standIn.asked).toHaveLength(1)
  })

  test('stop when a site repeats the same page', async () => {
    standIn.answer(() => aliexpressPage({ from: 1, to: 20, page: 1, pages: 99, total: 1_980 }))
    expect(await fetched({ source: 'aliexpress', address: item, maxReviews: 100 })).toMatchObject({ total: 20 })
    expect(standIn.asked).toHaveLength(3)
  })
})

describe('a marketplace that refuses', () => {
  const second =
    (answer: Answer) =>
    (asked: Asked): Answer =>
      asked.query.page === '1' ? aliexpressPage({ from: 1, to: 20, page: 1, pages: 13, total: 248 }) : answer

  test.each<[string, Answer]>([
    ['a robot check', robotPage],
    [
      'its robot check as an answer',
      '{"ret":["FAIL_SYS_USER_VALIDATE"],"data":{"url":"https://acs.example.test/punish?x=1"}}',
    ],
    ['a login elsewhere', { status: 302, headers: { location: 'https://login.aliexpress.com/' } }],
    ['403', { status: 403 }],
    ['429', { status: 429 }],
    ['429 for an hour', { status: 429, headers: { 'retry-after': '3600' } }],
    ['an empty page where there should be reviews', aliexpressPage({ from: 1, to: 0, page: 2, pages: 13, total: 248 })],
    ['half an answer', '{"data":{"evaViewList":[{"evalu'],
  ])('%s at page 2 keeps the fetched reviews and is reported', async (_name, answer) => {
    standIn.answer(second(answer))
    const run = await fetched({ source: 'aliexpress', address: item, maxReviews: 100 })
    expect(run).toMatchObject({
      status: 'checked',
      total: 20,
      marketplace: { total: 248, fetched: 20, blockedPage: 2 },
    })
    expect(standIn.asked).toHaveLength(2)
  })

  test('keeps the reviews of Amazon’s product page when the next page asks for a login', async () => {
    standIn.answer(({ path }) =>
      path.startsWith('/dp/') ? amazonPages({ from: 1, to: 8, page: 1, pages: 2, total: 0 }) : loginPage,
    )
    const document = `mutation ($input: FetchImportInput!) { fetchImport(input: $input) { __typename
      ... on FetchImportSuccess { data { status source total marketplace { total fetched found chosen blockedPage cutShort repliesAndVideosMissing } } } } }`
    expect(
      await world.graphql(document, {
        input: { source: 'AMAZON', address: 'https://www.amazon.com/dp/B0TESTLAMP', rating: null, token: null },
      }),
    ).toMatchObject({
      data: {
        fetchImport: {
          data: {
            status: 'CHECKED',
            source: 'Amazon',
            total: 8,
            marketplace: {
              total: 1248,
              fetched: 8,
              found: 8,
              chosen: 8,
              blockedPage: 2,
              cutShort: false,
              repliesAndVideosMissing: false,
            },
          },
        },
      },
    })
  })

  test('is retried once after a short Retry-After', async () => {
    let refusals = 0
    standIn.answer((asked) =>
      asked.query.page === '2' && refusals++ < 1
        ? { status: 429, headers: { 'retry-after': '7' } }
        : pagesOf(aliexpressPage, { last: 30 })(asked),
    )
    expect(await fetched({ source: 'aliexpress', address: item, maxReviews: 100 })).toMatchObject({
      total: 30,
      marketplace: { fetched: 30 },
    })
    expect(standIn.rests).toContain(7_000)
  })

  test('is retried once after a server error', async () => {
    standIn.answer(second({ status: 502 }))
    expect(await fetched({ source: 'aliexpress', address: item, maxReviews: 100 })).toMatchObject({
      total: 20,
      marketplace: { blockedPage: 2 },
    })
    expect(standIn.asked).toHaveLength(3)
  })

  test('is left when the time runs out, and the import says so', async () => {
    standIn.answer((asked) => {
      standIn.pass(9_000)
      return pagesOf(aliexpressPage, { last: 248 })(asked)
    })
    expect(await fetched({ source: 'aliexpress', address: item, maxReviews: 100 })).toMatchObject({
      status: 'checked',
      total: 80,
      marketplace: { fetched: 80, total: 248, cutShort: true },
    })
  })

  test.each<[string, [site: string, code: string], Answer]>([
    ['a robot check', ['aliexpress', 'marketplaceBlocked'], robotPage],
    ['a page of something', ['aliexpress', 'marketplaceBlocked'], '<html><body>Hello</body></html>'],
    ['an answer deeper than any', ['aliexpress', 'marketplaceBlocked'], `{"data":${'['.repeat(200)}`],
    ['a page deeper than any', ['amazon', 'marketplaceBlocked'], `<html><body>amazon.com${'<b>'.repeat(2_000)}`],
    [
      'a count without reviews',
      ['aliexpress', 'marketplaceBlocked'],
      aliexpressPage({ from: 1, to: 0, page: 1, pages: 1, total: 9 }),
    ],
    [
      'a redirect into our network',
      ['aliexpress', 'marketplaceBlocked'],
      { status: 302, headers: { location: 'https://inside.test/' } },
    ],
    [
      'a redirect to an address of this machine',
      ['aliexpress', 'marketplaceBlocked'],
      { status: 302, headers: { location: 'http://127.0.0.1/' } },
    ],
    ['Shopee’s refusal', ['shopee', 'marketplaceBlocked'], '{"error":90309999}'],
    ['Shopee’s fault', ['shopee', 'marketplaceError'], '{"error":4,"error_msg":"item gone"}'],
    ['no reviews', ['aliexpress', 'noReviewsFound'], aliexpressPage({ from: 1, to: 0, page: 1, pages: 0, total: 0 })],
    ['no list', ['shopee', 'noReviewsFound'], '{"data":{"ratings":null,"item_rating_summary":{"rating_total":0}}}'],
    ['no product', ['amazon', 'importWrongUrl'], { status: 404 }],
    ['nothing, twice', ['aliexpress', 'marketplaceSilent'], { status: 500 }],
    [
      'bytes without end',
      ['aliexpress', 'marketplaceBlocked'],
      (response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': String(9 * 1024 * 1024) })
          .end(' '),
    ],
  ])('%s at the first page is an error with a workaround (%p)', async (_name, [source, code], answer) => {
    const address = {
      aliexpress: item,
      shopee: 'https://shopee.sg/product/1234567/5435412264',
      amazon: 'https://www.amazon.com/dp/B0TESTLAMP',
    }[source]
    standIn.answer(() => answer)
    expect(await refused({ source, address })).toMatchObject({ address: { code } })
    expect(standIn.asked.every(({ host }) => !host.includes('inside') && !host.includes('127'))).toBe(true)
  })

  test('names the site in the workaround', async () => {
    standIn.answer(() => robotPage)
    expect(
      (await refused({ source: 'shopee', address: 'shopee.sg/product/1234567/5435412264' })).address?.message,
    ).toBe('Shopee blocked our request. Open the reviews in your own browser, then upload or paste them.')
  })
})

describe('invalid addresses of a product', () => {
  test.each([
    ['aliexpress', 'https://www.aliexpress.com/'],
    ['aliexpress', 'https://www.aliexpress.com/store/1005006855966573'],
    ['aliexpress', 'https://www.aliexpress.com.evil.test/item/1005006855966573.html'],
    ['aliexpress', 'https://evil.test/?x=aliexpress.com/item/1005006855966573.html'],
    ['aliexpress', 'https://user:pw@www.aliexpress.com/item/1005006855966573.html'],
    ['aliexpress', 'https://www.aliexpress.com:8443/item/1005006855966573.html'],
    ['aliexpress', 'javascript:alert(1)'],
    ['aliexpress', 'file:///etc/passwd'],
    ['aliexpress', 'lamp'],
    ['aliexpress', 'https://www.amazon.com/dp/B0TESTLAMP'],
    ['amazon', 'https://www.amazon.com/s?k=lamp'],
    ['amazon', 'https://www.amazon.evil/dp/B0TESTLAMP'],
    ['amazon', 'https://www.amazon.com/dp/B0TEST'],
    ['amazon', 'https://amzn.to/3xyz'],
    ['shopee', 'https://shopee.sg/shop/1234567'],
    ['shopee', 'https://shopee.evil/a-i.1.2'],
    ['cj', 'https://cjdropshipping.com/'],
    ['cj', 'https://evil.test/product/desk-lamp-p-1534092419615174656.html'],
    ['cj', '1534'],
  ])('%s: %s', async (source, address) => {
    standIn.answer(() => '{}')
    expect(await refused({ source, address, token: 'x' })).toEqual({
      address: { code: 'importWrongUrl', message: 'Import failed, wrong URL' },
    })
    expect(standIn.asked).toEqual([])
  })

  test.each([
    [{ source: 'aliexpress', address: ' ' }, { address: { code: 'required' } }],
    [{ address: item }, { source: { code: 'required' } }],
    [{ source: 'judgeme', address: item }, { source: { code: 'valueInvalid' } }],
    [
      { source: 'aliexpress', address: item, maxReviews: 0 },
      { maxReviews: { code: 'betweenEqual', message: 'Number needs to be between equal 1 and 100' } },
    ],
    [{ source: 'aliexpress', address: item, maxReviews: 101 }, { maxReviews: { code: 'betweenEqual' } }],
    [{ source: 'cj', address: '1534092419615174656' }, { token: { code: 'required' } }],
    [{ source: 'cj', address: '1534092419615174656', token: 'a\nb' }, { token: { code: 'valueInvalid' } }],
  ])('%j', async (body, fields) => {
    expect(await refused(body)).toMatchObject(fields)
  })
})

describe('the token of CJDropshipping', () => {
  const cj = { source: 'cj', address: '1534092419615174656' }
  const kept = async (token?: string) =>
    (await world.graphql('{ viewer { shop { marketplaceAccess { cjTokenKept judgemeTokenKept } } } }', {}, token))
      .data?.['viewer'] as unknown

  test.each<[string, Answer, object]>([
    [
      'refused',
      '{"code":1600001,"result":false,"message":"Invalid API key or access token","data":null}',
      { token: { code: 'cjTokenRefused' } },
    ],
    ['refused by its status', { status: 401, body: '{"code":1600001}' }, { token: { code: 'cjTokenRefused' } }],
    [
      'said back',
      `{"code":1609999,"result":false,"message":"No use of ${cjToken}","data":null}`,
      {
        address: {
          code: 'marketplaceError',
          message: 'The marketplace returned an error instead of reviews: No use of …, 1609999',
        },
      },
    ],
  ])('is not stored when it is %s', async (_name, answer, fields) => {
    standIn.answer(() => answer)
    expect(await refused({ ...cj, token: cjToken })).toMatchObject(fields)
    expect(await kept()).toMatchObject({ shop: { marketplaceAccess: { cjTokenKept: false } } })
  })

  test('is not blamed when there are too many requests', async () => {
    standIn.answer(() => '{"code":1600200,"result":false,"message":"Too Many Requests","data":null}')
    expect(await refused({ ...cj, token: cjToken })).toMatchObject({ address: { code: 'marketplaceSilent' } })
  })

  test('is not blamed when CJ lacks the product', async () => {
    standIn.answer(() => '{"code":1602001,"result":false,"message":"Product not found","data":null}')
    expect(await refused({ ...cj, token: cjToken })).toMatchObject({ address: { code: 'importWrongUrl' } })
  })

  test('belongs to one shop and appears in no answer, row, redirect or log line', async () => {
    standIn.answer(() => cjPage({ from: 1, to: 2, page: 1, pages: 1, total: 2 }))
    const lines: string[] = []
    const { log } = world.app.deps
    world.app.deps.log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
    const run = await fetched({ ...cj, token: cjToken })
    expect(await kept()).toEqual({ shop: { marketplaceAccess: { cjTokenKept: true, judgemeTokenKept: false } } })
    expect(await kept(world.otherToken)).toMatchObject({ shop: { marketplaceAccess: { cjTokenKept: false } } })
    expect((await ask(cj, world.otherToken)).json()).toMatchObject({ fields: { token: { code: 'required' } } })
    expect(
      JSON.stringify([run, await client.db().shopSecret.findMany(), await client.db().import.findMany()]),
    ).not.toContain(cjToken)
    await client.clear()
    standIn.answer(() => ({ status: 302, headers: { location: 'https://elsewhere.test/' } }))
    expect(await refused(cj)).toMatchObject({ address: { code: 'marketplaceBlocked' } })
    expect(standIn.asked.map(({ host }) => host)).toEqual(['developers.cjdropshipping.com'])
    world.app.deps.log = log
    expect(lines.join('')).toContain('marketplace refused')
    expect(lines.join('')).not.toContain(cjToken)
  })
})

test('imports several pages of Judge.me reviews like a file', async () => {
  const page = (from: number, to: number): string =>
    JSON.stringify({
      per_page: 100,
      reviews: Array.from({ length: to - from + 1 }, (_one, at) => ({
        id: from + at,
        body: `Review number ${from + at}`,
        rating: 5,
        reviewer: { name: 'Ann' },
        curated: 'ok',
        created_at: '2025-01-02T00:00:00Z',
      })),
    })
  standIn.answer(({ path, query }) =>
    path.endsWith('/count') ? '{"count":130}' : query.page === '1' ? page(1, 100) : page(101, 130),
  )
  const { data } = (
    await world.rest('POST', '/imports/judgeme', {
      body: { shopDomain: 'example.myshopify.com', token: 'judgeme-token' },
    })
  ).json<{ data: { id: string } }>()
  await world.runJobs()
  expect(await client.read(data.id)).toMatchObject({
    status: 'checked',
    total: 130,
    marketplace: { fetched: 130, total: 130, repliesAndVideosMissing: true },
  })
  expect(await client.start(data.id)).toMatchObject({ status: 'done', imported: 130 })
})

test('sends one request to a host at a time, queues two fetches of a shop and refuses a fourth', async () => {
  const open: (() => void)[] = []
  const page = aliexpressPage({ from: 1, to: 3, page: 1, pages: 1, total: 3 })
  standIn.answer(
    () => (response) => void open.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end(page)),
  )
  const fetchItem = (token?: string) => ask({ source: 'aliexpress', address: item }, token)
  const own = Array.from({ length: 4 }, () => fetchItem())
  const other = fetchItem(world.otherToken)
  const refused = await Promise.race(own)
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'tooManyAttempts' }])
  for (let answered = 0; answered < 4; answered++) {
    await until(() => open.length > answered)
    expect(open).toHaveLength(answered + 1)
    open[answered]?.()
  }
  expect((await Promise.all(own)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429])
  expect((await other).statusCode).toBe(200)
  expect(standIn.rests).toContain(1_100)
})

/** Yields to the event loop until the condition holds. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
