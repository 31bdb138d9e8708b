import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { cardSize, cardSvg, type CardDesign } from '../../../rules/qr-card/card.ts'
import { presetDesigns, QR, QR_PRESETS } from '../../../rules/settings/qr.ts'
import { signProxyQuery } from '../../platform/proxy-signature.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { setPlan } from '../../testing/things.ts'
import { addProduct, placeOrder, type TestProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { productCode } from './code.ts'

let world: World
let product: TestProduct

beforeAll(async () => {
  world = await createWorld()
  product = await addProduct(world, 'Oak Stool')
})
afterAll(() => world.close())
beforeEach(() => setPlan(world, world.shop, 'advanced'))

const platformIdOf = async ({ id }: TestProduct) =>
  (await world.ctx.db.product.findUniqueOrThrow({ where: { shopId_id: { shopId: world.shop.id, id } } })).platformId
const pathOf = (url: string) => new URL(url).pathname

/** Works around types that name a default export, which Node's modules lack. */
const decode = jsqr as unknown as typeof jsqr.default

/** Reads the code in a picture like a camera: only dark modules on white. */
async function readCode(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#888888' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decode(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })?.data
}

interface Generated {
  success: boolean
  data: { id: string; qrCode: string; url: string }
  message?: string
  code?: string
}
const generate = async (productId: unknown) => {
  const answer = await world.rest('POST', '/qrcodes', { body: { productId } })
  return { status: answer.statusCode, ...answer.json<Generated>() }
}

describe('POST /qrcodes', () => {
  test('returns a plain code that scans and opens the product’s review form', async () => {
    const ours = await generate(product.id)
    expect(ours).toMatchObject({
      status: 200,
      success: true,
      data: { id: product.id, qrCode: expect.stringMatching(/^data:image\/png;base64,/) },
    })
    const { qrCode, url } = ours.data
    expect(await readCode(Buffer.from(qrCode.split(',')[1] ?? '', 'base64'))).toBe(url)
    expect(new URL(url).origin).toBe(world.ctx.origin)
    const page = await world.inject({ url: pathOf(url) })
    expect([
      page.statusCode,
      page.body.includes('<form'),
      page.body.includes('Oak Stool'),
      page.headers['content-type'],
    ]).toEqual([200, true, true, 'text/html; charset=utf-8'])
    expect((await generate(await platformIdOf(product))).data).toEqual(ours.data)
  })

  test('refuses a product that does not exist, is deleted or belongs to another shop', async () => {
    const gone = await addProduct(world, 'Gone Stool')
    await world.ctx.db.product.update({
      where: { shopId_id: { shopId: world.shop.id, id: gone.id } },
      data: { deletedAt: world.ctx.now() },
    })
    const others = await world
      .contextOf(world.otherShop)
      .db.product.findFirst({ where: { shopId: world.otherShop.id } })
    for (const id of [
      gone.id,
      '01900000-0000-7000-8000-000000000000',
      '12345',
      others?.id ?? '01900000-0000-7000-8000-000000000001',
    ])
      expect(await generate(id)).toMatchObject({ status: 404, success: false, message: 'Product does not exist' })
    for (const id of [undefined, '', {}, 'x']) expect(await generate(id)).toMatchObject({ status: 422, success: false })
    const page = await world.inject({ url: `/q/${world.shop.shopifyDomain}/${await platformIdOf(gone)}` })
    expect([page.statusCode, page.body.includes('Product does not exist')]).toEqual([404, true])
  })

  test('needs the Advanced plan; printed codes keep working without it', async () => {
    const {
      data: { url },
    } = await generate(product.id)
    await setPlan(world, world.shop, 'pro')
    expect(await generate(product.id)).toMatchObject({
      status: 402,
      code: 'planRequired',
      message: 'This requires the Advanced plan',
    })
    expect((await world.inject({ url: pathOf(url) })).body).toContain('<form')
  })
})

describe('the page of a code', () => {
  test('saves the review', async () => {
    const {
      data: { url },
    } = await generate(product.id)
    const { body } = await world.inject({ url: pathOf(url) })
    const action = /action="([^"]+)"/.exec(body)?.[1] ?? ''
    const answer = await world.inject({
      method: 'POST',
      url: pathOf(action),
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer: url },
      payload: new URLSearchParams({
        rate: '5',
        content: 'From the box',
        name: 'Ada Byron',
        email: 'ada@reader.test',
      }).toString(),
    })
    expect(answer.statusCode).toBe(303)
    expect(
      await world.ctx.db.review.findFirst({ where: { shopId: world.shop.id, content: 'From the box' } }),
    ).toMatchObject({ productId: product.id, rate: 5 })
    const thanks = await world.inject({
      url: new URL(String(answer.headers.location), action).href.replace(world.ctx.origin, ''),
      headers: { referer: url },
    })
    expect(thanks.body).toContain(world.ctx.platform.productUrl(world.shop, product.handle))
  })

  test('requires sign-in if reviews are restricted, and shows signed-in buyers the form', async () => {
    await placeOrder(world, { email: 'buyer@reader.test', products: [product] })
    const buyer =
      (await world.ctx.db.customer.findFirstOrThrow({ where: { email: 'buyer@reader.test' } })).platformId ?? ''
    const {
      data: { url },
    } = await generate(product.id)
    for (const eligibility of ['logged_in_users', 'verified_buyers'] as const) {
      await saveSetting(world.ctx, 'general', { eligibility })
      const { body } = await world.inject({ url: pathOf(url) })
      expect([
        body.includes('<form'),
        body.includes('Sign in at the store'),
        body.includes('/demo/store/login?back='),
      ]).toEqual([false, true, true])
      const query = new URLSearchParams({
        shop: world.shop.shopifyDomain,
        path_prefix: '/apps/candor',
        timestamp: String(Math.floor(Date.now() / 1000)),
        logged_in_customer_id: buyer,
      })
      query.append('signature', signProxyQuery(world.app.deps.env.SHOPIFY_API_SECRET, query))
      const signedIn = await world.inject({
        url: `/storefront/${world.shop.shopifyDomain}/products/${product.handle}/reviews/new?${query.toString()}`,
      })
      expect(signedIn.body).toContain(
        `action="/apps/candor/${world.shop.shopifyDomain}/products/${product.handle}/reviews"`,
      )
    }
    await saveSetting(world.ctx, 'general', { eligibility: 'everyone' })
  })

  test('counts scans, but not prefetches', async () => {
    const scanned = await addProduct(world, 'Scanned Stool')
    const url = `/q/${world.shop.shopifyDomain}/${await platformIdOf(scanned)}`
    for (const headers of [{}, {}, { 'sec-purpose': 'prefetch' }])
      await world.inject({ url, headers, remoteAddress: '10.4.5.6' })
    const { data } = await world.graphql(
      '{ viewer { shop { qrProducts(first: 5, search: "Scanned") { edges { node { title scanCount } } } } } }',
    )
    expect(data).toEqual({
      viewer: { shop: { qrProducts: { edges: [{ node: { title: 'Scanned Stool', scanCount: 2 } }] } } },
    })
  })
})

describe('the design', () => {
  test('is read and saved as in spec 7, with long texts cut', async () => {
    const read = (await world.rest('GET', `/qrcodes-settings?productId=${product.id}`)).json<{ data: object }>()
    expect(read).toMatchObject({
      success: true,
      data: {
        name: 'colorful',
        title: 'Scan me to REVIEW',
        fontFamily: 'Montserrat',
        titleColor: '#3F3E66',
        descriptionColor: '#84ACAF',
        qrCode: expect.stringMatching(/^data:image\/png/),
      },
    })
    const saved = await world.rest('PUT', '/qrcodes-settings', {
      body: { ...read.data, name: 'modern', title: 'x'.repeat(25), description: 'y'.repeat(200) },
    })
    expect(saved.json()).toMatchObject({
      success: true,
      message: 'Saved successfully.',
      data: { name: 'modern', title: 'x'.repeat(20), description: 'y'.repeat(110) },
    })
    expect((await world.rest('GET', '/settings/qr')).json()).toMatchObject({
      success: true,
      data: { name: 'modern', title: 'x'.repeat(20) },
    })
  })

  test.each([['#ffffff'], ['#FFD166'], ['#84ACAF']])(
    'refuses the unreadable code color %s with a reason',
    async (codeColor) => {
      const answer = await world.rest('PUT', '/settings/qr', { body: { codeColor } })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { fields: { codeColor: { message: 'Cameras can’t read a code in this color. Choose a darker one.' } } },
      ])
    },
  )

  test('keeps an uploaded picture and marks its files as unused after a replacement', async () => {
    const upload = async (background: string) => {
      const form = new FormData()
      form.set(
        'file',
        new Blob(
          [
            new Uint8Array(
              await sharp({ create: { width: 40, height: 40, channels: 3, background } })
                .png()
                .toBuffer(),
            ),
          ],
          { type: 'image/png' },
        ),
        'logo.png',
      )
      const request = new Request('http://x', { method: 'POST', body: form })
      const answer = await world.inject({
        method: 'POST',
        url: '/apiSa/qrcodes/image',
        headers: { 'x-auth-token': world.token, 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      })
      return answer.json<{ data: { image: string } }>().data.image
    }
    const first = await upload('#aa0000')
    expect((await world.inject({ url: first })).headers['content-type']).toBe('image/webp')
    await saveSetting(world.ctx, 'qr', { image: first })
    await saveSetting(world.ctx, 'qr', { image: await upload('#00aa00') })
    expect(
      await world.ctx.db.unusedFile.count({
        where: { shopId: world.shop.id, key: first.replace(/^\/media\/|\/medium$/g, '') },
      }),
    ).toBe(2)
  })
})

describe('a designed card', () => {
  const looks: readonly [string, Partial<CardDesign>][] = [
    ['its own colors', {}],
    [
      'dark colors',
      { background: '#000000', titleColor: '#111111', descriptionColor: '#222222', codeColor: '#000000' },
    ],
    [
      'light colors',
      { background: '#ffffff', titleColor: '#fdfdfd', descriptionColor: '#ffff00', codeColor: '#6b6b6b' },
    ],
    ['no texts', { title: '', description: '' }],
    ['long texts', { title: 'W'.repeat(20), description: '文'.repeat(110) }],
  ]
  // Long texts move each card's code; of the other looks, each is on one card at least.
  const cases = QR_PRESETS.flatMap((name, at) =>
    looks.filter((_look, of) => of === at || of === 4).map(([look, design]) => [name, look, design] as const),
  )

  test.each(cases)('scans as %s with %s, large and, with a picture, small', async (...[name, _look, change]) => {
    const code = productCode(world.ctx, '8123456789012')
    const picture = `data:image/png;base64,${(
      await sharp({ create: { width: 60, height: 60, channels: 3, background: '#d04040' } })
        .png()
        .toBuffer()
    ).toString('base64')}`
    const design: CardDesign = { ...QR.defaults, ...presetDesigns[name], name, ...change }
    for (const [given, width] of [
      ['', 900],
      [picture, 400],
    ] as const) {
      const svg = Buffer.from(cardSvg({ design, code, picture: given }))
      const png = sharp(svg, { density: (72 * width) / cardSize.width })
        .resize(width)
        .png()
      expect(await readCode(await png.toBuffer())).toBe(code.url)
    }
  })

  test('shows the merchant’s texts without markup', () => {
    const svg = cardSvg({ design: { ...QR.defaults, title: '</text><script>', description: '"&' }, code: null })
    expect([svg.includes('<script>'), svg.includes('&#60;script&#62;')]).toEqual([false, true])
  })

  test.each(QR_PRESETS)('shows a wide logo whole on a %s card', async (name) => {
    const edges = { left: '#ff0000', right: '#0000ff' } as const
    const ends = (['left', 'right'] as const).map((end) => ({
      input: { create: { width: 40, height: 120, channels: 3 as const, background: edges[end] } },
      gravity: end === 'left' ? 'west' : 'east',
    }))
    const logo = await sharp({ create: { width: 480, height: 120, channels: 3, background: '#ffffff' } })
      .composite(ends)
      .png()
      .toBuffer()
    const design = { ...QR.defaults, name, ...presetDesigns[name], background: '#ffffff' }
    const svg = cardSvg({ design, code: null, picture: `data:image/png;base64,${logo.toString('base64')}` })
    const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const columns = (red: number, blue: number) =>
      new Set(
        Array.from({ length: info.width * info.height }, (_, at) => at).flatMap((at) =>
          data[at * 3] === red && data[at * 3 + 1] === 0 && data[at * 3 + 2] === blue ? [at % info.width] : [],
        ),
      )
    const [left, right] = [columns(255, 0), columns(0, 255)]
    expect([left.size > 10, right.size > 10]).toEqual([true, true])
    // 4 to 1, as uploaded: as wide as the space allows.
    expect(Math.max(...right) - Math.min(...left)).toBeGreaterThan(290)
  })
})
