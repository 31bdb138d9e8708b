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

test('pictures that could not be had are listed with their address, the reason and the way to the review', async () => {
  await open({
    failed: 2,
    broken: [
      { reviewId: 'r1', address: 'https://p.example.test/gone.jpg', problem: 'status' },
      { reviewId: 'r2', address: 'https://p.example.test/page.html', problem: 'somethingNew' },
    ],
  })
  const card = screen.getByRole('region', { name: 'Photos and videos' })
  expect(
    within(card).getByText('2 couldn’t be downloaded. Their reviews were imported without them.'),
  ).toBeInTheDocument()
  const [gone, odd] = within(card).getAllByRole('listitem')
  expect(gone).toHaveTextContent('https://p.example.test/gone.jpg')
  expect(gone).toHaveTextContent('The server refused the download.')
  expect(gone && within(gone).getByRole('link', { name: 'View review' })).toHaveAttribute(
    'href',
    expect.stringContaining('/reviews/reply/r1'),
  )
  expect(odd).toHaveTextContent('We couldn’t save it.')
})

test('counts those still to come', async () => {
  await open({ waiting: 3 })
  expect(screen.getByRole('status')).toHaveTextContent('3 are still downloading.')
})

test('nothing is said where all are here', async () => {
  await open({})
  expect(screen.queryByText('Photos and videos')).not.toBeInTheDocument()
})

describe('a look that brings no answer', () => {
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

  test('leaves what the last one brought, and is made again', async () => {
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

  test('leaves the page alone where it was the first, and is made again', async () => {
    const { environment, fail } = await openBesideAResult()
    await fail()
    expect(screen.getByText('2 reviews imported')).toBeInTheDocument()
    await pass(10)
    await answer(environment, 'useImportedMediaQuery', media({ failed: 1 }))
    expect(screen.getByText('1 couldn’t be downloaded. Its review was imported without it.')).toBeInTheDocument()
  })

  test('is made more seldom the more of them there were, but at least each minute', async () => {
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

  test('is not made again where the session is over', async () => {
    const { isAsked, fail } = await openBesideAResult()
    await fail(new RequestFailed('session', 401))
    await pass(600)
    expect(isAsked()).toBe(false)
  })

  test('is not made again once all are here', async () => {
    const { environment, isAsked } = await openBesideAResult()
    await answer(environment, 'useImportedMediaQuery', media({ failed: 1 }))
    await pass(600)
    expect(isAsked()).toBe(false)
  })
})
