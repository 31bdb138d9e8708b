import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { Component as PrivacyPage } from './PrivacyPage.tsx'
import { privacyLoader } from './privacyLoader.ts'

const request = {
  id: 'r1',
  kind: 'CUSTOMER_REDACT',
  status: 'DONE',
  origin: 'MERCHANT',
  requestedBy: 'owner@harbour.test',
  customer: null,
  fileUrl: null,
  fileSize: 0,
  receivedAt: '2026-03-02T09:00:00.000Z',
  finishedAt: '2026-03-02T09:00:05.000Z',
  counts: [{ kind: 'reviews', count: 2 }],
}
const found = {
  email: 'ann@reader.test',
  name: 'Ann Reader',
  counts: [
    { kind: 'reviews', count: 1 },
    { kind: 'orders', count: 3 },
  ],
  reviews: [
    { id: 'v1', rate: 5, title: 'A fine mug', content: '', status: 'PUBLISHED', createdAt: '2026-02-01T09:00:00.000Z' },
  ],
  requests: [],
  discounts: [],
  suppressions: [{ id: 's1', reason: 'UNSUBSCRIBED' }],
  emailsPausedUntil: null,
  emailsEveryDays: null,
}

async function open() {
  const { environment } = await show([{ path: '/settings/privacy', loader: privacyLoader, element: <PrivacyPage /> }], {
    at: '/settings/privacy',
  })
  await answer(environment, 'privacyLoaderQuery', { viewer: { shop: { id: 'shop', privacyRequests: [request] } } })
  return { environment, user: userEvent.setup() }
}

test('looks up an address, and erases its data only after a confirmation', async () => {
  const { environment, user } = await open()
  expect(await screen.findByText(/Started by/)).toHaveTextContent('owner@harbour.test')
  const field = screen.getByLabelText('Customer’s email')
  await user.type(field, 'ann{Enter}')
  expect(screen.getByText('Enter a valid email address')).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, 'Ann@Reader.test{Enter}')
  await answer(environment, 'CustomerFoundQuery', { viewer: { shop: { id: 'shop', customerData: found } } })
  const data = await screen.findByRole('region', { name: 'Customer’s data' })
  for (const text of ['Ann Reader', 'A fine mug', 'Published', 'Unsubscribed', 'Orders'])
    expect(within(data).getByText(text)).toBeInTheDocument()
  await user.click(within(data).getByRole('button', { name: 'Erase data' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('You can’t undo this.')
  await user.click(within(dialog).getByRole('button', { name: 'Erase data' }))
  expect(asked(environment, 'CustomerActsEraseMutation').request.variables).toEqual({
    input: { email: 'ann@reader.test' },
  })
  await answer(environment, 'CustomerActsEraseMutation', {
    eraseCustomerData: { __typename: 'EraseCustomerDataSuccess', data: { id: 'r2', status: 'OPEN' } },
  })
  expect(screen.queryByRole('region', { name: 'Customer’s data' })).not.toBeInTheDocument()
})
