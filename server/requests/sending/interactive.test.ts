import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { ampProblems } from '../mail/interactive/amp-rules.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder, type TestProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { buildMailLinks } from '../requests/mail-links.ts'

let world: World
const mailbox: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        mailbox.push(Buffer.concat(chunks).toString())
        done()
      })
  },
})
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve()
    })
  })
  const { port } = server.server.address() as AddressInfo
  world = await createWorld({ env: { PUBLIC_URL: 'https://candor.test', SMTP_URL: `smtp://127.0.0.1:${port}` } })
  await saveSetting(world.ctx, 'emailTemplates', { reviewReminder: { interactive: true, customCss: 'p{color:red}' } })
})
afterAll(async () => {
  await world.close()
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve()
    })
  })
})

async function asked(products: TestProduct[], email: string) {
  const order = await placeOrder(world, { email, firstName: 'Ada', lastName: 'Byron', products })
  await order.fulfill()
  await world.advance({ days: 7 })
  const raw = mailbox.find((mail) => mail.includes(`To: Ada Byron <${email}>`)) ?? ''
  const item = await world.ctx.db.queueItem.findFirstOrThrow({ where: { shopId: world.shop.id, customerEmail: email } })
  return { raw, path: buildMailLinks(world.ctx, item.id).answerUrl.replace('https://candor.test', '') }
}

const partsOf = (raw: string) => [...raw.matchAll(/^Content-Type: (text\/[a-z-]+)/gm)].map(([, type]) => type)

function ampOf(raw: string): string {
  const [, head = '', body = ''] = /Content-Type: text\/x-amp-html([^]*?)\r\n\r\n([^]*?)\r\n--/.exec(raw) ?? []
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return Buffer.from(
    body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()
}

async function post(url: string, fields: Record<string, string>, headers: Record<string, string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const request = new Request('http://x', { method: 'POST', body })
  return world.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}
const sender = 'reviews@candor.test'
const reviewsOf = (product: TestProduct) =>
  world.ctx.db.review.findMany({ where: { shopId: world.shop.id, productId: product.id } })

test('an email has text, AMP and HTML in this order, with valid forms for three products', async () => {
  const products = [
    await addProduct(world, 'Lamp {{x}} <b>'),
    await addProduct(world, 'Rug'),
    await addProduct(world, 'Vase'),
    await addProduct(world, 'Mug'),
  ]
  const { raw } = await asked(products, 'many@example.com')
  expect(partsOf(raw)).toEqual(['text/plain', 'text/x-amp-html', 'text/html'])
  expect(raw.length).toBeLessThan(102_000)
  const amp = ampOf(raw)
  expect(ampProblems(amp)).toEqual([])
  expect(amp.split('<form ')).toHaveLength(4)
  expect(amp).not.toContain('color:red')
  expect(amp).toMatch(/action-xhr="https:\/\/candor\.test\/r\/[^"]+\/amp"/)
})

test('a form posted twice from the email saves one review', async () => {
  const product = await addProduct(world, 'Bowl')
  const { path } = await asked([product], 'post@example.com')
  const fields = { [`rate.${product.id}`]: '4', [`content.${product.id}`]: 'Good glaze', name: 'Ada Byron' }
  const answers = [
    await post(path, fields, { 'amp-email-sender': sender }),
    await post(`${path}?__amp_source_origin=${sender}`, fields, { origin: 'https://mail.google.com' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answers[0]?.json()).toEqual({ message: expect.stringContaining('Thank you') })
  expect(answers[0]?.headers['amp-email-allow-sender']).toBe(sender)
  expect(answers[1]?.headers).toMatchObject({
    'access-control-allow-origin': 'https://mail.google.com',
    'amp-access-control-allow-source-origin': sender,
    'access-control-expose-headers': 'AMP-Access-Control-Allow-Source-Origin',
  })
  expect(await reviewsOf(product)).toMatchObject([{ rate: 4, content: 'Good glaze' }])
})

test('a wrong or missing sender, a forged link and missing stars are refused', async () => {
  const product = await addProduct(world, 'Plate')
  const { path } = await asked([product], 'wrong@example.com')
  const fields = { [`rate.${product.id}`]: '5', name: 'Ada' }
  expect((await post(path, fields, { 'amp-email-sender': 'evil@example.com' })).statusCode).toBe(403)
  expect((await post(path, fields, {})).statusCode).toBe(403)
  expect(
    (await post(`${path}?__amp_source_origin=evil@example.com`, fields, { origin: 'https://mail.google.com' }))
      .statusCode,
  ).toBe(403)
  expect((await post('/r/forged/amp', fields, { 'amp-email-sender': sender })).statusCode).toBe(404)
  const unrated = await post(path, { [`rate.${product.id}`]: '', name: 'Ada' }, { 'amp-email-sender': sender })
  expect([unrated.statusCode, unrated.json()]).toEqual([422, { message: 'Choose one to five stars' }])
  expect(unrated.headers['amp-email-allow-sender']).toBe(sender)
  expect(await reviewsOf(product)).toEqual([])
})

test('the validator finds each violation of AMP for Email', async () => {
  const { raw } = await asked([await addProduct(world, 'Cup')], 'rules@example.com')
  const amp = ampOf(raw)
  const broken: [string, string][] = [
    ['⚡4email', 'amp'],
    ['data-css-strict', ''],
    ['<meta charset="utf-8">', ''],
    ['cdn.ampproject.org/v0.js', 'evil.test/v0.js'],
    ['body{visibility:hidden}', ''],
    ['action-xhr="https:', 'action-xhr="http:'],
    ['</body>', '<iframe src="https://x.test"></iframe></body>'],
    ['</body>', '<p onclick="x()">x</p></body>'],
    ['</body>', '<p style="color:red">x</p></body>'],
    ['</body>', '<img src="https://x.test/x.png"></body>'],
    ['font-weight:700', 'font-weight:700!important'],
    ['font-weight:700', 'behavior:url(x)'],
    ['</body>', `${'x'.repeat(100_000)}</body>`],
    ['</head>', '<style amp-custom>p{color:red}</style></head>'],
  ]
  for (const [from, to] of broken)
    expect([from, to.slice(0, 60), ampProblems(amp.replace(from, to)).length > 0]).toEqual([
      from,
      to.slice(0, 60),
      true,
    ])
})

test('an email on the Pro plan has no AMP part and no form', async () => {
  await world.app.deps.access
    .acrossShops('the demo platform')
    .shop.update({ where: { id: world.shop.id }, data: { plan: 'pro' } })
  const { raw } = await asked([await addProduct(world, 'Spoon')], 'pro@example.com')
  expect(partsOf(raw)).toEqual(['text/plain', 'text/html'])
  expect(raw).not.toContain('<form')
})
