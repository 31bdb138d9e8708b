import { v7 as uuidv7 } from 'uuid'
import { createWorld, worldStart, type World } from '../../testing/world.ts'
import { mutationText } from '../../testing/documents.ts'
import { setPlan } from '../../testing/things.ts'
import { createReview } from '../../reviews/reviews/adding/create.ts'
import { computeFingerprint, runOnce } from './idempotency.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const five = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 5 }, ask))
let keys = 0
const freshKey = () => `key-${keys++}`

interface Asked {
  method?: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  token?: string
}
const rest = ({ method = 'POST', path, body, token = world.token }: Asked, key: string) =>
  world.inject({
    method,
    url: `/apiSa${path}`,
    headers: { 'x-auth-token': token, 'idempotency-key': key },
    ...(body && { payload: body }),
  })

const graphql = async (query: string, variables: object, key: string) => {
  const answer = await fetch(`${await world.url()}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': world.token, 'idempotency-key': key },
    body: JSON.stringify({ query, variables }),
  })
  return { status: answer.status, text: await answer.text() }
}

async function addReview(): Promise<string> {
  const id = uuidv7()
  await world.ctx.db.review.create({
    data: {
      shopId: world.shop.id,
      id,
      rate: 5,
      status: 'pending',
      origin: 'customer',
      source: 'customer',
      createdAt: worldStart,
      enteredAt: worldStart,
      updatedAt: worldStart,
    },
  })
  return id
}
const versionOf = async (id: string) =>
  (await world.ctx.db.review.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id } } })).version
const globalId = (id: string) => Buffer.from(`Review:${id}`).toString('base64url')

function upload(
  key: string,
  file = 'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle\nNice,Nice thing,5,2025-01-01,Ann,a@b.cd,x\n',
) {
  const boundary = 'xxBOUNDARYxx'
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--${boundary}--\r\n`
  return world.inject({
    method: 'POST',
    url: '/apiSa/imports',
    payload,
    headers: {
      'x-auth-token': world.token,
      'idempotency-key': key,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
}

describe('five concurrent requests with one key have one effect and one answer', () => {
  test('for an upload', async () => {
    const key = freshKey()
    const answers = await five(() => upload(key))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(4)
    expect(await world.ctx.db.import.count({ where: { shopId: world.shop.id } })).toBe(1)
    expect((await upload(key, 'another file')).json()).toMatchObject({ code: 'idempotencyMismatch' })
  })

  test('for a saved setting', async () => {
    const before = (await world.ctx.db.shop.findUniqueOrThrow({ where: { id: world.shop.id } })).settingsVersion
    const key = freshKey()
    const answers = await five(() =>
      rest({ method: 'PUT', path: '/settings/requestTiming', body: { sendAfterCustom: 3, timeUnit: 'days' } }, key),
    )
    expect(new Set(answers.map(({ body, statusCode }) => `${statusCode} ${body}`)).size).toBe(1)
    expect((await world.ctx.db.shop.findUniqueOrThrow({ where: { id: world.shop.id } })).settingsVersion).toBe(
      before + (answers[0]?.statusCode === 200 ? 1 : 0),
    )
  })

  test.each([
    [
      'publishReviews',
      'mutation ($ids: [ID!]!) { publishReviews(input: { ids: $ids }) { ... on PublishReviewsSuccess { data { changedIds reviews { id version } } } ... on Refusal { code } } }',
    ],
    [
      'trashReviews',
      'mutation ($ids: [ID!]!) { trashReviews(input: { ids: $ids }) { ... on TrashReviewsSuccess { data { changedIds reviews { id version } } } ... on Refusal { code } } }',
    ],
  ])('for the mutation %s', async (name, document) => {
    const id = await addReview()
    const key = freshKey()
    const answers = await five(() => graphql(document, { ids: [globalId(id)] }, key))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({
      data: { [name]: { data: { changedIds: [globalId(id)] } } },
    })
    expect(await versionOf(id)).toBe(2)
    // Without the key, the row's state refuses the second request.
    expect((await world.graphql(document, { ids: [globalId(id)] })).data).toMatchObject({
      [name]: { code: expect.any(String) },
    })
  })

  test('for a saved view', async () => {
    const document =
      'mutation ($name: String!) { saveView(input: { name: $name, query: "" }) { __typename ... on SaveViewSuccess { data { id } } ... on Refusal { code } } }'
    const key = freshKey()
    const answers = await five(() => graphql(document, { name: 'Once' }, key))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.text).toContain('SaveViewSuccess')
    const other = await graphql(document, { name: 'Twice' }, key)
    expect(other.status).toBe(422)
    expect(JSON.parse(other.text)).toMatchObject({ errors: [{ extensions: { code: 'idempotencyMismatch' } }] })
  })
})

describe('a stored answer', () => {
  test('may be a refusal, with status and body', async () => {
    const key = freshKey()
    const first = await rest({ path: '/email-queue/bulk-send-anyway', body: { ids: ['x'] } }, key)
    const again = await rest({ path: '/email-queue/bulk-send-anyway', body: { ids: ['x'] } }, key)
    expect(first.statusCode).toBe(422)
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  test('serves its own request only: same row, body and query', async () => {
    const key = freshKey()
    expect((await rest({ method: 'PUT', path: '/shops', body: { isRated: true } }, key)).statusCode).toBe(200)
    for (const asked of [
      { path: '/shop', body: { isRated: true } },
      { method: 'PUT' as const, path: '/shops', body: { isRated: false } },
      { method: 'PUT' as const, path: '/shops?type=updateIsRated', body: { isRated: true } },
    ]) {
      const answer = await rest(asked, key)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'idempotencyMismatch'])
    }
  })

  test('belongs to one shop: another shop’s same key is separate', async () => {
    const key = freshKey()
    await rest({ method: 'PUT', path: '/shops', body: { isRated: true } }, key)
    const answer = await rest({ method: 'PUT', path: '/shops', body: { isRated: false }, token: world.otherToken }, key)
    expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([200, undefined])
  })

  test('serves only the person or API key that asked', async () => {
    await setPlan(world, world.shop, 'enterprise')
    const key = freshKey()
    const { text: document } = mutationText('createApiKey')
    const variables = { input: { name: 'Mine', scopes: ['READ', 'WRITE'] } }
    const made = await graphql(document, variables, key)
    const { key: secret } = (JSON.parse(made.text) as { data: { r: { data: { key: string } } } }).data.r.data
    expect((await graphql(document, variables, key)).text).toBe(made.text)
    const bearer = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': key }
    const stolen = await fetch(`${await world.url()}/graphql`, {
      method: 'POST',
      headers: bearer,
      body: JSON.stringify({ query: document, variables }),
    })
    expect(await stolen.json()).toMatchObject({ errors: [{ extensions: { code: 'idempotencyMismatch' } }] })
    const restKey = freshKey()
    const put = (headers: Record<string, string>) =>
      world.inject({ method: 'PUT', url: '/api/shops', payload: { isRated: true }, headers })
    const person = { authorization: `Bearer ${await world.idToken()}`, 'idempotency-key': restKey }
    expect((await put(person)).statusCode).toBe(200)
    expect((await put(person)).headers['idempotency-replayed']).toBe('true')
    expect((await put({ ...bearer, 'idempotency-key': restKey })).json()).toMatchObject({ code: 'idempotencyMismatch' })
  })

  test('with a secret is gone when no encryption key opens it', async () => {
    await setPlan(world, world.shop, 'enterprise')
    const key = freshKey()
    const { text: document } = mutationText('createApiKey')
    const variables = { input: { name: 'Sealed', scopes: ['READ'] } }
    expect((await graphql(document, variables, key)).status).toBe(200)
    const where = { shopId_key: { shopId: world.shop.id, key } }
    const { body } = await world.ctx.db.idempotencyKey.findUniqueOrThrow({ where })
    const { sealed } = body as { sealed: string }
    // Sealed by a key that ENCRYPTION_KEY no longer has.
    const former = `00000000.${sealed.split('.')[1]}`
    await world.ctx.db.idempotencyKey.update({ where, data: { body: { sealed: former } } })
    const again = await graphql(document, variables, key)
    expect([again.status, JSON.parse(again.text)]).toMatchObject([
      409,
      { errors: [{ extensions: { code: 'idempotencyDone' } }] },
    ])
  })

  test.each([
    ['', 'idempotencyEmpty'],
    [' ', 'idempotencyEmpty'],
    ['x'.repeat(256), 'fillAtMost'],
  ])('needs a key of 1 to 255 characters', async (key, code) => {
    const { body, headers: _, ...given } = await rest({ method: 'PUT', path: '/shops', body: {} }, key)
    expect([given.statusCode, JSON.parse(body)]).toMatchObject([422, { success: false, code }])
    expect(
      JSON.parse((await graphql('mutation { updateShop(input: { isRated: true }) { __typename } }', {}, key)).text),
    ).toMatchObject({ errors: [{ extensions: { code } }] })
  })
})

describe('a request that stores no answer within its lease', () => {
  const mutation = 'mutation ($input: CreateReviewInput!) { createReview(input: $input) { __typename } }'
  test.each<[string, (key: string, title: string) => Promise<number>]>([
    [
      'over REST',
      async (key, title) =>
        (await rest({ path: '/reviews', body: { rate: 5, title, content: 'Good', firstName: 'Ada' } }, key)).statusCode,
    ],
    [
      'over GraphQL',
      async (key, title) =>
        (await graphql(mutation, { input: { rate: 5, title, content: 'Good', firstName: 'Ada' } }, key)).status,
    ],
  ])('creates a review once: %s', async (title, create) => {
    const key = freshKey()
    const pool = world.app.database.pool
    await pool.query(`create function fails() returns trigger language plpgsql as $$ begin raise 'planted'; end $$;
      create trigger planted before update of status on "IdempotencyKey" for each row when (new.status is not null) execute function fails()`)
    expect(await create(key, title)).toBe(200)
    await pool.query('drop trigger planted on "IdempotencyKey"; drop function fails()')
    await pool.query(
      `update "IdempotencyKey" set body = body || '{"leaseUntil": "2020-01-01T00:00:00Z"}' where key = $1`,
      [key],
    )
    expect(await create(key, title)).toBeGreaterThanOrEqual(title.includes('REST') ? 409 : 200)
    expect(await world.ctx.db.review.count({ where: { shopId: world.shop.id, title } })).toBe(1)
  })

  test('changes nothing if it outlasts its lease', async () => {
    const { ctx } = world
    const named = { key: freshKey(), fingerprint: computeFingerprint('slow') }
    const attempt = (before: () => Promise<unknown>) =>
      runOnce(ctx, named, async () => {
        await before()
        return {
          status: 200,
          body: await createReview(ctx, {
            productId: null,
            rate: 5,
            title: 'slower',
            content: 'Good',
            firstName: 'Ada',
          }),
          keep: true,
        }
      })
    const overtake = async () => {
      await ctx.db.idempotencyKey.updateMany({
        where: { shopId: ctx.shop.id, key: named.key },
        data: { body: { attempt: 'lost', leaseUntil: new Date(0).toISOString() } },
      })
      expect(await attempt(async () => undefined)).toMatchObject({ replayed: false })
    }
    await expect(attempt(overtake)).rejects.toMatchObject({ code: 'idempotencyRunning' })
    expect(await ctx.db.review.count({ where: { shopId: ctx.shop.id, title: 'slower' } })).toBe(1)
  })
})

describe('an attempt', () => {
  const named = () => ({ key: freshKey(), fingerprint: computeFingerprint('test') })

  test('leaves the key to the next attempt after a temporary failure', async () => {
    const { ctx } = world
    const asked = named()
    await expect(runOnce(ctx, asked, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await runOnce(ctx, asked, async () => ({ status: 200, body: 1, keep: false }))).toMatchObject({
      body: 1,
      replayed: false,
    })
    expect(
      await runOnce(ctx, asked, async () => ({ status: 200, body: { z: 1, a: '\0 😀' }, keep: true })),
    ).toMatchObject({ replayed: false })
    const again = await runOnce(ctx, asked, () => Promise.reject(new Error('never')))
    expect(JSON.stringify(again)).toBe(JSON.stringify({ status: 200, body: { z: 1, a: '\0 😀' }, replayed: true }))
  })

  test('is replaced after its lease expires if it died', async () => {
    const { ctx } = world
    const asked = named()
    const leaseUntil = new Date(Date.now() + 600)
    await ctx.db.idempotencyKey.create({
      data: {
        shopId: ctx.shop.id,
        ...asked,
        createdAt: ctx.now(),
        body: { attempt: 'dead', leaseUntil: leaseUntil.toISOString() },
      },
    })
    const answers = await five(() =>
      runOnce(ctx, asked, async () => ({ status: 200, body: Math.random(), keep: true })),
    )
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(Date.now()).toBeGreaterThanOrEqual(leaseUntil.getTime())
  })

  test('stores nothing after losing its lease', async () => {
    const { ctx } = world
    const asked = named()
    const slow = Promise.withResolvers<undefined>()
    const first = runOnce(ctx, asked, async () => {
      await slow.promise
      return { status: 200, body: 'first', keep: true }
    })
    const where = { shopId_key: { shopId: ctx.shop.id, key: asked.key } }
    while (!(await ctx.db.idempotencyKey.findUnique({ where }))) {
      // Waits until the first attempt holds the key.
    }
    await ctx.db.idempotencyKey.update({
      where,
      data: { body: { attempt: 'lost', leaseUntil: new Date(0).toISOString() } },
    })
    expect(await runOnce(ctx, asked, async () => ({ status: 200, body: 'second', keep: true }))).toMatchObject({
      body: 'second',
      replayed: false,
    })
    slow.resolve(undefined)
    expect(await first).toMatchObject({ body: 'first' })
    expect(await runOnce(ctx, asked, () => Promise.reject(new Error('never')))).toMatchObject({
      body: 'second',
      replayed: true,
    })
  })

  test('is not repeated if its answer is too long to store', async () => {
    const { ctx } = world
    const asked = named()
    await runOnce(ctx, asked, async () => ({ status: 200, body: 'x'.repeat(1_000_001), keep: true }))
    await expect(runOnce(ctx, asked, () => Promise.reject(new Error('never')))).rejects.toMatchObject({
      code: 'idempotencyDone',
    })
  })
})
