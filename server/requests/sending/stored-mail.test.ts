import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { encodeId } from '../../core/global-ids.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Sends the request of a new order. */
async function send(email: string, product = 'Teapot'): Promise<{ id: string; subject: string; html: string }> {
  const order = await placeOrder(world, {
    email,
    firstName: 'Ada',
    locale: 'de',
    products: [await addProduct(world, product)],
  })
  await order.fulfill()
  await world.advance({ days: 7 })
  const { id } = await world.ctx.db.queueItem.findFirstOrThrow({
    where: { shopId: world.shop.id, customerEmail: email },
  })
  const mail = (await world.mailbox()).find(({ to }) => to === email)
  return { id, subject: mail?.subject ?? '', html: mail?.html ?? '' }
}

interface Viewed {
  from: string
  subject: string
  html: string
}

async function view(id: string): Promise<Viewed> {
  const { data } = await world.graphql(
    'query ($id: ID!) { node(id: $id) { ... on QueueItem { preview { from subject html } } } }',
    { id: encodeId('QueueItem', id) },
  )
  const { preview } = (data as unknown as { node: { preview: Viewed } }).node
  const rest = (await world.rest('GET', `/email-queue/${id}`)).json<{
    data: { subject: string; htmlContent: string }
  }>().data
  expect([rest.subject, rest.htmlContent]).toEqual([preview.subject, preview.html])
  return preview
}

/** Removes the links and the tracking picture, which differ in a preview. */
const withoutLinks = (html: string) => html.replaceAll(/(href)="[^"]*"/g, '$1').replace(/<img [^>]*\.gif"[^>]*>/, '')

const versions = async () =>
  (
    await world.ctx.db.emailTemplateVersion.findMany({ where: { shopId: world.shop.id }, orderBy: { number: 'asc' } })
  ).map(({ template, number, isUsed }) => `${template} ${number} ${isUsed ? 'used' : 'unused'}`)

test('a sent email is shown as it was sent after template, product and shop changed', async () => {
  await saveSetting(world.ctx, 'emailTemplates', {
    reviewReminder: { subject: '{{ customer_name }}: {{ product_title }}?', buttonText: 'Rate it' },
  })
  const { id, subject, html } = await send('kept@example.com')
  const before = await view(id)

  await saveSetting(world.ctx, 'emailTemplates', {
    reviewReminder: { subject: 'New', content: 'New text', buttonText: 'New button', buttonColour: '#ff0000' },
  })
  const where = { shopId: world.shop.id }
  await world.ctx.db.product.updateMany({ where, data: { title: 'Kettle' } })
  await world.ctx.db.queueItem.updateMany({ where: { ...where, id }, data: { customerName: 'Someone', lineItems: [] } })
  await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { name: 'Renamed' } })

  expect(await view(id)).toEqual(before)
  expect(before).toMatchObject({ subject, from: 'Shop world <reviews@candor.test>' })
  expect(withoutLinks(before.html)).toBe(withoutLinks(html.trim()))
})

test('a sent email keeps the default words of its time', async () => {
  await saveSetting(world.ctx, 'emailTemplates', { reviewReminder: { subject: '', content: '' } })
  const { id } = await send('words@example.com', 'Bowl')
  const today = await view(id)
  // The row refers to its words by hash, so a changed row proves which words the view reads.
  await world.app.deps.access.acrossShops('keep the words of emails')
    .$executeRaw`update "MailWords" set words = replace(words::text, 'vielen Dank', 'herzlichen Dank')::jsonb`
  expect((await view(id)).html).toBe(today.html.replace('vielen Dank', 'herzlichen Dank'))
})

test('a changed template is stored once; an old version is kept only if an email used it', async () => {
  const known = await versions()
  await saveSetting(world.ctx, 'emailTemplates', { reviewReply: { subject: 'One' } })
  await saveSetting(world.ctx, 'emailTemplates', { reviewReply: { subject: 'One' } })
  await saveSetting(world.ctx, 'emailTemplates', { reviewReply: { subject: 'Two' } })
  const added = (await versions()).filter((version) => !known.includes(version))
  expect(added).toEqual(['reviewReply 2 unused'])
  expect(known.filter((version) => version.endsWith(' used'))).toEqual([
    'reviewReminder 1 used',
    'reviewReminder 3 used',
  ])
})
