import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, show } from '../../../testing/render.tsx'
import { Component as IntegrationsPage } from './IntegrationsPage.tsx'
import { integrationsLoader } from './integrationsLoader.ts'

const judgeme = {
  id: 'i1',
  key: 'judgeme',
  name: 'Judge.me',
  fields: ['token'],
  feature: null,
  delivers: false,
  isConnected: false,
  connectedAt: null,
  openUrl: null,
}
const hook = {
  id: 'i2',
  key: 'hook',
  name: 'Hook',
  fields: ['secret'],
  feature: null,
  delivers: true,
  isConnected: true,
  connectedAt: '2031-07-01T10:30:00.000Z',
  openUrl: null,
}
const delivery = {
  id: 'd1',
  name: 'Hook',
  event: 'review.published',
  state: 'FAILED',
  attempts: 10,
  lastStatus: 503,
  reason: 'integrationBusy',
  message: 'x',
  detail: 'The account is closed.',
  createdAt: '2031-07-01T10:30:00.000Z',
}

const feeds = {
  feeds: { google: 'https://candor.test/feeds/google/x.xml', meta: 'https://candor.test/feeds/meta/x.csv' },
  feedReads: { google: '2031-07-01T10:30:00.000Z', meta: null },
}

async function open(integrations: object[], deliveries: object[] = []) {
  const { environment } = await show(
    [{ path: '/settings/integration', loader: integrationsLoader, Component: IntegrationsPage }],
    { at: '/settings/integration' },
  )
  const edges = deliveries.map((node) => ({ cursor: 'c', node: { __typename: 'IntegrationDelivery', ...node } }))
  await answer(environment, 'integrationsLoaderQuery', {
    viewer: { shop: { id: 'shop', ...feeds, integrations, integrationDeliveries: { edges } } },
  })
  return { environment, user: userEvent.setup() }
}

test('connects with a secret, and shows at its field why the service rejects it', async () => {
  const { environment, user } = await open([judgeme])
  await user.click(await screen.findByRole('button', { name: 'Connect Judge.me' }))
  await user.type(screen.getByLabelText('Private API token'), 'wrong{Enter}')
  expect(asked(environment, 'useConnectionConnectMutation').request.variables).toEqual({
    input: { key: 'judgeme', secrets: [{ name: 'token', value: 'wrong' }] },
  })
  const problem = { path: 'token', code: 'integrationLoginRefused', message: 'x', params: {} }
  await answer(environment, 'useConnectionConnectMutation', {
    connectIntegration: {
      __typename: 'InvalidInputError',
      __isRefusal: 'InvalidInputError',
      code: problem.code,
      message: 'x',
      params: {},
      fields: [problem],
    },
  })
  expect(
    await screen.findByText('The service refused these credentials. Check them and try again.'),
  ).toBeInTheDocument()
  expect(screen.getByLabelText('Private API token')).toHaveFocus()
  await answer(environment, 'integrationsLoaderQuery', {
    viewer: {
      shop: {
        ...{ id: 'shop', ...feeds, integrations: [judgeme] },
        integrationDeliveries: { edges: [{ cursor: 'c', node: { __typename: 'IntegrationDelivery', ...delivery } }] },
      },
    },
  })
  expect(screen.getAllByRole('row')).toHaveLength(2)
  expect(screen.getByLabelText('Private API token')).toHaveValue('wrong')
})

test('asks before disconnecting, and lists a failure with its reason', async () => {
  const { environment, user } = await open([hook], [delivery])
  expect((await screen.findAllByRole('row'))[1]).toHaveTextContent(
    /HookReview published.*FailedThe service was busyThe account is closed. HTTP 503, 10 attempts/,
  )
  await user.click(screen.getByRole('button', { name: 'Disconnect Hook' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('sends nothing more to Hook')
  await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }))
  await answer(environment, 'useConnectionDisconnectMutation', {
    disconnectIntegration: {
      __typename: 'DisconnectIntegrationSuccess',
      data: { id: 'i2', isConnected: false, connectedAt: null },
    },
  })
  expect(await screen.findByText('Not connected')).toBeInTheDocument()
})

test('says what will come if there are no integrations', async () => {
  await open([])
  expect(await screen.findByRole('heading', { name: 'No integrations yet' })).toBeInTheDocument()
})

test('shows the feeds with their addresses, and when each was last fetched', async () => {
  await open([judgeme])
  expect(await screen.findByLabelText('Google product reviews')).toHaveValue('https://candor.test/feeds/google/x.xml')
  expect(screen.getByText(/^Last fetched on /)).toBeInTheDocument()
  expect(screen.getByText('Not fetched yet.')).toBeInTheDocument()
})
