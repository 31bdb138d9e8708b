import { expect, test } from '@jest/globals'
import { demoStage } from './visitor.ts'

const stage = demoStage()
const shop = 'harbor-goods.myshopify.com'

const press = (path: string, body: object) =>
  fetch(`${stage.demo.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a shop installs by its own admin, reads its catalog, leaves and comes back in the platform’s admin', async () => {
  const page = await stage.merchant.visit('/plans', { signedIn: false })
  await page.getByRole('region', { name: 'Advanced' }).getByRole('button', { name: 'Start free trial' }).click()
  await page.getByRole('button', { name: 'Continue with Shopify' }).click()
  await page.getByLabel('Your shop’s domain').fill(shop)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('heading', { name: 'Install Candor' }).waitFor()
  expect(await page.getByText('read_orders').count()).toBe(1)
  await page.locator('[data-approve]').click()
  await page.getByRole('heading', { name: 'Welcome to Candor' }).waitFor()
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await page.getByRole('heading', { name: 'Make it look like your store' }).waitFor()
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await page.getByRole('radio', { name: 'None' }).and(page.locator(':checked')).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page
    .getByRole('radio', { name: /Advanced.*14 days free/ })
    .and(page.locator(':checked'))
    .waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Start the trial' }).click()
  await page.locator('[data-approve]').click()
  await page.getByRole('heading', { name: 'You’re on the Advanced plan' }).waitFor()

  const imports = stage.demo.app.deps.access.acrossShops('the demo platform').firstImport
  const last = () => imports.findFirst({ where: { status: 'done' }, orderBy: { createdAt: 'desc' } })
  await stage.demo.app.drain()
  expect(await last()).toMatchObject({ products: 42, orders: 6, since: null })

  expect((await press('/demo/uninstall', { shop })).status).toBe(200)
  const product = await stage.demo.app.deps.access
    .acrossShops('the demo platform')
    .product.findFirstOrThrow({ where: { deletedAt: null, shopId: (await last())?.shopId ?? '' } })
  const card = await fetch(`${stage.demo.url}/q/${shop}/${product.platformId}`)
  expect([card.status, await card.text()]).toEqual([404, expect.stringContaining('<h1>')])

  expect((await press('/demo/install', { shop })).status).toBe(200)
  const admin = await stage.merchant.visit(`/demo/admin/collect-reviews/discount?shop=${shop}`)
  const frame = admin.frameLocator('iframe[data-app]')
  await frame.getByText('Discounts for reviewers need to create discount codes.').waitFor()
  admin.on('dialog', (dialog) => void dialog.accept())
  await frame.getByRole('button', { name: 'Give access' }).click()
  await frame.getByText('Discounts for reviewers need to create discount codes.').waitFor({ state: 'detached' })
  await stage.demo.app.drain()
  expect(await last()).toMatchObject({ products: 42, orders: 0, since: expect.any(Date) })

  const order = await stage.demo.app.deps.access
    .acrossShops('the demo platform')
    .order.findFirstOrThrow({ where: { shopId: (await last())?.shopId ?? '', email: { not: '' } } })
  const payload = { customer: { id: null, email: order.email }, orders_to_redact: [order.platformId] }
  expect((await press('/demo/webhooks', { shop, topic: 'customers/data_request', payload })).status).toBe(200)
  await stage.demo.app.drain()
  await admin.goto(`${stage.demo.url}/demo/admin/settings/privacy?shop=${shop}`)
  await frame.getByText(order.email).waitFor()
  const file = await frame.getByRole('link', { name: 'Download file' }).getAttribute('href')
  expect((await fetch(new URL(file ?? '', stage.demo.url))).status).toBe(200)
  expect((await press('/demo/webhooks', { shop, topic: 'customers/redact', payload })).status).toBe(200)
  await stage.demo.app.drain()
  await admin.reload()
  await frame.getByRole('heading', { name: 'Erasure of a customer’s data' }).waitFor()
  await frame.getByText('Done').first().waitFor()
  expect(await frame.getByText(order.email).count()).toBe(0)
  expect((await fetch(new URL(file ?? '', stage.demo.url))).status).toBe(404)
})
