import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { Component as WebhooksPage } from './WebhooksPage.tsx'
import { webhooksLoader } from './webhooksLoader.ts'

const place = '/settings/integration/webhook'
const webhook = {
  __typename: 'Webhook',
  id: 'w1',
  url: 'https://agency.example/hooks',
  topics: ['review.published'],
  enabled: true,
  disabledReason: null,
  failingSince: null,
  oldSecretUntil: null,
}
const delivery = {
  __typename: 'IntegrationDelivery',
  id: 'd1',
  event: 'review.published',
  state: 'FAILED',
  attempts: 10,
  lastStatus: 503,
  reason: 'integrationRefused',
  message: 'x',
  body: '{"type":"review.published"}',
  answer: 'out of order',
  durationMs: 12,
  dueAt: '2031-07-01T10:30:00.000Z',
  createdAt: '2031-07-01T10:30:00.000Z',
}

async function open(shop: object, { at = place, plan = 'enterprise' } = {}) {
  const { environment } = await show([{ path: place, loader: webhooksLoader, Component: WebhooksPage }], {
    at,
    viewer: { ...merchant, shop: merchant.shop && { ...merchant.shop, plan } },
  })
  await answer(environment, 'webhooksLoaderQuery', {
    viewer: { shop: { id: 'shop', webhooks: [], webhook: null, ...shop } },
  })
  return { environment, user: userEvent.setup() }
}

test('adds a webhook, and shows its secret once', async () => {
  const { environment, user } = await open({})
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Address'), webhook.url)
  await user.click(within(dialog).getByRole('button', { name: 'Add webhook' }))
  expect(asked(environment, 'useWebhookActsCreateMutation').request.variables).toEqual({
    input: { url: webhook.url, topics: ['review.published'] },
  })
  await answer(environment, 'useWebhookActsCreateMutation', {
    createWebhook: {
      __typename: 'CreateWebhookSuccess',
      data: { id: 'w1', secret: 'whsec_dGVhcG90' },
    },
  })
  expect(await screen.findByText('whsec_dGVhcG90')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('shows what was sent beside the answer, and sends it again', async () => {
  const deliveries = { edges: [{ node: delivery }], pageInfo: { hasNextPage: false, endCursor: null } }
  const { environment, user } = await open(
    { webhooks: [webhook], webhook: { ...webhook, deliveries } },
    { at: `${place}?id=w1` },
  )
  expect(await screen.findByText('out of order')).toBeInTheDocument()
  await user.click(screen.getByText('HTTP 503'))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(asked(environment, 'useWebhookActsResendMutation').request.variables).toEqual({ input: { id: 'd1' } })
})

test('a lower plan keeps the webhooks and says that nothing is sent', async () => {
  await open({ webhooks: [webhook] }, { plan: 'pro' })
  expect(await screen.findByText(/Candor sends no events now/)).toBeInTheDocument()
  expect(screen.getByText(webhook.url)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add webhook' })).not.toBeInTheDocument()
})
