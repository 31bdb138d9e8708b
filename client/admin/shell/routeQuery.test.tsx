import { jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import type { MockEnvironment } from 'relay-test-utils'
import { answer, asked, show } from '../../testing/render.tsx'
import { Component as ImportReviewsPage } from '../pages/import-reviews/ImportReviewsPage.tsx'
import { importReviewsLoader } from '../pages/import-reviews/importReviewsLoader.ts'
import { importsOf } from '../pages/import-reviews/testing/a-run.ts'
import { RequestFailed } from './request.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const question = 'importReviewsLoaderQuery'
const answerOf = (dismissedBanners: readonly string[]) => ({ importRun: null, viewer: { shop: { id: 'shop', dismissedBanners, imports: importsOf([]) } } })
const fails = (environment: MockEnvironment) => act(async () => environment.mock.reject(asked(environment, question), new RequestFailed('offline')))

async function open() {
  const { environment, router } = await show([{ path: '/import', loader: importReviewsLoader, element: <ImportReviewsPage />, errorElement: <p>Failed</p> }], { at: '/import' })
  return { environment, again: () => act(() => router.revalidate()) }
}

test('a page stays as it is while the server does not answer for it anew, and asks again until it does', async () => {
  const { environment, again } = await open()
  await answer(environment, question, answerOf([]))
  await again()
  for (const wait of [2_000, 5_000]) {
    await fails(environment)
    expect(screen.getByText('Drop your export here')).toBeInTheDocument()
    expect(() => asked(environment, question)).toThrow()
    await act(() => jest.advanceTimersByTimeAsync(wait))
  }
  await answer(environment, question, answerOf(['a']))
  await act(() => jest.advanceTimersByTimeAsync(60_000))
  expect(() => asked(environment, question)).toThrow()
})

test('a page that was never there says that it cannot be shown', async () => {
  const { environment } = await open()
  await fails(environment)
  expect(screen.getByText('Failed')).toBeInTheDocument()
})
