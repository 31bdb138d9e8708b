import { jest } from '@jest/globals'
import { act, cleanup, screen } from '@testing-library/react'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { Component as ImportReviewsPage } from '../ImportReviewsPage.tsx'
import { importReviewsLoader } from '../importReviewsLoader.ts'
import { aRun, figures, noImports } from '../testing/a-run.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const page = 'importReviewsLoaderQuery'
const subscriptionName = 'useImportRunSubscription'
const progressOf = (changes: object) => ({
  id: 'run',
  status: 'CHECKED',
  ...figures,
  startedAt: null,
  finishedAt: null,
  undoneAt: null,
  undoable: false,
  kept: 0,
  removed: 0,
  toRemove: 0,
  marketplace: null,
  ...changes,
})

async function open() {
  const { environment } = await show(
    [{ path: '/import', loader: importReviewsLoader, element: <ImportReviewsPage /> }],
    { at: '/import?run=run' },
  )
  const brought = (changes: object = {}) =>
    answer(environment, page, {
      importRun: aRun(changes),
      viewer: { shop: { id: 'shop', dismissedBanners: [], imports: noImports } },
    })
  await brought()
  // The page reloads the details for each status.
  await brought()
  const refuse = () =>
    act(async () =>
      environment.mock.reject(
        asked(environment, subscriptionName),
        new Error('Too many operations on all connections'),
      ),
    )
  const tell = (changes: object) =>
    act(async () =>
      environment.mock.nextValue(asked(environment, subscriptionName), {
        data: { importProgress: progressOf(changes) },
      }),
    )
  return { environment, brought, refuse, tell }
}

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds))

test('resubscribes after refused subscriptions at growing intervals, and reloads missed changes', async () => {
  const { environment, brought, refuse, tell } = await open()
  for (const wait of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await refuse()
    await brought()
    await pass(wait - 1)
    expect(() => asked(environment, subscriptionName)).toThrow()
    await pass(1)
  }
  await tell({ fresh: 1, bad: 1 })
  await brought({ fresh: 1, bad: 1 })
  expect(screen.getByRole('heading', { name: '1 review ready to import' })).toBeInTheDocument()
})

test('starts again with the shortest interval after a long subscription', async () => {
  const { environment, brought, refuse } = await open()
  for (let times = 0; times < 2; times++) {
    await refuse()
    await brought()
    await pass(4_000)
  }
  await pass(120_000)
  await refuse()
  await brought()
  await pass(2_000)
  expect(() => asked(environment, subscriptionName)).not.toThrow()
})

test('reloads once after the subscription completes, and does not resubscribe', async () => {
  const { environment, brought } = await open()
  await act(async () => environment.mock.complete(asked(environment, subscriptionName)))
  await brought()
  await pass(300_000)
  expect(() => asked(environment, page)).toThrow()
  expect(() => asked(environment, subscriptionName)).toThrow()
})

test('does not resubscribe after leaving the import', async () => {
  const { environment, brought, refuse } = await open()
  await refuse()
  await brought()
  cleanup()
  await pass(300_000)
  expect(() => asked(environment, subscriptionName)).toThrow()
})
