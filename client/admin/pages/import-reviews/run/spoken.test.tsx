import { jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { aRun } from '../testing/a-run.ts'
import { openPage, pageOf, sendProgress } from '../testing/page.tsx'

beforeEach(() => {
  jest.useFakeTimers({
    advanceTimers: true,
    doNotFake: ['queueMicrotask', 'nextTick', 'setTimeout', 'setImmediate', 'performance'],
  })
})
afterEach(() => {
  jest.useRealTimers()
})

test('announces progress at intervals, and a pause at once, up to the reviews to import', async () => {
  const limited = { status: 'RUNNING', total: 20_000, toImport: 9_000 }
  const { environment } = await openPage('/import?run=run', pageOf(aRun(limited)))
  await screen.findByText('0 of 9,000 reviews imported')
  const send = (status: string, imported: number) =>
    sendProgress(environment, { ...limited, status, imported, done: imported })
  await send('RUNNING', 1_000)
  expect(screen.getByText('0 of 9,000 reviews imported')).toBeInTheDocument()
  act(() => jest.advanceTimersByTime(4_000))
  expect(screen.getByText('1,000 of 9,000 reviews imported')).toBeInTheDocument()
  await send('RUNNING', 2_000)
  await send('PAUSED', 3_000)
  expect(screen.getByRole('heading', { name: 'Paused at 3,000 of 9,000' })).toBeInTheDocument()
  expect(screen.getByText('3,000 of 9,000 reviews imported')).toBeInTheDocument()
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '33')
})
