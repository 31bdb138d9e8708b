import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { maxPostponements } from '../../../rules/limits.ts'
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

/** Places an order, sends its request and returns the paths of the email's links. */
async function asked(products: TestProduct[], email = `${products[0]?.handle}@example.com`, locale = 'en') {
  const order = await placeOrder(world, { email, locale, firstName: 'Ada', lastName: 'Byron', products })
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

/** Posts the form as a browser without JavaScript does. */
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

describe('the review form of an email', () => {
  test('is filled in by a clicked star, which saves nothing', async () => {
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

  test('opens at the product of the clicked stars, whatever has been reviewed since', async () => {
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
    // Links of older emails do not name the product.
    for (const query of ['?s=2', '?s=2&p=2'])
      expect((await world.inject({ url: form + query })).body).not.toContain(' checked')
  })

  test.each(['multipart', 'URL-encoded'] as const)(
    'makes one review and gives the same answer when a %s form is sent twice',
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

  test('publishes a review with stars, text, name and photo, verified by the order', async () => {
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

  test('stores a video with its poster, one for each product', async () => {
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

  test('rejects a second, different review, and shows the text that was not saved', async () => {
    const product = await addProduct(world, 'Vase')
    const { form } = await asked([product])
    await post(form, { [`rate.${product.id}`]: '2', [`content.${product.id}`]: 'first' })
    const again = await post(form, { [`rate.${product.id}`]: '5', [`content.${product.id}`]: 'second' })
    expect(again.statusCode).toBe(422)
    expect(again.body).toMatch(
      /already reviewed this[^]*Want to change something[^]*wasn’t saved[^]*readonly[^]*second/,
    )
    expect((await world.inject({ url: form })).body).toContain('You’ve reviewed everything in this order')
    expect(await reviewsOf(product)).toMatchObject([{ rate: 2, content: 'first' }])
  })

  test('keeps the words of a reviewed product when another one has a problem', async () => {
    const [lamp, shade] = [await addProduct(world, 'Floor lamp'), await addProduct(world, 'Shade')]
    const { form } = await asked([lamp, shade], 'floor@example.com')
    await post(form, { [`rate.${lamp.id}`]: '2', [`content.${lamp.id}`]: 'first' })
    const fields = { [`rate.${lamp.id}`]: '5', [`content.${lamp.id}`]: 'second', [`content.${shade.id}`]: 'No stars' }
    expect((await post(form, fields)).body).toMatch(/wasn’t saved[^]*readonly[^]*second[^]*No stars/)
  })

  test('has the shop’s logo, colors and font on every page, and tells what photos earn', async () => {
    const product = await addProduct(world, 'Screen')
    const { form, unsubscribe } = await asked([product], 'screen@example.com')
    const page = (await world.inject({ url: form })).body
    expect([page.includes('--act:#'), page.includes('Candor Sans')]).toEqual([false, true])
    await saveSetting(world.ctx, 'branding', {
      primaryColor: '#7a1fa2',
      font: 'Lora',
      corners: 'square',
      logo: 'https://cdn.test/wide.png',
    })
    await saveSetting(world.ctx, 'discount', {
      enableDiscount: true,
      typeDiscount: 'by_content',
      valuePhotoDiscount: 20,
    })
    const qr = `/storefront/${world.shop.shopifyDomain}/products/${product.handle}/reviews/new`
    for (const url of [form, `${form}/later`, unsubscribe, qr]) {
      const { body } = await world.inject({ url })
      for (const part of [
        'src="https://cdn.test/wide.png"',
        '--act:#7a1fa2',
        "--font:'Candor Lora',serif",
        '--radius:0px',
      ])
        expect([url, part, body.includes(part)]).toEqual([url, part, true])
    }
    expect((await world.inject({ url: form })).body).toContain('Our thanks for a photo with your review: 20% off')
    await saveSetting(world.ctx, 'branding', { primaryColor: '#1f5b45', font: 'inherit', corners: 'soft', logo: '' })
    await saveSetting(world.ctx, 'discount', { enableDiscount: false })
  })

  test('is in Arabic and from right to left for an Arabic customer', async () => {
    const { form } = await asked([await addProduct(world, 'Kilim')], 'kilim@example.com', 'ar-SA')
    const { body } = await world.inject({ url: form })
    for (const part of ['<html lang="ar" dir="rtl">', 'إرسال التقييم', 'حتى 5 صور']) expect(body).toContain(part)
  })

  test('saves one review of concurrent posts', async () => {
    const product = await addProduct(world, 'Tray')
    const { form } = await asked([product])
    await Promise.all([1, 2, 3].map((rate) => post(form, { [`rate.${product.id}`]: String(rate) })))
    expect(await reviewsOf(product)).toHaveLength(1)
  })

  test('rejects reviews of a canceled or refunded order, and keeps the text of an open form', async () => {
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

  test('shows each error next to its field, and keeps everything typed', async () => {
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
    ).toContain('This file is too large')
    const many = await Promise.all(Array.from({ length: 6 }, async () => file(await png())))
    expect((await post(form, rated, many)).body).toContain('You have reached the file upload limit')
    expect((await post(form, { ...rated, [`content.${product.id}`]: 'x'.repeat(5001) })).body).toContain(
      'Enter up to 5000 characters',
    )
    expect(await reviewsOf(product)).toHaveLength(0)
    expect((await post(form, rated)).statusCode).toBe(303)
  })

  test.each(['1e309', '-1', '5.5', '0', '6', '5 ', '', 'null', '[]'])('stores no hostile rating %j', async (rate) => {
    const product = await addProduct(world, `Plate ${rate || 'none'}`)
    const { form } = await asked([product], `plate${Math.random()}@example.com`)
    const answer = await post(form, { [`rate.${product.id}`]: rate })
    const stored = await reviewsOf(product)
    // Forms send text: "5 " counts as five stars.
    if (rate === '5 ') expect(stored).toMatchObject([{ rate: 5 }])
    else expect([answer.statusCode, stored]).toEqual([422, []])
  })

  test('accepts a rating of any product of the order, and the others later', async () => {
    const [first, second] = [await addProduct(world, 'Knife'), await addProduct(world, 'Board')]
    const { form } = await asked([first, second])
    expect((await post(form, { name: 'Ada' })).body).toContain('Rate at least one product.')
    const answer = await post(form, { [`rate.${second.id}`]: '3', [`rate.${first.id}`]: '', name: 'Ada' })
    expect((await world.inject({ url: String(answer.headers.location) })).body).toContain('There’s more in this order')
    expect(await reviewsOf(first)).toHaveLength(0)
    const page = await world.inject({ url: form })
    expect([page.body.includes(`rate.${first.id}`), page.body.includes(`rate.${second.id}`)]).toEqual([true, false])
  })

  test('leaves a review below the threshold to the merchant', async () => {
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

  test('refuses a product of another order', async () => {
    const [mine, foreign] = [await addProduct(world, 'Spoon'), await addProduct(world, 'Fork')]
    const { form } = await asked([mine])
    await post(form, { [`rate.${foreign.id}`]: '1' })
    expect(await reviewsOf(foreign)).toHaveLength(0)
  })
})

describe('hostile posts', () => {
  test('ignores files of other products and saves the review', async () => {
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

  test('names a refused file', async () => {
    const product = await addProduct(world, 'Cup')
    const { form } = await asked([product])
    const answer = await post(form, { [`rate.${product.id}`]: '5' }, [
      { name: `images.${product.id}`, bytes: new Uint8Array(20) },
    ])
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('photo.png: Invalid file type')
  })

  test('refuses pictures beyond the limit of a post by name', async () => {
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
  ])('refuses a body that %s, without a server error', async (_case, type, payload) => {
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

  test.each(['form', 'unsubscribe'] as const)('limits posts to one link: %s', async (kind) => {
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
    // The answer keeps everything typed.
    if (kind === 'form') expect(last.body).toMatch(/value="4"[^>]* checked[\s\S]*A text of an hour<\/textarea>/)
  })
})

describe('links', () => {
  test('open nothing when forged, cut, of another shop or for another purpose', async () => {
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
  test('needs a click on the button, not only a visit, and can be undone', async () => {
    const product = await addProduct(world, 'Sofa')
    const { unsubscribe, form } = await asked([product], 'sofa@example.com')
    const suppressed = () =>
      world.ctx.db.suppression.findMany({ where: { shopId: world.shop.id, email: 'sofa@example.com' } })
    const look = await world.inject({ url: unsubscribe })
    expect(look.body).toContain('s…@example.com')
    expect(await suppressed()).toHaveLength(0)
    const choose = (url: string, payload = '') =>
      world.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    const see = async (answer: { statusCode: number; headers: Record<string, unknown> }) => {
      expect(answer.statusCode).toBe(303)
      return (await world.inject({ url: String(answer.headers['location']) })).body
    }
    const chosen = await choose(unsubscribe, 'choice=never')
    expect(await see(chosen)).toContain('You’re unsubscribed')
    expect(await suppressed()).toMatchObject([{ reason: 'unsubscribed' }])
    // The link to the form still works after unsubscribing.
    expect((await world.inject({ url: form })).statusCode).toBe(200)
    expect(await see(await choose(`${unsubscribe}/again`))).not.toContain('You’re unsubscribed')
    expect(await suppressed()).toHaveLength(0)
    // The page of an old choice shows the choices again.
    expect(await see(chosen)).toContain('name="choice"')
  })

  test.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no content type', {}],
    ['bytes', { 'content-type': 'application/octet-stream' }],
  ])('by one click in the email client, posted as %s, stops queued emails', async (what, headers) => {
    const email = `${what.replaceAll(' ', '-')}@example.com`
    const product = await addProduct(world, `Bench ${what}`)
    const { unsubscribe } = await asked([product], email)
    const second = await placeOrder(world, { email, products: [await addProduct(world, `Stool ${what}`)] })
    await second.fulfill()
    const answer = await world.inject({
      method: 'POST',
      url: unsubscribe,
      headers,
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(answer.statusCode).toBe(200)
    await world.advance({ days: 8 })
    const items = await world.ctx.db.queueItem.findMany({
      where: { shopId: world.shop.id, customerEmail: email },
      orderBy: { createdAt: 'asc' },
    })
    expect(items).toMatchObject([{ status: 'success' }, { status: 'cancelled', skipReason: 'unsubscribed' }])
  })
})

describe('opening and postponing', () => {
  test('marks an email as opened by its picture, and never resets a reviewed one', async () => {
    const product = await addProduct(world, 'Desk')
    const { open, form, state } = await asked([product])
    // A HEAD request does not count as opened.
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

  test('sends another email a week after "not arrived yet"', async () => {
    const product = await addProduct(world, 'Shelf')
    const { form, state } = await asked([product], 'shelf@example.com')
    await world.inject({ url: `${form}/later` })
    expect(await state()).toHaveLength(1)
    const answer = await world.inject({ method: 'POST', url: `${form}/later` })
    expect(answer.statusCode).toBe(303)
    expect((await world.inject({ url: String(answer.headers.location) })).body).toContain('Got it')
    await world.inject({ method: 'POST', url: `${form}/later` })
    expect(await state()).toMatchObject([{ status: 'success' }, { status: 'waiting', sequence: 1 }])
    await world.advance({ days: 7 })
    const mails = (await world.mailbox()).filter(({ to }) => to === 'shelf@example.com')
    expect(mails).toHaveLength(2)
    const ids = mails.map(({ headers }) => (headers as Record<string, string>)['message-id'])
    expect(new Set(ids).size).toBe(2)
  })

  test('offers no later request when none will be sent', async () => {
    const product = await addProduct(world, 'Hammock')
    const { form } = await asked([product], 'hammock@example.com')
    expect((await world.inject({ url: form })).body).toContain('/later"')
    for (let week = 0; week < maxPostponements; week++) {
      await world.inject({ method: 'POST', url: `${form}/later` })
      await world.advance({ days: 7 })
    }
    expect((await world.inject({ url: form })).body).not.toContain('/later"')
    const page = (await world.inject({ url: `${form}/later` })).body
    expect([page.includes('We won’t ask again'), page.includes('<form')]).toEqual([true, false])
  })
})

test('keeps a customer’s name and product titles literal in emails', async () => {
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

test('shows a customer’s input as text', async () => {
  const hostile = '"><script>alert(1)</script>'
  const product = await addProduct(world, `Hostile ${hostile}`)
  const { form } = await asked([product], 'hostile@example.com')
  const page = await post(form, {
    [`title.${product.id}`]: hostile,
    [`content.${product.id}`]: `</textarea>${hostile}`,
    name: hostile,
  })
  expect(page.body).toContain('&lt;script&gt;')
  // The page has no scripts but our own modules.
  expect(
    page.body.match(/<script[^>]*>/g)?.filter((tag) => !/^<script type="module" src="\/[^"]+">$/.test(tag)) ?? [],
  ).toEqual([])
})
