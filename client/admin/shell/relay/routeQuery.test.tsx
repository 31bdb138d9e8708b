import { jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Link, useRevalidator } from 'react-router'
import { RecordSource, Store } from 'relay-runtime'
import { createMockEnvironment, type MockEnvironment } from 'relay-test-utils'
import type { gateLoaderQuery } from '../../../__generated__/gateLoaderQuery.graphql.ts'
import { answer, asked, merchant, show } from '../../../testing/render.tsx'
import { gateLoader, gateQuery } from '../frame/gateLoader.ts'
import { PageError } from '../errors.tsx'
import { RequestFailed } from './request.ts'
import { useRouteQuery } from './routeQuery.ts'

function Component() {
  const query = useRouteQuery<gateLoaderQuery>()
  return (
    <Suspense>
      <Page query={query} />
    </Suspense>
  )
}

function Page({ query }: { query: PreloadedQuery<gateLoaderQuery> }) {
  const { viewer } = usePreloadedQuery<gateLoaderQuery>(gateQuery, query)
  const { revalidate } = useRevalidator()
  return (
    <>
      <h1>{viewer.shop?.name}</h1>
      <input aria-label="Reply" />
      <button onClick={() => void revalidate()}>Look again</button>
      <Link to="/other">Elsewhere</Link>
    </>
  )
}

const routes = [
  {
    ErrorBoundary: PageError,
    children: [
      { path: '/', loader: gateLoader, Component },
      { path: '/other', element: <Link to="/">Back</Link> },
    ],
  },
]

const named = (name: string) => ({ viewer: { ...merchant, shop: { ...merchant.shop, name } } })
const click = (name: string) => act(async () => screen.getByText(name).click())
const fail = (environment: MockEnvironment) =>
  act(async () => environment.mock.reject(asked(environment, 'gateLoaderQuery'), new RequestFailed('offline')))

async function open(environment = createMockEnvironment()) {
  await show(routes, { environment })
  await answer(environment, 'gateLoaderQuery', named('Fernhill'))
  return environment
}

async function lookAgain() {
  // Show the state while the loader runs, as in a browser.
  act(() => screen.getByText('Look again').click())
  await act(async () => undefined)
}

test('shows changes when a page is opened again', async () => {
  const environment = await open()
  await lookAgain()
  await answer(environment, 'gateLoaderQuery', named('Fernhill Goods'))
  expect(screen.getByRole('heading')).toHaveTextContent('Fernhill Goods')
})

test('runs one reload at a time, and the last result wins', async () => {
  const environment = await open()
  for (let times = 0; times < 3; times++) await lookAgain()
  expect(environment.mock.getAllOperations()).toHaveLength(1)
  await answer(environment, 'gateLoaderQuery', named('Older'))
  expect(environment.mock.getAllOperations()).toHaveLength(1)
  await answer(environment, 'gateLoaderQuery', named('Newer'))
  expect(screen.getByRole('heading')).toHaveTextContent('Newer')
  expect(environment.mock.getAllOperations()).toHaveLength(0)
})

test('keeps the page after a failed reload, and shows the next one', async () => {
  const environment = await open()
  screen.getByRole<HTMLInputElement>('textbox').value = 'Thank you'
  for (let times = 0; times < 3; times++) {
    await lookAgain()
    await fail(environment)
    expect(screen.getByRole('heading')).toHaveTextContent('Fernhill')
    expect(screen.getByRole('textbox')).toHaveValue('Thank you')
  }
  await lookAgain()
  await answer(environment, 'gateLoaderQuery', named('Fernhill Goods'))
  expect(screen.getByRole('heading')).toHaveTextContent('Fernhill Goods')
})

test('keeps the page even if it was open longer than responses are cached', async () => {
  const environment = await open(
    createMockEnvironment({ store: new Store(new RecordSource(), { queryCacheExpirationTime: -1 }) }),
  )
  await lookAgain()
  await fail(environment)
  expect(screen.getByRole('heading')).toHaveTextContent('Fernhill')
  await lookAgain()
  await answer(environment, 'gateLoaderQuery', named('Fernhill Goods'))
  expect(screen.getByRole('heading')).toHaveTextContent('Fernhill Goods')
})

test('shows a page that was left a moment ago at once, whatever its reload brings', async () => {
  const environment = await open()
  await click('Elsewhere')
  await click('Back')
  expect(screen.getByRole('heading')).toHaveTextContent('Fernhill')
  screen.getByRole<HTMLInputElement>('textbox').value = 'Thank you'
  await fail(environment)
  await lookAgain()
  expect(screen.getByRole('textbox')).toHaveValue('Thank you')
  await answer(environment, 'gateLoaderQuery', named('Fernhill Goods'))
  expect(screen.getByRole('heading')).toHaveTextContent('Fernhill Goods')
})

test('shows an error if the first load fails', async () => {
  // Silence React's report of caught errors.
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const { environment } = await show(routes)
  await fail(environment)
  expect(screen.getByText(/We can’t reach the server/)).toBeInTheDocument()
  jest.restoreAllMocks()
})

describe('while the server does not respond', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  test('retries at growing intervals until it responds', async () => {
    const environment = await open()
    await lookAgain()
    for (const wait of [2_000, 5_000]) {
      await fail(environment)
      expect(() => asked(environment, 'gateLoaderQuery')).toThrow()
      await act(() => jest.advanceTimersByTimeAsync(wait))
    }
    await answer(environment, 'gateLoaderQuery', named('Fernhill Goods'))
    expect(screen.getByRole('heading')).toHaveTextContent('Fernhill Goods')
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    expect(() => asked(environment, 'gateLoaderQuery')).toThrow()
  })

  test('does not add up failed reloads', async () => {
    const environment = await open()
    for (let times = 0; times < 5; times++) {
      await lookAgain()
      await fail(environment)
    }
    await act(() => jest.advanceTimersByTimeAsync(2_000))
    expect(environment.mock.getAllOperations()).toHaveLength(1)
    await answer(environment, 'gateLoaderQuery', named('Fernhill Goods'))
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    expect(environment.mock.getAllOperations()).toHaveLength(0)
  })
})
