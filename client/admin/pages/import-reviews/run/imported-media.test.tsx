import { jest } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { RequestFailed } from '../../../shell/relay/request.ts'
import { ImportedMedia } from './ImportedMedia.tsx'

afterEach(() => {
  jest.useRealTimers()
})

const open = async (media: object) => {
  const { environment } = await show([{ path: '/import', element: <ImportedMedia importId="run" /> }], {
    at: '/import',
  })
  await answer(environment, 'useImportedMediaQuery', {
    importRun: { id: 'run', media: { waiting: 0, failed: 0, broken: [], ...media } },
  })
}

test('lists failed pictures with URL, reason and a link to the review', async () => {
  await open({
    failed: 4,
    broken: [
      { reviewId: 'r1', address: 'https://p.example.test/gone.jpg', problem: 'status' },
      { reviewId: 'r2', address: 'https://p.example.test/page.html', problem: 'somethingNew' },
      { reviewId: 'r3', address: 'https://p.example.test/half.jpg', problem: 'damaged' },
      { reviewId: 'r4', address: 'https://p.example.test/huge.jpg', problem: 'tooManyPixels' },
    ],
  })
  const card = screen.getByRole('region', { name: 'Photos and videos' })
  expect(
    within(card).getByText('4 couldn’t be downloaded. Their reviews were imported without them.'),
  ).toBeInTheDocument()
  const [gone, odd, half, huge] = within(card).getAllByRole('listitem')
  expect(gone).toHaveTextContent('https://p.example.test/gone.jpg')
  expect(gone).toHaveTextContent('The server refused the download.')
  expect(gone && within(gone).getByRole('link', { name: 'View review' })).toHaveAttribute(
    'href',
    expect.stringContaining('/reviews/reply/r1'),
  )
  expect(odd).toHaveTextContent('We couldn’t save it.')
  expect(half).toHaveTextContent('It’s damaged or incomplete.')
  expect(huge).toHaveTextContent('It has more than 25 megapixels.')
})

test('counts pending ones', async () => {
  await open({ waiting: 3 })
  expect(screen.getByRole('status')).toHaveTextContent('3 are still downloading.')
})

test('shows nothing when all are loaded', async () => {
  await open({})
  expect(screen.queryByText('Photos and videos')).not.toBeInTheDocument()
})

describe('a failed request', () => {
  const media = (changes: object) => ({
    importRun: { id: 'run', media: { waiting: 0, failed: 0, broken: [], ...changes } },
  })
  const pass = (seconds: number) =>
    act(async () => {
      await jest.advanceTimersByTimeAsync(seconds * 1_000)
    })

  async function openBesideAResult() {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] })
    const { environment } = await show(
      [
        {
          path: '/import',
          element: (
            <>
              <p>2 reviews imported</p>
              <ImportedMedia importId="run" />
            </>
          ),
        },
      ],
      { at: '/import' },
    )
    const isAsked = () => environment.mock.getAllOperations().length > 0
    const fail = (error: Error = new RequestFailed('offline')) =>
      act(async () => environment.mock.reject(asked(environment, 'useImportedMediaQuery'), error))
    return { environment, isAsked, fail }
  }

  test('keeps the last result and is retried', async () => {
    const { environment, fail } = await openBesideAResult()
    await answer(environment, 'useImportedMediaQuery', media({ waiting: 3 }))
    await pass(5)
    await fail()
    expect(screen.getByText('2 reviews imported')).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('3 are still downloading.')
    await pass(10)
    await answer(environment, 'useImportedMediaQuery', media({ waiting: 1 }))
    expect(screen.getByRole('status')).toHaveTextContent('1 is still downloading.')
  })

  test('leaves the page unchanged if it was the first, and is retried', async () => {
    const { environment, fail } = await openBesideAResult()
    await fail()
    expect(screen.getByText('2 reviews imported')).toBeInTheDocument()
    await pass(10)
    await answer(environment, 'useImportedMediaQuery', media({ failed: 1 }))
    expect(screen.getByText('1 couldn’t be downloaded. Its review was imported without it.')).toBeInTheDocument()
  })

  test('is retried after growing intervals of at most a minute', async () => {
    const { environment, isAsked, fail } = await openBesideAResult()
    for (const seconds of [10, 20, 40, 60, 60]) {
      await fail()
      await pass(seconds - 1)
      expect(isAsked()).toBe(false)
      await pass(1)
      expect(isAsked()).toBe(true)
    }
    await answer(environment, 'useImportedMediaQuery', media({ waiting: 1 }))
    await pass(5)
    expect(isAsked()).toBe(true)
  })

  test('is not retried after the session has ended', async () => {
    const { isAsked, fail } = await openBesideAResult()
    await fail(new RequestFailed('session', 401))
    await pass(600)
    expect(isAsked()).toBe(false)
  })

  test('stops once all are loaded', async () => {
    const { environment, isAsked } = await openBesideAResult()
    await answer(environment, 'useImportedMediaQuery', media({ failed: 1 }))
    await pass(600)
    expect(isAsked()).toBe(false)
  })
})
