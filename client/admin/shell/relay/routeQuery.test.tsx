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
  // What is shown while the loader is at work is shown, as in a browser.
  act(() => screen.getByText('Look again').click())
  await act(async () => undefined)
}

test('a page that is looked at again shows what has changed', async () => {
  const environment = await open()
  await lookAgain()
  await answer(environment, 'gateLoaderQuery', named('Fernhill Goods'))
  expect(screen.getByRole('heading')).toHaveTextContent('Fernhill Goods')
})

test('of several looks at once the last one holds, and no more than one is under way', async () => {
  const environment = await open()
  for (let times = 0; times < 3; times++) await lookAgain()
  expect(environment.mock.getAllOperations()).toHaveLength(1)
  await answer(environment, 'gateLoaderQuery', named('Older'))
  expect(environment.mock.getAllOperations()).toHaveLength(1)
  await answer(environment, 'gateLoaderQuery', named('Newer'))
  expect(screen.getByRole('heading')).toHaveTextContent('Newer')
  expect(environment.mock.getAllOperations()).toHaveLength(0)
})

test('a look again that brings no answer leaves the page as it is, and the next one is heard', async () => {
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

test('so it is where the page has been open for longer than answers are kept', async () => {
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

test('a page that was left a moment ago is there at once, whatever becomes of its look again', async () => {
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

test('a first look that brings no answer is said to have brought none', async () => {
  // React reports what it caught.
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const { environment } = await show(routes)
  await fail(environment)
  expect(screen.getByText(/We can’t reach the server/)).toBeInTheDocument()
  jest.restoreAllMocks()
})

describe('while the server does not answer', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  test('it is asked again, more and more seldom, until it does', async () => {
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

  test('looks that fail do not add up', async () => {
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
