import { jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { Component as ImportReviewsPage } from '../ImportReviewsPage.tsx'
import { importReviewsLoader } from '../importReviewsLoader.ts'
import { aRun, figures, noImports } from '../testing/a-run.ts'

beforeEach(() => {
  jest.useFakeTimers({
    advanceTimers: true,
    doNotFake: ['queueMicrotask', 'nextTick', 'setTimeout', 'setImmediate', 'performance'],
  })
})
afterEach(() => {
  jest.useRealTimers()
})

test('announces progress at intervals, and a pause at once', async () => {
  const { environment } = await show(
    [{ path: '/import', loader: importReviewsLoader, element: <ImportReviewsPage /> }],
    { at: '/import?run=run' },
  )
  const of = {
    ...figures,
    total: 9_000,
    startedAt: '2026-11-20T10:01:00.000Z',
    finishedAt: null,
    undoneAt: null,
    undoable: false,
    kept: 0,
    removed: 0,
    toRemove: 0,
    marketplace: null,
  }
  await answer(environment, 'importReviewsLoaderQuery', {
    importRun: aRun({ status: 'RUNNING', ...of }),
    viewer: { shop: { id: 'shop', dismissedBanners: [], imports: noImports } },
  })
  await screen.findByText('0 of 9,000 reviews checked')
  const sendProgress = (status: string, done: number) =>
    act(async () =>
      environment.mock.nextValue(asked(environment, 'useImportRunSubscription'), {
        data: { importProgress: { id: 'run', ...of, status, done } },
      }),
    )
  await sendProgress('RUNNING', 1_000)
  expect(screen.getByText('0 of 9,000 reviews checked')).toBeInTheDocument()
  act(() => jest.advanceTimersByTime(4_000))
  expect(screen.getByText('1,000 of 9,000 reviews checked')).toBeInTheDocument()
  await sendProgress('RUNNING', 2_000)
  await sendProgress('PAUSED', 3_000)
  expect(screen.getByRole('heading', { name: 'Paused at 3,000 of 9,000' })).toBeInTheDocument()
  expect(screen.getByText('3,000 of 9,000 reviews checked')).toBeInTheDocument()
})
