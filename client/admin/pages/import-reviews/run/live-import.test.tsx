import { jest } from '@jest/globals'
import { act, cleanup, screen } from '@testing-library/react'
import { answer, asked } from '../../../../testing/render.tsx'
import { aRun } from '../testing/a-run.ts'
import { openPage, pageOf, pageQuery, progress, sendProgress } from '../testing/page.tsx'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

async function open() {
  const { environment } = await openPage('/import?run=run', pageOf(aRun()))
  const brought = (changes: object = {}) => answer(environment, pageQuery, pageOf(aRun(changes)))
  // The page reloads the details for each status.
  await brought()
  const refuse = () =>
    act(async () =>
      environment.mock.reject(asked(environment, progress), new Error('Too many operations on all connections')),
    )
  return { environment, brought, refuse }
}

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds))

test('resubscribes after refused subscriptions at growing intervals, and reloads missed changes', async () => {
  const { environment, brought, refuse } = await open()
  for (const wait of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await refuse()
    await brought()
    await pass(wait - 1)
    expect(() => asked(environment, progress)).toThrow()
    await pass(1)
  }
  await sendProgress(environment, { fresh: 1, bad: 1 })
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
  expect(() => asked(environment, progress)).not.toThrow()
})

test('reloads once after the subscription completes, and does not resubscribe', async () => {
  const { environment, brought } = await open()
  await act(async () => environment.mock.complete(asked(environment, progress)))
  await brought()
  await pass(300_000)
  expect(() => asked(environment, pageQuery)).toThrow()
  expect(() => asked(environment, progress)).toThrow()
})

test('does not resubscribe after leaving the import', async () => {
  const { environment, brought, refuse } = await open()
  await refuse()
  await brought()
  cleanup()
  await pass(300_000)
  expect(() => asked(environment, progress)).toThrow()
})
