import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { serviceLoader } from '../service/serviceLoader.ts'
import { Component as FlowPage } from './FlowPage.tsx'

const path = '/settings/integration/shopify-flow'
const flow = {
  id: 'i1',
  key: 'flow',
  name: 'Shopify Flow',
  fields: [],
  feature: 'flowIntegration',
  delivers: true,
  isConnected: false,
  connectedAt: null,
  openUrl: 'https://admin.shopify.com/store/world/apps/flow',
}
const hidden = {
  __typename: 'IntegrationDelivery',
  id: 'd1',
  name: 'Shopify Flow',
  event: 'flow.hide',
  state: 'FAILED',
  attempts: 1,
  lastStatus: null,
  reason: 'notFound',
  message: 'x',
  createdAt: '2031-07-01T10:30:00.000Z',
}

async function open(fields: object, plan = 'pro') {
  const { environment } = await show([{ path, loader: serviceLoader, Component: FlowPage }], {
    at: path,
    viewer: { ...merchant, shop: merchant.shop && { ...merchant.shop, plan } },
  })
  expect(asked(environment, 'serviceLoaderQuery').request.variables).toEqual({ key: 'flow' })
  await answer(environment, 'serviceLoaderQuery', {
    viewer: {
      shop: {
        id: 'shop',
        integrations: [{ ...flow, ...fields }],
        integrationDeliveries: { edges: [{ cursor: 'c', node: hidden }] },
      },
    },
  })
  return { environment, user: userEvent.setup() }
}

test('turns Flow on without asking for anything', async () => {
  const { environment, user } = await open({})
  await user.click(await screen.findByRole('button', { name: 'Turn on Shopify Flow' }))
  expect(asked(environment, 'useConnectionConnectMutation').request.variables).toEqual({
    input: { key: 'flow', secrets: [] },
  })
})

test('names triggers and actions as Flow does, leads there, and lists what happened', async () => {
  await open({ isConnected: true, connectedAt: '2031-07-01T10:30:00.000Z' })
  expect(await screen.findByText('Negative review received')).toBeInTheDocument()
  expect(screen.getByText('Hide review')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Open Shopify Flow/ })).toHaveAttribute('href', flow.openUrl)
  expect(screen.getByRole('button', { name: 'Send test event to Shopify Flow' })).toBeEnabled()
  expect(screen.getAllByRole('row')[1]).toHaveTextContent(/A workflow hid a review.*Failed/)
})

test('names the plan that includes it', async () => {
  await open({}, 'free')
  expect(await screen.findByRole('button', { name: 'Turn on Shopify Flow' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByText('Pro plan')).toBeInTheDocument()
})
