import { jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show } from '../../testing/render.tsx'
import { NotFound, PageError } from './errors.tsx'

function Broken(): never {
  throw new Error('a bug')
}

const routes = [
  {
    ErrorBoundary: PageError,
    children: [
      { path: '/', element: <p>Home</p> },
      { path: '/broken', Component: Broken },
      { path: '*', Component: NotFound },
    ],
  },
]

test('shows the specification’s text for a failed page, and resets on navigation', async () => {
  // Silence React's report of caught errors.
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const { router } = await show(routes, { at: '/broken' })
  expect(screen.getByRole('heading')).toHaveTextContent("The page you're looking for couldn't be found")
  expect(screen.getByText(/technical problem/)).toBeInTheDocument()
  await act(() => router.navigate('/'))
  expect(screen.getByText('Home')).toBeInTheDocument()
  jest.restoreAllMocks()
})

test('links home from an address without a page', async () => {
  const { router } = await show(routes, { at: '/nowhere' })
  expect(document.title).toBe('Page not found · Candor')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Back to Home' }))
  expect(router.state.location.pathname).toBe('/')
})

test('does not reload a failed page while the server is unreachable', async () => {
  // Silence React's report of caught errors.
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const before = globalThis.fetch
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  await show(routes, { at: '/broken' })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('We can’t reach the server. Check your connection and try again.')).toBeInTheDocument()
  expect(screen.getByRole('heading')).toHaveTextContent("The page you're looking for couldn't be found")
  globalThis.fetch = before
  jest.restoreAllMocks()
})
