import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { buildMailLinks } from '../../requests/requests/mail-links.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import type { TestProduct } from '../../testing/orders.ts'
import { mp4, webm } from '../../testing/hostile/videos.ts'
import { createWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const path = (url: string) => url.replace('http://candor.test', '')

/** An order whose request has been sent; answers the paths of its mail's links. */
async function asked(products: TestProduct[], email = `${products[0]?.handle}@example.com`) {
  const order = await placeOrder(world, { email, firstName: 'Ada', lastName: 'Byron', products })
  await order.fulfill()
  await world.advance({ days: 7 })
  const item = await world.ctx.db.queueItem.findFirstOrThrow({ where: { shopId: world.shop.id, customerEmail: email } })
  const links = buildMailLinks(world.ctx, item.id)
  const state = () =>
    world.ctx.db.queueItem.findMany({
      where: { shopId: world.shop.id, orderId: item.orderId },
      orderBy: { sequence: 'asc' },
    })
  return {
    order,
    item,
    state,
    form: path(links.reviewUrl),
    unsubscribe: path(links.unsubscribeUrl),
    open: path(links.openUrl),
  }
}

/** A browser's post of the form, without JavaScript. */
async function post(
  url: string,
  fields: Record<string, string>,
  files: { name: string; bytes: Uint8Array; type?: string }[] = [],
) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ name: 'Ada Byron', ...fields })) body.append(name, value)
  for (const { name, bytes, type = 'image/png' } of files)
    body.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), 'photo.png')
  const request = new Request('http://x', { method: 'POST', body })
  return world.inject({
    method: 'POST',
    url,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

const reviewsOf = (product: TestProduct) =>
  world.ctx.db.review.findMany({ where: { shopId: world.shop.id, productId: product.id }, include: { media: true } })
const png = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#D98E04' } })
    .png()
    .toBuffer()

describe('the review form of a mail', () => {
  test('a tapped star fills the form in and saves nothing', async () => {
    const product = await addProduct(world, 'Lamp')
    const { form, state } = await asked([product])
    const answer = await world.inject({ url: `${form}?s=4` })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(/value="4"[^>]* checked/)
    expect(answer.body).not.toMatch(/value="5"[^>]* checked/)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(await reviewsOf(product)).toHaveLength(0)
    expect(await state()).toMatchObject([{ status: 'success' }])
  })

  test('the emailed stars of each product open the form at that product, whatever has been reviewed in between', async () => {
    const [teapot, kettle, whisk] = [
      await addProduct(world, 'Teapot'),
      await addProduct(world, 'Kettle'),
      await addProduct(world, 'Whisk'),
    ]
    const { form } = await asked([teapot, kettle, whisk])
    const [mail] = (await world.mailbox()).filter(({ to }) => to === 'teapot@example.com')
    const links = [...(mail?.html.matchAll(/href="[^"]*(\?s=2[^"]*)"/g) ?? [])].map(([, query = '']) =>
      query.replaceAll('&amp;', '&'),
    )
    await post(form, { [`rate.${teapot.id}`]: '5' })
    const pages = await Promise.all(links.map(async (query) => (await world.inject({ url: form + query })).body))
    const filled = pages.map((page) => page.match(/<input[^>]* checked[^>]*>/g) ?? [])
    expect(filled).toEqual([
      [],
      [expect.stringContaining(`name="rate.${kettle.id}" value="2"`)],
      [expect.stringContaining(`name="rate.${whisk.id}" value="2"`)],
    ])
    expect(filled.flat().every((star) => star.includes(' autofocus'))).toBe(true)
    expect(pages[0]).toMatch(
      new RegExp(
        `<section class="card reviewed" id="p-${teapot.id}" tabindex="-1" autofocus>[^]*?Teapot[^]*?already[^]*?</section>`,
      ),
    )
    // Emails sent before links named the product.
    for (const query of ['?s=2', '?s=2&p=2'])
      expect((await world.inject({ url: form + query })).body).not.toContain(' checked')
  })

  test.each(['multipart', 'URL-encoded'] as const)(
    'a %s form sent twice makes one review and gets the same answer',
    async (kind) => {
      const [rated, untouched] = [await addProduct(world, `Carafe ${kind}`), await addProduct(world, `Glass ${kind}`)]
      const { form } = await asked([rated, untouched], `${kind.toLowerCase()}@example.com`)
      const fields = {
        [`rate.${rated.id}`]: '4',
        [`content.${rated.id}`]: 'Pours well',
        [`rate.${untouched.id}`]: '',
        [`content.${untouched.id}`]: '',
        name: 'Ada Byron',
      }
      const send = () =>
        kind === 'multipart'
          ? post(form, fields)
          : world.inject({
              method: 'POST',
              url: form,
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              payload: new URLSearchParams(fields).toString(),
            })
      const answers = [...(await Promise.all([send(), send()])), await send()]
      expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
        Array(3).fill([303, `${form}?done=published`]),
      )
      expect(await reviewsOf(rated)).toMatchObject([{ rate: 4, content: 'Pours well' }])
      expect(await reviewsOf(untouched)).toEqual([])
    },
  )

  test('stars, text, name and photo become a published review, proved by the order', async () => {
    const product = await addProduct(world, 'Bowl')
    const { form, state } = await asked([product])
    const answer = await post(
      form,
      { [`rate.${product.id}`]: '5', [`content.${product.id}`]: 'Lovely\nglaze', name: 'Ada Byron' },
      [{ name: `images.${product.id}`, bytes: await png() }],
    )
    expect(answer.statusCode).toBe(303)
    const thanks = await world.inject({ url: String(answer.headers.location) })
    expect(thanks.body).toContain('Thank you')
    const [review] = await reviewsOf(product)
    expect(review).toMatchObject({
      rate: 5,
      content: 'Lovely\nglaze',
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'bowl@example.com',
      status: 'published',
      verifiedBy: 'order',
      origin: 'customer',
      hasMedia: true,
      why: { code: 'rule.published', params: { rate: 5, threshold: 1 } },
    })
    expect(review?.media).toMatchObject([{ kind: 'image', status: 'ready', width: 40, height: 30 }])
    expect(review?.media[0]?.key).toMatch(new RegExp(`^${world.shop.id}/[0-9a-f]{64}$`))
    expect(await state()).toMatchObject([{ status: 'reviewed' }])
    const counts = await world.ctx.db.productReviewCount.findMany({
      where: { shopId: world.shop.id, productId: product.id },
    })
    expect(counts).toMatchObject([{ status: 'published', rate: 5, count: 1 }])
  })

  test('a video comes with its frame; one of each product is taken', async () => {
    const [lamp, rug] = [await addProduct(world, 'Torch'), await addProduct(world, 'Carpet')]
    const { form } = await asked([lamp, rug])
    expect((await world.inject({ url: form })).body).toContain(`name="poster.${lamp.id}" hidden`)
    const files = [
      { name: `images.${lamp.id}`, bytes: mp4({ seconds: 8 }) },
      { name: `poster.${lamp.id}`, bytes: await png() },
      ...[mp4(), webm()].map((bytes) => ({ name: `images.${rug.id}`, bytes })),
    ]
    const answer = await post(form, { [`rate.${lamp.id}`]: '5', [`rate.${rug.id}`]: '4' }, files)
    expect([answer.statusCode, answer.body.includes('You have reached the file upload limit')]).toEqual([422, true])
    expect((await reviewsOf(lamp)).map(({ media }) => media)).toMatchObject([
      [
        {
          kind: 'video',
          status: 'ready',
          seconds: 8,
          width: 640,
          height: 480,
          posterKey: expect.stringMatching(/\/[0-9a-f]{64}$/),
        },
      ],
    ])
    expect(await reviewsOf(rug)).toEqual([])
  })

  test('a second, different answer edits nothing, says so and shows the words that were not saved', async () => {
    const product = await addProduct(world, 'Vase')
    const { form } = await asked([product])
    await post(form, { [`rate.${product.id}`]: '2', [`content.${product.id}`]: 'first' })
    const again = await post(form, { [`rate.${product.id}`]: '5', [`content.${product.id}`]: 'second' })
    expect(again.statusCode).toBe(422)
    expect(again.body).toMatch(/already reviewed this[^]*can’t be changed[^]*readonly[^]*second/)
    expect((await world.inject({ url: form })).body).toContain('You’ve reviewed everything in this order')
    expect(await reviewsOf(product)).toMatchObject([{ rate: 2, content: 'first' }])
  })

  test('two posts at once save one review', async () => {
    const product = await addProduct(world, 'Tray')
    const { form } = await asked([product])
    await Promise.all([1, 2, 3].map((rate) => post(form, { [`rate.${product.id}`]: String(rate) })))
    expect(await reviewsOf(product)).toHaveLength(1)
  })

  test('an order that is canceled or refunded says so, and keeps the words of an open form', async () => {
    const product = await addProduct(world, 'Returned Jug')
    const { form, order } = await asked([product])
    await order.refund()
    const page = await world.inject({ url: form })
    expect(page.body).toContain('This order can’t be reviewed')
    expect(page.body).not.toContain('You’ve reviewed everything')
    const answer = await post(form, { [`rate.${product.id}`]: '2', [`content.${product.id}`]: 'It leaked' })
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringMatching(/wasn’t saved[^]*readonly[^]*It leaked/),
    ])
    expect(await reviewsOf(product)).toEqual([])
  })

  test('what must be mended stands next to its field, and nothing typed is lost', async () => {
    const product = await addProduct(world, 'Mug')
    const { form } = await asked([product])
    const fields = { [`content.${product.id}`]: 'Nearly <b>perfect</b>', name: 'Ada' }
    const noStars = await post(form, fields)
    expect(noStars.statusCode).toBe(422)
    expect(noStars.body).toContain('Choose one to five stars')
    expect(noStars.body).toContain('Nearly &lt;b&gt;perfect&lt;/b&gt;')
    expect(noStars.body).toContain('value="Ada"')
    const rated = { ...fields, [`rate.${product.id}`]: '4' }
    const file = (bytes: Uint8Array) => ({ name: `images.${product.id}`, bytes })
    expect((await post(form, rated, [file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))])).body).toContain(
      'Invalid file type',
    )
    expect(
      (await post(form, rated, [file(Buffer.concat([await png(), Buffer.alloc(5 * 1024 * 1024)]))])).body,
    ).toContain('Invalid file size')
    const many = await Promise.all(Array.from({ length: 6 }, async () => file(await png())))
    expect((await post(form, rated, many)).body).toContain('You have reached the file upload limit')
    expect((await post(form, { ...rated, [`content.${product.id}`]: 'x'.repeat(5001) })).body).toContain(
      'Fill at most 5000 characters',
    )
    expect(await reviewsOf(product)).toHaveLength(0)
    expect((await post(form, rated)).statusCode).toBe(303)
  })

  test.each(['1e309', '-1', '5.5', '0', '6', '5 ', '', 'null', '[]'])(
    'a hostile rating %j is not stored',
    async (rate) => {
      const product = await addProduct(world, `Plate ${rate || 'none'}`)
      const { form } = await asked([product], `plate${Math.random()}@example.com`)
      const answer = await post(form, { [`rate.${product.id}`]: rate })
      const stored = await reviewsOf(product)
      // A form writes text: "5 " is five stars with a blank.
      if (rate === '5 ') expect(stored).toMatchObject([{ rate: 5 }])
      else expect([answer.statusCode, stored]).toEqual([422, []])
    },
  )

  test('of an order with several products any may be rated, the rest later', async () => {
    const [first, second] = [await addProduct(world, 'Knife'), await addProduct(world, 'Board')]
    const { form } = await asked([first, second])
    expect((await post(form, { name: 'Ada' })).body).toContain('Rate at least one product.')
    const answer = await post(form, { [`rate.${second.id}`]: '3', [`rate.${first.id}`]: '', name: 'Ada' })
    expect((await world.inject({ url: String(answer.headers.location) })).body).toContain('There’s more in this order')
    expect(await reviewsOf(first)).toHaveLength(0)
    const page = await world.inject({ url: form })
    expect([page.body.includes(`rate.${first.id}`), page.body.includes(`rate.${second.id}`)]).toEqual([true, false])
  })

  test('waits for the merchant below the threshold', async () => {
    await saveSetting(world.ctx, 'general', { autoPublishThreshold: 4 })
    const product = await addProduct(world, 'Rug')
    const { form } = await asked([product])
    const answer = await post(form, { [`rate.${product.id}`]: '3' })
    expect((await world.inject({ url: String(answer.headers.location) })).body).toContain(
      'Your review will appear with the product',
    )
    expect(await reviewsOf(product)).toMatchObject([
      { status: 'pending', publishedAt: null, why: { code: 'rule.belowThreshold' } },
    ])
  })

  test('a product of another order cannot be reviewed by this link', async () => {
    const [mine, foreign] = [await addProduct(world, 'Spoon'), await addProduct(world, 'Fork')]
    const { form } = await asked([mine])
    await post(form, { [`rate.${foreign.id}`]: '1' })
    expect(await reviewsOf(foreign)).toHaveLength(0)
  })
})

describe('hostile posts', () => {
  test('of products that were not asked about nothing is taken, and the post goes on', async () => {
    const product = await addProduct(world, 'Jug')
    const { form } = await asked([product])
    const junk = Array.from({ length: 60 }, (_, at) => ({
      name: `images.00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      bytes: new Uint8Array(1024 * 1024),
    }))
    const answer = await post(form, { [`rate.${product.id}`]: '5' }, [
      ...junk,
      { name: `images.${product.id}`, bytes: await png() },
    ])
    expect(answer.statusCode).toBe(303)
    expect(await reviewsOf(product)).toMatchObject([{ rate: 5, media: [{ status: 'ready' }] }])
  })

  test('a refused file is named', async () => {
    const product = await addProduct(world, 'Cup')
    const { form } = await asked([product])
    const answer = await post(form, { [`rate.${product.id}`]: '5' }, [
      { name: `images.${product.id}`, bytes: new Uint8Array(20) },
    ])
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('photo.png: Invalid file type')
  })

  test('pictures past what a post may hold are refused by name', async () => {
    const products = [await addProduct(world, 'Pan'), await addProduct(world, 'Pot'), await addProduct(world, 'Lid')]
    const { form } = await asked(products)
    const large = new Uint8Array(5 * 1024 * 1024)
    const files = products.flatMap(({ id }) =>
      Array.from({ length: 5 }, () => ({ name: `images.${id}`, bytes: large })),
    )
    const answer = await post(form, Object.fromEntries(products.map(({ id }) => [`rate.${id}`, '5'])), files)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('You have reached the file upload limit')
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
      '--x\r\nContent-Disposition: form-data; name="images.ID"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc',
    ],
    ['is cut short in a head', 'multipart/form-data; boundary=x', '--x\r\nContent-Dispo'],
    ['has no boundary', 'multipart/form-data', 'abc'],
    ['has an endless boundary', `multipart/form-data; boundary=${'x'.repeat(300)}`, 'abc'],
  ])('a body that %s is refused, not failed on', async (_case, type, payload) => {
    const product = await addProduct(world, `Ladle ${payload.length} ${type.length}`)
    const { form } = await asked([product])
    const answer = await world.inject({
      method: 'POST',
      url: form,
      headers: { 'content-type': type },
      payload: payload.replace('ID', product.id),
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'malformedInput' }])
    expect(await reviewsOf(product)).toHaveLength(0)
  })

  test.each(['form', 'unsubscribe'] as const)('one link cannot be posted to without end: %s', async (kind) => {
    const links = await asked([await addProduct(world, `Flood ${kind}`)])
    const codes: number[] = []
    const {
      productIds: [id = ''],
    } = links.item
    const post = (payload: string) =>
      world.inject({
        method: 'POST',
        url: links[kind],
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    for (let at = 0; at < 30; at += 1) codes.push((await post('')).statusCode)
    expect(codes).not.toContain(429)
    const last = await post(
      new URLSearchParams({ [`rate.${id}`]: '4', [`content.${id}`]: 'A text of an hour' }).toString(),
    )
    expect(last.statusCode).toBe(429)
    // Nothing that was written is lost.
    if (kind === 'form') expect(last.body).toMatch(/value="4"[^>]* checked[\s\S]*A text of an hour<\/textarea>/)
  })
})

describe('links', () => {
  test('forged, cut, foreign or of another purpose open nothing', async () => {
    const { form, unsubscribe, item } = await asked([await addProduct(world, 'Chair')])
    const token = form.slice(3)
    const other = world.app.deps.signer.sign('review-form', { shopId: world.otherShop.id, itemId: item.id })
    const forged = [
      token.slice(0, -1),
      `${token}A`,
      token.replace('.', '..'),
      unsubscribe.slice(3),
      other,
      'x',
      'a.b',
      token.replace(/^./, 'A'),
      `${token}%0d%0a`,
    ]
    for (const bad of forged) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await world.inject({ method, url: `/r/${bad}` })
        expect([bad, method, answer.statusCode]).toEqual([bad, method, 404])
        expect((await world.inject({ method, url: `/r/${bad}/later` })).statusCode).toBe(404)
      }
    }
    expect((await world.inject({ method: 'POST', url: `/u/${token}` })).statusCode).toBe(404)
  })
})

describe('unsubscribing', () => {
  test('looking does not unsubscribe, the button does, and it can be undone', async () => {
    const product = await addProduct(world, 'Sofa')
    const { unsubscribe, form } = await asked([product], 'sofa@example.com')
    const suppressed = () =>
      world.ctx.db.suppression.findMany({ where: { shopId: world.shop.id, email: 'sofa@example.com' } })
    const look = await world.inject({ url: unsubscribe })
    expect(look.body).toContain('s…@example.com')
    expect(await suppressed()).toHaveLength(0)
    const done = await world.inject({
      method: 'POST',
      url: unsubscribe,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    })
    expect(done.body).toContain('You’re unsubscribed')
    expect(await suppressed()).toMatchObject([{ reason: 'unsubscribed' }])
    // The link to the form still works: they bought something.
    expect((await world.inject({ url: form })).statusCode).toBe(200)
    await world.inject({ method: 'POST', url: `${unsubscribe}/again` })
    expect(await suppressed()).toHaveLength(0)
  })

  test('one click by the mail program stops mails already queued', async () => {
    const product = await addProduct(world, 'Bench')
    const { unsubscribe } = await asked([product], 'bench@example.com')
    const second = await placeOrder(world, { email: 'bench@example.com', products: [await addProduct(world, 'Stool')] })
    await second.fulfill()
    const answer = await world.inject({
      method: 'POST',
      url: unsubscribe,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(answer.statusCode).toBe(200)
    await world.advance({ days: 8 })
    const items = await world.ctx.db.queueItem.findMany({
      where: { shopId: world.shop.id, customerEmail: 'bench@example.com' },
      orderBy: { createdAt: 'asc' },
    })
    expect(items).toMatchObject([{ status: 'success' }, { status: 'cancelled', skipReason: 'unsubscribed' }])
  })
})

describe('opening and postponing', () => {
  test('the picture marks a mail as opened, and never takes a review back', async () => {
    const product = await addProduct(world, 'Desk')
    const { open, form, state } = await asked([product])
    // A look by HEAD shows it to no person.
    expect((await world.inject({ method: 'HEAD', url: open })).statusCode).toBe(200)
    expect(await state()).toMatchObject([{ status: 'success' }])
    const picture = await world.inject({ url: open })
    expect(picture.headers['content-type']).toBe('image/gif')
    expect(await state()).toMatchObject([{ status: 'opened' }])
    await post(form, { [`rate.${product.id}`]: '5' })
    await world.inject({ url: open })
    expect(await state()).toMatchObject([{ status: 'reviewed' }])
    expect((await world.inject({ url: '/o/forged.gif' })).statusCode).toBe(200)
  })

  test('not arrived yet: asked again after a week, in a mail of its own', async () => {
    const product = await addProduct(world, 'Shelf')
    const { form, state } = await asked([product], 'shelf@example.com')
    await world.inject({ url: `${form}/later` })
    expect(await state()).toHaveLength(1)
    const answer = await world.inject({ method: 'POST', url: `${form}/later` })
    expect(answer.body).toContain('Got it')
    await world.inject({ method: 'POST', url: `${form}/later` })
    expect(await state()).toMatchObject([{ status: 'success' }, { status: 'waiting', sequence: 1 }])
    await world.advance({ days: 7 })
    const mails = (await world.mailbox()).filter(({ to }) => to === 'shelf@example.com')
    expect(mails).toHaveLength(2)
    const ids = mails.map(({ headers }) => (headers as Record<string, string>)['message-id'])
    expect(new Set(ids).size).toBe(2)
  })
})

test('what a buyer types comes out of emails as it was typed', async () => {
  const order = await placeOrder(world, {
    email: 'literal@example.com',
    firstName: '\\x00Ada\\u202e',
    lastName: 'By\0ron\u202e',
    products: [await addProduct(world, 'Cup \\x41')],
  })
  await order.fulfill()
  await world.advance({ days: 7 })
  const [mail] = (await world.mailbox()).filter(({ to }) => to === 'literal@example.com')
  expect([mail?.subject, mail?.html, mail?.text]).toEqual([
    expect.stringContaining('Cup \\x41'),
    expect.stringContaining('\\x00Ada\\u202e,'),
    expect.stringContaining('\\x00Ada\\u202e,'),
  ])
  const { id } = await world.ctx.db.queueItem.findFirstOrThrow({
    where: { shopId: world.shop.id, customerEmail: 'literal@example.com' },
  })
  expect((await world.inject({ url: path(buildMailLinks(world.ctx, id).reviewUrl) })).body).toContain(
    'value="\\x00Ada\\u202e Byron"',
  )
})

test('what a buyer types is shown as text', async () => {
  const hostile = '"><script>alert(1)</script>'
  const product = await addProduct(world, `Hostile ${hostile}`)
  const { form } = await asked([product], 'hostile@example.com')
  const page = await post(form, {
    [`title.${product.id}`]: hostile,
    [`content.${product.id}`]: `</textarea>${hostile}`,
    name: hostile,
  })
  expect(page.body).toContain('&lt;script&gt;')
  // Our own modules are the page's only scripts.
  expect(
    page.body.match(/<script[^>]*>/g)?.filter((tag) => !/^<script type="module" src="\/[^"]+">$/.test(tag)) ?? [],
  ).toEqual([])
})
