import { jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show } from '../../../testing/render.tsx'
import { standaloneSession } from '../../shell/session/session.ts'
import { Component as LoginPage } from './LoginPage.tsx'

const routes = [
  { path: '/auth/login', Component: LoginPage },
  { path: '/reviews/list', element: <p>The list</p> },
]
const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init)

/** Serves the given responses by path. */
function serve(answers: Record<string, () => Response>) {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((path) =>
      Promise.resolve((answers[path as string] ?? (() => new Response('', { status: 404 })))()),
    )
}

async function open(at = '/auth/login?next=%2Freviews%2Flist') {
  const session = standaloneSession(localStorage, () => undefined)
  session.forget()
  const shown = await show(routes, { at, session })
  return { ...shown, session, user: userEvent.setup() }
}

afterEach(() => jest.restoreAllMocks())

test('fills in the demo’s login by one click and opens the wanted page', async () => {
  serve({
    '/auth/config': () => json({ demo: { email: 'demo@candor.test', password: 'candor-demo' } }),
    '/apiSa/auth/login': () => json({ success: true, token: 'T' }),
  })
  const { router, session, user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Use demo login' }))
  expect(screen.getByLabelText('Email')).toHaveValue('demo@candor.test')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('The list')).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/reviews/list')
  await expect(session.credentials()).resolves.toEqual({ 'x-auth-token': 'T' })
})

test('keeps the wanted page on the way through Shopify', async () => {
  serve({
    '/auth/config': () => json({ demo: null }),
    '/apiSa/auth/platform': () => json({ success: true, token: 'T' }),
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Continue with Shopify' }))
  const form = screen.getByLabelText<HTMLInputElement>('Your shop’s domain').form
  expect(form?.elements.namedItem('next')).toHaveValue('/reviews/list')
  await open('/auth/login?from=platform&next=%2Freviews%2Flist')
  expect(await screen.findByText('The list')).toBeInTheDocument()
})

test('shows the error of a wrong login at the form', async () => {
  serve({
    '/auth/config': () => json({ demo: null }),
    '/apiSa/auth/login': () => json({ success: false, code: 'wrongCredentials' }, { status: 401 }),
  })
  const { user } = await open()
  await user.type(screen.getByLabelText('Email'), 'a@b.test')
  await user.type(screen.getByLabelText('Password'), 'nope{Enter}')
  expect(await screen.findByText('Incorrect email or password')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Use demo login' })).not.toBeInTheDocument()
})

test('says when to come back after too many attempts', async () => {
  serve({
    '/auth/config': () => json({ demo: null }),
    '/apiSa/auth/login': () =>
      json({ success: false, code: 'tooManyAttempts' }, { status: 429, headers: { 'retry-after': '840' } }),
  })
  const { user } = await open()
  await user.type(screen.getByLabelText('Email'), 'a@b.test')
  await user.type(screen.getByLabelText('Password'), 'nope{Enter}')
  expect(await screen.findByText('Too many attempts. Try again in 14 minutes.')).toBeInTheDocument()
})

test('requires both fields before sending', async () => {
  serve({ '/auth/config': () => json({ demo: null }) })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(2))
})

test('offers the operator’s provider, and says why its sign-in stopped', async () => {
  serve({ '/auth/config': () => json({ demo: null, provider: { label: 'Acme ID', isSupport: false } }) })
  await open('/auth/login?problem=unknown')
  expect(await screen.findByRole('button', { name: 'Continue with Acme ID' })).toBeInTheDocument()
  expect(screen.getByText(/You don’t have an account yet/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Help a shop as support' })).not.toBeInTheDocument()
})

test('asks the operator’s support for the shop', async () => {
  serve({ '/auth/config': () => json({ demo: null, provider: { label: '', isSupport: true } }) })
  const { user } = await open()
  expect(await screen.findByRole('button', { name: 'Continue with single sign-on' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Help a shop as support' }))
  expect(screen.getByLabelText('Domain of the shop to help')).toHaveFocus()
})

test('opens the session of a merchant who comes back from the provider', async () => {
  serve({
    '/auth/config': () => json({ demo: null, provider: null }),
    '/apiSa/auth/provider': () => json({ success: true, token: 'T' }),
  })
  const { session } = await open('/auth/login?from=provider&next=%2Freviews%2Flist')
  expect(await screen.findByText('The list')).toBeInTheDocument()
  await expect(session.credentials()).resolves.toEqual({ 'x-auth-token': 'T' })
})
