import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { Component } from './ManagingKeyPage.tsx'
import { managingKeyLoader } from './managingKeyLoader.ts'

const key = {
  id: 'k1',
  name: 'Agency',
  scopes: ['READ'],
  prefix: 'cdr_AbCd1234',
  createdAt: '2031-07-01T10:30:00.000Z',
  createdBy: 'Robin',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
}

async function open(apiKeys: readonly object[], { plan = 'enterprise', isCrmLogin = false } = {}) {
  const viewer = { ...merchant, shop: { ...merchant.shop, plan, isCrmLogin } } as typeof merchant
  const { environment } = await show([{ path: '/', loader: managingKeyLoader, Component }], { viewer })
  await answer(environment, 'managingKeyLoaderQuery', {
    viewer: { shop: { id: 'shop', now: '2031-07-01T11:00:00.000Z', apiKeys } },
  })
  await screen.findByRole('heading', { name: 'API keys' })
  return { environment, user: userEvent.setup() }
}

test('creates a key, shows it once, and then lists it', async () => {
  const { environment, user } = await open([])
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('radio', { name: 'Read published reviews' }))
  await user.type(within(dialog).getByLabelText('Name'), 'Agency{Enter}')
  expect(asked(environment, 'CreateKeyDialogMutation').request.variables).toEqual({
    input: { name: 'Agency', scopes: ['STOREFRONT'] },
  })
  await answer(environment, 'CreateKeyDialogMutation', {
    createApiKey: { __typename: 'CreateApiKeySuccess', data: { key: 'cdr_secret' } },
  })
  expect(await screen.findByDisplayValue('cdr_secret')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await answer(environment, 'managingKeyLoaderQuery', {
    viewer: { shop: { id: 'shop', now: '2031-07-01T11:00:00.000Z', apiKeys: [key] } },
  })
  expect(await screen.findByText('cdr_AbCd1234…')).toBeInTheDocument()
  expect(screen.queryByDisplayValue('cdr_secret')).toBeNull()
})

test('asks before it revokes a key', async () => {
  const { environment, user } = await open([key])
  await user.click(screen.getByRole('button', { name: 'Revoke Agency' }))
  await user.click(await screen.findByRole('button', { name: 'Revoke key' }))
  expect(asked(environment, 'RevokeKeyDialogMutation').request.variables).toEqual({ input: { id: 'k1' } })
  await answer(environment, 'RevokeKeyDialogMutation', {
    revokeApiKey: { __typename: 'RevokeApiKeySuccess', data: { id: 'k1', revokedAt: '2031-07-02T10:30:00.000Z' } },
  })
  expect(await screen.findByText('Revoked')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Rotate Agency' })).toBeNull()
})

test('names the plan that keys need, and lists the fourteen widget keys on every plan', async () => {
  await open([], { plan: 'advanced' })
  expect(screen.getByText('Enterprise plan')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Create key' })).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Copy the snippet of/ })).toHaveLength(14)
})

test('lets support revoke a key, but neither create nor rotate one', async () => {
  await open([key], { isCrmLogin: true })
  expect(screen.getByRole('button', { name: 'Revoke Agency' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Create|Rotate/ })).toBeNull()
})
