import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { box, bytesOf, u32 } from '../../testing/hostile/videos.ts'
import { v7 as uuidv7 } from 'uuid'
import { compose } from '../../app/compose.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { createWorld, type World } from '../../testing/world.ts'
import type { PublicPage } from '../headless/public-reviews.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  const { ctx } = world
  await ctx.db.product.create({
    data: {
      shopId: ctx.shop.id,
      id: uuidv7(),
      platformId: '1',
      handle: 'mug',
      title: 'Mug',
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    },
  })
})
afterAll(() => world.close())

const good = { rate: '4', content: 'Keeps tea hot', name: 'Ada Byron', email: 'ada@reader.test', website: '' }
const address = () => `/storefront/${world.shop.shopifyDomain}/products/mug/reviews`

/** Posts as a browser does. */
async function post(
  fields: Record<string, string>,
  {
    files = [],
    query = '',
    headers = {},
    from = '10.7.0.1',
  }: {
    files?: { bytes: Uint8Array; name: string }[]
    query?: string
    headers?: Record<string, string>
    from?: string
  } = {},
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  for (const { bytes, name } of files) body.append('images', new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://x', { method: 'POST', body })
  const answer = await world.inject({
    method: 'POST',
    url: address() + query,
    remoteAddress: from,
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, text: answer.body, location: answer.headers.location }
}

/** Opens the thank-you page that a post redirects to, as a browser resolves its address. */
async function thanks(location: string | undefined, headers: Record<string, string> = {}): Promise<string> {
  const { pathname, search } = new URL(location ?? '', `http://x${address()}`)
  return (await world.inject({ url: pathname + search, headers })).body
}

const shown = async () => (await world.inject({ method: 'GET', url: address() })).json<PublicPage>()

describe('the form of a product page', () => {
  test('saves a review with a picture, and shows it at once with automatic publishing', async () => {
    await saveSetting(world.ctx, 'general', { autoSubmitPublish: true, autoPublishThreshold: 1 })
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f5b45' } })
      .png()
      .toBuffer()
    const { status, location } = await post(good, { files: [{ bytes: picture, name: 'mug.png' }] })
    expect(status).toBe(303)
    expect(await thanks(location)).toMatch(/Thank you for your review\.[^]*It’s live now\./)
    const { reviews } = await shown()
    expect(reviews[0]).toMatchObject({ rate: 4, content: 'Keeps tea hot', author: 'Ada B.', verified: false })
    expect(reviews[0]?.media).toHaveLength(1)
  })

  test('shows no email address or phone number that a shopper wrote as the name', async () => {
    await saveSetting(world.ctx, 'general', { autoSubmitPublish: true, autoPublishThreshold: 1 })
    await post({ ...good, content: 'By address', name: 'ada@reader.test' })
    await post({ ...good, content: 'By number', name: 'Ada +1 555 123 4567' })
    const { reviews } = await shown()
    const authorOf = (content: string) => reviews.find((review) => review.content === content)?.author
    expect([authorOf('By address'), authorOf('By number')]).toEqual(['', 'Ada'])
  })

  test('keeps a review pending when the shop moderates first', async () => {
    await saveSetting(world.ctx, 'general', { autoSubmitPublish: false })
    const before = (await shown()).summary.count
    expect((await post({ ...good, content: 'Keeps tea warm' }, { query: '?part=form' })).text).toContain(
      'It will appear here once',
    )
    expect((await shown()).summary.count).toBe(before)
  })

  test.each<[string, Record<string, string>]>([
    ['the same key', { key: 'opened-form' }],
    ['the same content and no key', {}],
    ['the same key in a header', {}],
  ])('makes one review when sent twice with %s', async (how, fields) => {
    const before = await world.ctx.db.review.count()
    const headers = how.includes('header') ? { 'idempotency-key': 'app-1' } : {}
    const first = { ...good, content: `Once with ${how}`, ...fields }
    const from = '10.7.0.2'
    const answers = [
      ...(await Promise.all([post(first, { headers, from }), post(first, { headers, from })])),
      await post(first, { headers, from }),
    ]
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      Array(3).fill([303, 'reviews/thanks?done=pending']),
    )
    const body = new URLSearchParams(first).toString()
    const encoded = () =>
      world.inject({
        method: 'POST',
        url: address(),
        remoteAddress: from,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: body,
      })
    expect([(await encoded()).statusCode, (await encoded()).statusCode]).toEqual([303, 303])
    expect(await world.ctx.db.review.count()).toBe(before + 1)
  })

  test('rejects a changed repeat of a saved review, and keeps what was typed', async () => {
    const fields = { ...good, content: 'As it was', key: 'changed-later' }
    await post(fields)
    const { status, text } = await post({ ...fields, content: 'It leaks', rate: '1' })
    expect([status, text.includes('Want to change something?'), text.includes('It leaks')]).toEqual([422, true, true])
    expect(await world.ctx.db.review.findMany({ where: { content: { in: ['As it was', 'It leaks'] } } })).toMatchObject(
      [{ content: 'As it was' }],
    )
  })

  test('accepts a corrected form with the same key, once', async () => {
    const fields = { ...good, content: 'Second try', key: 'refused-first' }
    expect((await post({ ...fields, rate: '' })).status).toBe(422)
    expect((await post(fields)).status).toBe(303)
    expect(await world.ctx.db.review.count({ where: { content: 'Second try' } })).toBe(1)
  })

  test('frees the key for the next attempt when saving crashes', async () => {
    const fields = { ...good, content: 'Saved after a crash', key: 'crashed' }
    const { pool } = world.app.database
    await pool.query(`create function fails() returns trigger language plpgsql as $$ begin raise 'planted'; end $$;
      create trigger planted before insert on "ReviewHistory" for each row execute function fails()`)
    expect((await post(fields)).status).toBe(500)
    await pool.query('drop trigger planted on "ReviewHistory"; drop function fails()')
    expect([(await post(fields)).status, (await post(fields)).status]).toEqual([303, 303])
    expect(await world.ctx.db.review.count({ where: { content: 'Saved after a crash' } })).toBe(1)
  })

  test('removes control characters from the text', async () => {
    await post({ ...good, content: 'Steam\u2028rises \\x41\0 \u202e!', name: 'Mary\0\u2066 \n Somerville' })
    expect(await world.ctx.db.review.findFirst({ where: { content: { startsWith: 'Steam' } } })).toMatchObject({
      content: 'Steam\nrises \\x41 !',
      firstName: 'Mary',
      lastName: 'Somerville',
    })
  })

  test('shows the input again with the reasons for a refusal', async () => {
    const { status, text } = await post({ ...good, rate: '', email: '"><b>x' }, { query: '?part=form' })
    expect(status).toBe(422)
    expect(text).toMatch(/^<form/)
    expect(text).toContain('Choose one to five stars')
    expect(text).toContain('Enter a valid email address')
    expect(text).toContain('Keeps tea hot')
    expect(text).not.toContain('<b>')
  })

  test.each(['0', '6', '4.5', '1e309', '-1', '[]', 'null', '5"'])('stores no rating of %s', async (rate) => {
    const before = await world.ctx.db.review.count()
    expect((await post({ ...good, rate })).status).toBe(422)
    expect(await world.ctx.db.review.count()).toBe(before)
  })

  test('refuses a file that is no picture by its content', async () => {
    const { status, text } = await post(good, {
      files: [{ bytes: Buffer.from('<svg onload="alert(1)"/>'), name: 'mug.png' }],
    })
    expect(status).toBe(422)
    expect(text).toContain('mug.png: Invalid file type')
  })

  test('takes WebP and AVIF photos, and says what to do with HEIC', async () => {
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f5b45' } })
    const files = [
      { bytes: await picture.webp().toBuffer(), name: 'mug.webp' },
      { bytes: await picture.avif().toBuffer(), name: 'mug.avif' },
    ]
    expect((await post({ ...good, content: 'Two photos', key: 'modern' }, { files, from: '10.7.9.1' })).status).toBe(
      303,
    )
    const review = { content: 'Two photos' }
    expect(await world.ctx.db.reviewMedia.findMany({ where: { review } })).toMatchObject([
      { status: 'ready', width: 40, height: 30 },
      { status: 'ready', width: 40, height: 30 },
    ])
    const heic = bytesOf([box('ftyp', 'heic', u32(0), 'mif1heic'), box('mdat', Buffer.alloc(99))])
    const refused = await post(good, { files: [{ bytes: heic, name: 'IMG_0042.HEIC' }], from: '10.7.9.1' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('IMG_0042.HEIC: We can’t read HEIC')])
  })

  test('names the file that it refuses', async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f5b45' } })
      .png()
      .toBuffer()
    const refused = async (name: string, bytes: Uint8Array) =>
      /id="candor-\w+-images-problem">([^<]*)</.exec(
        (
          await post(good, {
            files: [
              { bytes: picture, name: 'good.png' },
              { bytes, name },
            ],
          })
        ).text,
      )?.[1]
    expect(await refused('Grüße <b>.gif', Buffer.from('no picture'))).toMatch(
      /^Grüße &lt;b&gt;\.gif: Invalid file type/,
    )
    expect(await refused('large.png', Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)]))).toMatch(
      /^large\.png: This file is too large/,
    )
    // A truncated picture fails only when it is encoded.
    expect(await refused('cut.png', picture.subarray(0, 60))).toMatch(/^cut\.png: This photo is damaged or incomplete/)
    const photo = sharp({ create: { width: 8064, height: 6048, channels: 3, background: '#1f5b45' } })
    expect(await refused('48-megapixels.jpg', await photo.jpeg().toBuffer())).toMatch(
      /^48-megapixels\.jpg: Photos can have up to 25 megapixels/,
    )
    expect(await refused(`${'a'.repeat(300)}‮.png`, Buffer.from('no picture'))).toMatch(/^a{80}: Invalid file type/)
  })

  test('thanks a bot that fills in the hidden field, and saves nothing', async () => {
    const before = await world.ctx.db.review.count()
    expect((await post({ ...good, website: 'https://spam.test' })).status).toBe(303)
    expect(await world.ctx.db.review.count()).toBe(before)
  })

  test('leads back to the shop, whatever the referer', async () => {
    const there = `${world.ctx.platform.productUrl(world.shop, 'mug')}#candor-1qano6o-reviews`
    const { location } = await post(good)
    for (const referer of ['https://evil.test/products/mug', `https://${world.shop.domain}/`])
      expect(await thanks(location, { referer })).toContain(`href="${there}"`)
    expect(await thanks(location, { referer: `https://${world.shop.domain}/en/products/mug?x=1` })).toContain(
      `href="https://${world.shop.domain}/en/products/mug#candor-1qano6o-reviews"`,
    )
  })

  test('answers a headless client in JSON', async () => {
    const send = (payload: object) =>
      world.inject({ method: 'POST', url: address(), headers: { accept: 'application/json' }, payload })
    expect((await send({ ...good, rate: 5 })).json()).toMatchObject({ success: true, data: { status: 'pending' } })
    const count = () => world.ctx.db.review.count({ where: { shopId: world.shop.id } })
    const before = await count()
    expect((await send({ ...good, rate: 5 })).json()).toMatchObject({ success: true, data: { status: 'pending' } })
    expect(await count()).toBe(before)
    const refused = await send({ ...good, rate: [5], name: { $ne: 1 } })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ success: false, fields: { rate: {} } })
    const misspelled = await send({ ...good, contnt: 'x' })
    expect([misspelled.statusCode, misspelled.json()]).toMatchObject([
      422,
      { fields: { contnt: { message: 'Unknown field. Did you mean "content"?' } } },
    ])
  })

  test('accepts reviews of customers only, if the shop says so', async () => {
    await saveSetting(world.ctx, 'general', { eligibility: 'logged_in_users' })
    const { status, text } = await post(good)
    expect(status).toBe(403)
    expect(text).toContain('Please sign in to the store to write a review')
    await saveSetting(world.ctx, 'general', { eligibility: 'everyone' })
  })

  test.each([
    [
      'is cut short in a field',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAd',
    ],
    [
      'is cut short in a picture',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc',
    ],
    ['has no boundary', 'multipart/form-data', 'abc'],
  ])('refuses a body that %s, without a server error', async (_case, type, payload) => {
    const answer = await world.inject({
      method: 'POST',
      url: address(),
      remoteAddress: '10.9.9.8',
      headers: { 'content-type': type },
      payload,
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'malformedInput' }])
  })

  test('refuses JSON that is nested too deep to print', async () => {
    const answer = await world.inject({
      method: 'POST',
      url: address(),
      headers: { 'content-type': 'application/json' },
      payload: `{"rate":5,"content":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    })
    expect(answer.statusCode).toBe(422)
  })

  test('refuses malformed JSON with an answer that the page can read', async () => {
    const answer = await world.inject({
      method: 'POST',
      url: address(),
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([400, '*'])
  })

  test('shows its thank-you page without a discount when the token is repeated', async () => {
    expect((await world.inject({ url: `${address()}/thanks?done=published&discount=a&discount=b` })).statusCode).toBe(
      200,
    )
  })

  test('answers 404 for an unknown product', async () => {
    expect(
      (await world.inject({ method: 'POST', url: address().replace('/mug/', '/nothing/'), payload: good })).statusCode,
    ).toBe(404)
    const url = `${address().replace('/mug/', '/nothing/')}/new`
    const page = await world.inject({ url, headers: { accept: 'text/html' } })
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<h1>This link doesn’t work</h1>')
  })
})

test('limits the posts of one address', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      world.inject({ method: 'POST', url: address(), remoteAddress: '10.9.9.9', payload: { ...good, rate: 9 } }),
    ),
  )
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 422)).toHaveLength(30)
  expect(codes.filter((code) => code === 429)).toHaveLength(10)
})

test('limits one address across two processes', async () => {
  const { database, deps } = world.app
  const second = await compose({
    env: { ...deps.env, CANDOR_ROLE: 'web' },
    database: { ...database, close: () => Promise.resolve() },
  })
  const codes: number[] = []
  for (let attempt = 0; attempt < 40; attempt++) {
    const { http } = attempt % 2 === 0 ? world.app : second
    const answer = await http.inject({
      method: 'POST',
      url: address(),
      remoteAddress: '10.9.9.10',
      payload: { ...good, rate: 9 },
    })
    codes.push(answer.statusCode)
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(500)
  }
  await second.close()
  expect(codes).toEqual([...Array<number>(30).fill(422), ...Array<number>(10).fill(429)])
})
