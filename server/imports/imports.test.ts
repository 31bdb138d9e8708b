import { client, world } from '../testing/import-stage.ts'

const header =
  'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location,metaobject_handle\n'

describe('a whole import', () => {
  test('stores statuses, products, replies and counters as in the file', async () => {
    const mug = await client.addProduct('blue-mug', '7001')
    const file =
      header +
      'Top,"Keeps tea hot\nfor an hour",5,2025-03-02 10:12:00 UTC,web,ok,Ann O’Neil,ann@example.test,7001,blue-mug,"Thanks, Ann!",2025-03-04 08:00:00 UTC,,203.0.113.7,"Dublin, Ireland",rev-1\n' +
      ',Not seen yet,4,2025-03-05,email,not-yet,Bo,,,Blue-Mug,,,,,,rev-2\n' +
      ',Buy watches,5,2025-03-05,web,spam,Bot,,7001,,,,,,,rev-3\n' +
      ',About the shop,3,2025-03-06,web,ok,,,,,,,,,,rev-4\n'
    const check = await client.checked(file)
    expect(check).toMatchObject({
      status: 'checked',
      total: 4,
      fresh: 4,
      duplicates: 0,
      unmatched: 0,
      bad: 0,
      questions: [],
    })
    expect(check.sampleRows[0]).toMatchObject({ author: 'Ann O’Neil', rate: 5, productTitle: 'The blue-mug' })
    expect(await client.reviews()).toEqual([])

    expect(await client.start(check.id)).toMatchObject({
      status: 'done',
      total: 4,
      done: 4,
      imported: 4,
      duplicates: 0,
      unmatched: 0,
      bad: 0,
    })
    const [about, watches, tea, unseen] = await client.reviews()
    expect(about).toMatchObject({ productId: null, status: 'published', rate: 3 })
    expect(watches).toMatchObject({ productId: mug, status: 'rejected', publishedAt: null })
    expect(unseen).toMatchObject({ productId: mug, status: 'pending', content: 'Not seen yet' })
    expect(tea).toMatchObject({
      productId: mug,
      status: 'published',
      decidedBy: 'import',
      origin: 'imported',
      source: 'imported',
      verifiedBy: 'none',
      title: 'Top',
      content: 'Keeps tea hot\nfor an hour',
      firstName: 'Ann',
      lastName: 'O’Neil',
      email: 'ann@example.test',
      replyContent: 'Thanks, Ann!',
      createdAt: new Date('2025-03-02T10:12:00Z'),
      externalId: 'judgeme:rev-1',
      location: 'Dublin, Ireland',
      why: { code: 'import.published', params: { file: 'judgeme.csv', row: 2 } },
    })
    const counts = await client.db().reviewCount.findMany({
      where: { shopId: world.shop.id },
      select: { status: true, rate: true, count: true },
      orderBy: { rate: 'asc' },
    })
    expect(counts).toEqual(
      expect.arrayContaining([
        { status: 'published', rate: 5, count: 1 },
        { status: 'pending', rate: 4, count: 1 },
        { status: 'rejected', rate: 5, count: 1 },
        { status: 'published', rate: 3, count: 1 },
      ]),
    )
    expect(await client.db().productReviewCount.count({ where: { shopId: world.shop.id, productId: mug } })).toBe(3)
    expect((await client.db().product.findFirstOrThrow({ where: { id: mug } })).lastImportedAt).toEqual(
      world.app.deps.now(),
    )
    expect(await world.mailbox()).toEqual([])
  })

  test.each([
    ['PUBLISHED', ['published', 'published', 'rejected', 'hidden']],
    ['PENDING', ['pending', 'pending', 'rejected', 'hidden']],
  ])('never shows spam, whatever the choice: %s', async (publish, expected) => {
    const check = await client.checked('body,rating,curated\nA,5,ok\nB,5,not-yet\nC,5,spam\nD,5,\n')
    await client.start(check.id, { publish })
    expect((await client.reviews()).map(({ status }) => status)).toEqual(expected)
  })

  test('drops a byte order mark and NUL characters', async () => {
    const check = await client.checked('\uFEFFbody,rating,reviewer_name\nGood\0 cup\u202e,5,\0\n')
    expect(await client.start(check.id)).toMatchObject({ status: 'done', imported: 1, bad: 0 })
    expect(await client.reviews()).toMatchObject([{ content: 'Good cup', firstName: '' }])
  })

  test('imports and counts reviews with only a rating, a title or a photo', async () => {
    const file =
      'title,body,rating,review_date,reviewer_name,picture_urls,product_handle\n' +
      ',,5,2025-01-01,Ann,,\n' +
      'Great mug,,4,2025-01-01,Bo,,\n' +
      'Awful mug,,4,2025-01-01,Bo,,\n' +
      ',,3,2025-01-01,Cy,https://p.example.test/1.jpg,\n' +
      // Counts each rating without an author.
      ',,5,2025-01-01,,,\n,,5,2025-01-01,,,\n'
    const check = await client.checked(file)
    expect(check).toMatchObject({ total: 6, fresh: 6, bad: 0, duplicates: 0, withoutText: 6 })
    expect(check.sampleRows[0]).toMatchObject({ author: 'Ann', rate: 5 })
    expect(await client.start(check.id)).toMatchObject({ imported: 6, bad: 0, duplicates: 0 })
    expect((await client.reviews()).map(({ title, rate, content }) => [title, rate, content])).toEqual(
      expect.arrayContaining([
        ['', 5, ''],
        ['Great mug', 4, ''],
        ['Awful mug', 4, ''],
        ['', 3, ''],
      ]),
    )
    expect(await client.checked(file)).toMatchObject({ fresh: 0, duplicates: 6 })
    const listed = await world.graphql(
      '{ viewer { shop { reviews(first: 10) { totalCount edges { node { rate } } } } } }',
    )
    expect(listed).toMatchObject({ data: { viewer: { shop: { reviews: { totalCount: 6, edges: { length: 6 } } } } } })
  })

  test('stores markup as text', async () => {
    const check = await client.checked(
      'body,rating,reviewer_name,product_handle\n<script>alert(1)</script>,5,"<img src=x onerror=alert(2)>",\n',
    )
    await client.start(check.id)
    expect(await client.reviews()).toMatchObject([
      { content: '<script>alert(1)</script>', firstName: '<img', lastName: 'src=x onerror=alert(2)>' },
    ])
  })
})

describe('a checked file', () => {
  const messy =
    'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle,picture_urls\n' +
    '"Una figura muy bonita con mucho detalle en la espa...","Una figura muy bonita con mucho detalle en la espada",10,2025-01-01,k***k.,,old-figure,\r\n' +
    'Быстро,Быстро,8,2025-01-01,Б***ь.,,old-figure,\r\n' +
    'fast...,fast excellent service,7,2025-01-01,A***a.,,old-figure,\r\n' +
    'fast...,fast excellent service,7,2025-01-01,A***a.,,other-figure,\r\n'

  test('has titles, names and texts over their limit shortened, or their rows left out', async () => {
    const [title, name, text] = ['t'.repeat(201), 'n'.repeat(101), `${'x'.repeat(4_998)}😀y`]
    const file = `title,body,rating,reviewer_name\n${title},Long title,5,Ann\n,Long name,5,${name}\n,${text},5,Bo\nFine,Fine,5,Cy\n`
    const check = await client.checked(file)
    expect(check).toMatchObject({
      fresh: 4,
      bad: 0,
      questions: [{ id: 'long', choices: ['shorten', 'skip'], suggested: 'shorten', rows: 3 }],
    })
    const without = await world.rest('POST', `/imports/${check.id}/answers`, {
      body: { answers: [{ question: 'long', answer: 'skip' }] },
    })
    expect(without.json()).toMatchObject({ data: { fresh: 1, bad: 3 } })
    expect(await client.start(check.id, { answers: [{ question: 'long', answer: 'skip' }] })).toMatchObject({
      imported: 1,
      bad: 3,
    })
    const again = await client.checked(file)
    expect(await client.start(again.id)).toMatchObject({ imported: 3, duplicates: 1, bad: 0 })
    expect((await client.reviews()).map((review) => [review.title, review.content, review.firstName])).toEqual(
      expect.arrayContaining([
        [`${'t'.repeat(199)}…`, 'Long title', 'Ann'],
        ['', 'Long name', `${'n'.repeat(99)}…`],
        ['', `${'x'.repeat(4_998)}…`, 'Bo'],
      ]),
    )
  })

  test('does not start before its questions are answered', async () => {
    const { id, questions, unmatched, unmatchedProducts } = await client.checked(messy)
    expect(questions.map((question) => question.id)).toEqual(['scale', 'unmatched'])
    expect({ unmatched, unmatchedProducts }).toEqual({
      unmatched: 4,
      unmatchedProducts: { 'old-figure': 3, 'other-figure': 1 },
    })
    const refused = await world.rest('POST', `/imports/${id}/start`, {
      body: { answers: [{ question: 'scale', answer: '10' }] },
    })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      success: false,
      code: 'questionUnanswered',
      fields: { unmatched: { code: 'questionUnanswered' } },
    })
    const wrong = await world.rest('POST', `/imports/${id}/start`, {
      body: {
        answers: [
          { question: 'scale', answer: '7' },
          { question: 'unmatched', answer: 'nonsense' },
        ],
      },
    })
    expect(wrong.json()).toMatchObject({
      fields: { 'answers.0.answer': { code: 'answerInvalid' }, 'answers.1.answer': { code: 'answerInvalid' } },
    })
  })

  test('assigns unmatched products to a product or to the shop', async () => {
    const figure = await client.addProduct('new-figure')
    const { id } = await client.checked(messy)
    const answers = [
      { question: 'scale', answer: '10' },
      { question: 'unmatched', answer: 'shop' },
      { question: 'unmatched:old-figure', answer: 'new-figure' },
    ]
    expect(await client.start(id, { answers })).toMatchObject({ imported: 4, unmatched: 0 })
    expect(
      (await client.reviews()).map(({ rate, originalRate, productId, title }) => [
        rate,
        originalRate,
        productId,
        title,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [5, '10', figure, ''],
        [4, '8', figure, ''],
        [4, '7', figure, ''],
        [4, '7', null, ''],
      ]),
    )
  })

  test('reports each left-out row in the error file', async () => {
    const { id } = await client.checked(messy)
    const run = await client.start(id, {
      answers: [
        { question: 'scale', answer: '10' },
        { question: 'unmatched', answer: 'skip' },
      ],
    })
    expect(run).toMatchObject({ imported: 0, unmatched: 4, bad: 0 })
    expect(run.badRows[0]).toMatchObject({
      row: 2,
      column: 'product_handle',
      code: 'productUnmatched',
      value: 'old-figure',
    })
  })

  test('changes nothing on a re-import, with other answers or names, with ids and without', async () => {
    await client.addProduct('blue-mug', '7001')
    const withIds =
      header +
      'T,Keeps tea hot,5,2025-03-02,web,ok,Ann,,7001,blue-mug,,,,,,rev-1\n,About the shop,3,2025-03-06,web,ok,,,,,,,,,,rev-2\n'
    await client.start((await client.checked(withIds)).id)
    expect(await client.checked(withIds)).toMatchObject({ fresh: 0, duplicates: 2, questions: [] })
    const without =
      'body,rating,review_date,reviewer_name,product_handle\nkeeps  tea HOT,5,02/03/2025,ann,blue-mug\nAbout the shop,3,2025-03-06,,\n'
    const again = await client.checked(without)
    expect(await client.start(again.id, { answers: [{ question: 'dates', answer: 'dmy' }] })).toMatchObject({
      imported: 0,
      duplicates: 2,
    })
    await client.start((await client.checked(messy)).id, {
      answers: [
        { question: 'scale', answer: '10' },
        { question: 'unmatched', answer: 'shop' },
      ],
    })
    const third = await client.checked(messy)
    expect(third).toMatchObject({ fresh: 0, duplicates: 4, unmatched: 0 })
    expect(await client.start(third.id, { answers: [{ question: 'scale', answer: '10' }] })).toMatchObject({
      imported: 0,
      duplicates: 4,
    })
    expect(await client.reviews()).toHaveLength(6)
  })

  test('counts trashed and edited reviews as duplicates', async () => {
    const file = 'body,rating,review_date\nOne,5,2025-01-01\nTwo,4,2025-01-01\n'
    await client.start((await client.checked(file)).id)
    await client
      .db()
      .review.updateMany({ where: { shopId: world.shop.id, content: 'One' }, data: { status: 'deleted' } })
    await client
      .db()
      .review.updateMany({ where: { shopId: world.shop.id, content: 'Two' }, data: { content: 'Two, edited' } })
    expect(await client.checked(file)).toMatchObject({ duplicates: 2, fresh: 0 })
  })

  test('treats two ids as two reviews, and a repeated row as one', async () => {
    const rows = [
      ',Great,5,2025-01-01,web,ok,A,,,,,,,,,rev-1',
      ',Great,5,2025-01-01,web,ok,A,,,,,,,,,rev-2',
      ',Great,5,2025-01-01,web,ok,A,,,,,,,,,rev-2',
      ',Fine,5,2025-01-01,web,ok,B,,,,,,,,,',
      ',Fine,5,2025-01-01,web,ok,B,,,,,,,,,',
    ]
    const check = await client.checked(header + rows.join('\n'))
    expect(check).toMatchObject({ total: 5, fresh: 3, duplicates: 2 })
    expect(await client.start(check.id)).toMatchObject({ imported: 3, duplicates: 2 })
  })
})

test('returns the whole import and the list over GraphQL', async () => {
  await client.addProduct('mug')
  const { id } = await client.checked('body,rating,product_handle\nA,5,mug\nB,9,cup\nC,,mug\n')
  const answer = await world.graphql(
    `query ($id: ID!) {
    viewer { shop { imports(first: 5) { edges { node { id fileName status } } pageInfo { hasNextPage } } } }
    importRun(id: $id) {
      id status source total done imported duplicates unmatched bad fresh maxRows
      questions { id choices suggested examples } sampleRows { row author rate status productTitle productKey }
      badRows { row column value code reason } unmatchedProducts { key rows } statuses { status rows } error errorFileUrl
    }
  }`,
    { id },
  )
  expect(answer).toMatchObject({
    data: {
      viewer: {
        shop: {
          imports: {
            edges: [{ node: { id, fileName: 'judgeme.csv', status: 'CHECKED' } }],
            pageInfo: { hasNextPage: false },
          },
        },
      },
      importRun: {
        id,
        status: 'CHECKED',
        source: 'Judge.me',
        total: 3,
        unmatched: 1,
        bad: 1,
        fresh: 1,
        maxRows: 10_000,
        unmatchedProducts: [{ key: 'cup', rows: 1 }],
        badRows: [{ row: 4, column: 'rating', code: 'ratingMissing', reason: 'The rating is missing' }],
        error: null,
        errorFileUrl: null,
      },
    },
  })
})

test('starts an import once, and one import at a time', async () => {
  // Long enough to still run when the other requests arrive.
  const many = Array.from({ length: 3_000 }, (_, index) => `A${index},5\n`)
  const [first, second] = [
    await client.checked(`body,rating\n${many.join('')}`),
    await client.checked('body,rating\nB,5\n'),
  ]
  const answers = await Promise.all(
    [first, first, second].map(({ id }) => world.rest('POST', `/imports/${id}/start`, { body: {} })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
  await world.runJobs()
})

describe('the reviews of one import', () => {
  test('are listed, counted, hidden in bulk and exported by its id, over REST and GraphQL', async () => {
    const file = (texts: string[]) => `body,rating\n${texts.map((text) => `${text},5\n`).join('')}`
    await client.start((await client.checked(file(['Old one', 'Old two']))).id)
    const { id } = await client.checked(file(['New one', 'New two', 'Old one']))
    await client.start(id)
    const list = (filter: object) =>
      world.graphql(
        'query ($filter: ReviewFilter) { viewer { shop { reviews(first: 10, filter: $filter) { totalCount edges { node { content } } } } } }',
        { filter },
      )
    const shown = (...texts: string[]) => ({
      data: {
        viewer: {
          shop: { reviews: { totalCount: texts.length, edges: texts.map((content) => ({ node: { content } })) } },
        },
      },
    })
    expect(await list({ importId: id, search: 'two' })).toEqual(shown('New two'))
    const { data: rows } = (await world.rest('GET', `/reviews?importFilter=${id}`)).json<{
      data: { content: string }[]
    }>()
    expect(rows.map(({ content }) => content).sort()).toEqual(['New one', 'New two'])
    await world.rest('POST', '/reviews/bulk', { body: { action: 'unpublish', filter: { importId: id } } })
    await world.runJobs()
    expect((await client.reviews()).map(({ content, status }) => `${content}: ${status}`)).toEqual([
      'New one: hidden',
      'New two: hidden',
      'Old one: published',
      'Old two: published',
    ])
    expect(await list({ importId: id, status: ['PUBLISHED'] })).toEqual(shown())
  })
})

describe('the manual-import list', () => {
  test('is sorted by the newest import, pages both ways and filters', async () => {
    for (const handle of ['alpha', 'beta', 'gamma']) await client.addProduct(handle)
    await client.start((await client.checked('body,rating,product_handle\nA,5,beta\nB,4,beta\n')).id)
    interface List {
      data: { handle: string; allStarCount: number; lastImportedAt: string | null }[]
      pagination: {
        nextCursor: string
        previousCursor: string
        hasPre: boolean
        hasNext: boolean
        total: number
        totalPage: number
      }
    }
    const list = async (query: string) => (await world.rest('GET', `/manual-import?${query}`)).json<List>()
    const first = await list('limitPerPage=2&sort=lastImportedAt_desc')
    expect(first.data[0]).toMatchObject({ handle: 'beta', allStarCount: 2 })
    expect(first.pagination).toMatchObject({ hasPre: false, hasNext: true, total: 3, totalPage: 2 })
    const second = await list(`limitPerPage=2&after=${first.pagination.nextCursor}`)
    expect(second.data).toHaveLength(1)
    expect(second.pagination).toMatchObject({ hasPre: true, hasNext: false })
    const back = await list(`limitPerPage=2&before=${second.pagination.previousCursor}`)
    expect(back.data).toEqual(first.data)
    expect((await list('hasReview=true')).data.map(({ handle }) => handle)).toEqual(['beta'])
    expect((await list('searchText=GAM')).data.map(({ handle }) => handle)).toEqual(['gamma'])
    expect((await world.rest('GET', '/manual-import?limitPerPage=x')).statusCode).toBe(422)
    expect((await world.rest('GET', '/manual-import?after=x')).statusCode).toBe(422)
  })

  interface Answer {
    viewer: {
      shop: {
        manualImport: {
          totalCount: number
          products: { productId: string; title: string; reviewCount: number; lastImportedAt: string | null }[]
          pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
        }
      }
    }
  }
  const listed = async (args: string): Promise<Answer['viewer']['shop']['manualImport']> => {
    const { data } = await world.graphql(
      `{ viewer { shop { manualImport(${args}) { totalCount products { productId title reviewCount lastImportedAt } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`,
    )
    return (data as unknown as Answer).viewer.shop.manualImport
  }

  test('is the same over GraphQL, with product ids', async () => {
    for (const handle of ['alpha', 'beta', 'gamma']) await client.addProduct(handle)
    await client.start((await client.checked('body,rating,product_handle\nA,5,beta\nB,4,beta\n')).id)
    const first = await listed('first: 2')
    expect(first).toMatchObject({
      totalCount: 3,
      products: [{ title: 'The beta', reviewCount: 2, lastImportedAt: expect.any(String) }, { lastImportedAt: null }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    })
    expect(
      await world.graphql('query ($id: ID!) { node(id: $id) { ... on Product { title } } }', {
        id: first.products[0]?.productId,
      }),
    ).toMatchObject({ data: { node: { title: 'The beta' } } })
    const second = await listed(`first: 2, after: "${first.pageInfo.endCursor}"`)
    expect(second).toMatchObject({ pageInfo: { hasNextPage: false, hasPreviousPage: true } })
    expect((await listed(`first: 2, before: "${second.pageInfo.startCursor}"`)).products).toEqual(first.products)
    expect((await listed('hasReviews: true')).products.map(({ title }) => title)).toEqual(['The beta'])
    expect((await listed('search: "gam", sort: LAST_IMPORTED_ASC')).products.map(({ title }) => title)).toEqual([
      'The gamma',
    ])
  })
})

test('shows new reviews on the shop’s pages at once, and removes them on undo', async () => {
  await client.addProduct('mug')
  const page = async () =>
    (
      await world.inject({
        method: 'GET',
        url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=mug`,
      })
    ).body
  expect(await page()).not.toContain('Keeps tea hot')
  const { id } = await client.checked('body,rating,product_handle\nKeeps tea hot,5,mug\n')
  expect(await client.start(id)).toMatchObject({ status: 'done', imported: 1 })
  expect(await page()).toContain('Keeps tea hot')
  expect((await world.rest('POST', `/imports/${id}/undo`, { body: {} })).statusCode).toBe(200)
  await world.runJobs()
  expect(await page()).not.toContain('Keeps tea hot')
})

// A partial index must cover every status that the queries of claim.ts, purge.ts and run-undo.ts read.
test.each([
  [
    'runs and undos to take up',
    'Import_at_work_idx',
    `select id from "Import" where status in ('running', 'undoing') and ("leaseUntil" is null or "leaseUntil" < now()) order by "leaseUntil" limit 5`,
  ],
  [
    'checks to follow',
    'Import_at_work_idx',
    `select id from "Import" where status = 'checking' and "leaseUntil" < now() limit 5`,
  ],
  [
    'old files',
    'Import_kept_file_idx',
    `select id from "Import" where "fileKey" <> '' and status in ('done', 'failed', 'cancelled', 'undone') and coalesce("finishedAt", "createdAt") < now() order by coalesce("finishedAt", "createdAt") limit 10`,
  ],
  [
    'uploads that were never started',
    'Import_unstarted_idx',
    `select id from "Import" where status = 'checked' and "createdAt" < now() order by "createdAt" limit 10`,
  ],
  [
    'the last import of a product',
    'shopId_productId_enteredAt|imported',
    `select "enteredAt" from "Review" where "shopId" = '0198b0c4-0000-7000-8000-000000000000' and "productId" = '0198b0c4-0000-7000-8000-000000000001' and "importId" is not null order by "enteredAt" desc limit 1`,
  ],
])('uses an index for %s @oldest', async (_name, index, statement) => {
  const plan = await world.app.deps.access.acrossShops('the demo platform').$transaction(async (db) => {
    await db.$executeRawUnsafe('set local enable_seqscan = off')
    await db.$executeRawUnsafe('set local enable_sort = off')
    return db.$queryRawUnsafe<Record<string, string>[]>(`explain ${statement}`)
  })
  const text = plan.map((line) => Object.values(line)[0]).join('\n')
  expect(text).toMatch(new RegExp(index))
  expect(text).not.toContain('Sort')
})
