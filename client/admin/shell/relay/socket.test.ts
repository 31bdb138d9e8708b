import { expect, jest, test } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { useConnectionLost } from './connection.ts'
import { standaloneSession } from '../session/session.ts'
import { openSocket, retryWaitMs } from './socket.ts'

test('reconnects soon at first, then at growing intervals of at most 45 seconds', () => {
  expect([0, 1, 2, 3].map((tries) => retryWaitMs(tries, 0.5))).toEqual([1_000, 2_000, 4_000, 8_000])
  expect([5, 20, 2_000].map((tries) => [retryWaitMs(tries, 0), retryWaitMs(tries, 1)])).toEqual([
    [15_000, 45_000],
    [15_000, 45_000],
    [15_000, 45_000],
  ])
})

describe('a connection that the server closes', () => {
  /** The server's reaction to a new connection: accept it, or close it with a code. */
  let answerTo: () => 'taken' | number = () => 'taken'
  let lines: Line[] = []
  const browsers = globalThis.WebSocket
  const present = () => {
    const line = lines.at(-1)
    if (!line) throw new Error('no line was opened')
    return line
  }

  /** Fakes the browser's websocket with a server that speaks enough graphql-transport-ws for subscriptions. */
  class Line {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSING = 2
    static readonly CLOSED = 3
    readyState: number = Line.CONNECTING
    onopen?: () => void
    onmessage?: (event: { data: string }) => void
    onclose?: (event: CloseEvent) => void
    /** Ids of the subscriptions. */
    subscribed: string[] = []

    constructor() {
      lines.push(this)
      queueMicrotask(() => {
        this.readyState = Line.OPEN
        this.onopen?.()
      })
    }

    send(text: string) {
      const { type, id = '' } = JSON.parse(text) as { type: string; id?: string }
      if (type === 'subscribe') this.subscribed.push(id)
      if (type !== 'connection_init') return
      const answer = answerTo()
      if (answer === 'taken') this.onmessage?.({ data: JSON.stringify({ type: 'connection_ack' }) })
      else this.close(answer)
    }

    close(code: number) {
      if (this.readyState === Line.CLOSED) return
      this.readyState = Line.CLOSED
      this.onclose?.(new CloseEvent('close', { code, reason: '' }))
    }

    says(value: string) {
      for (const id of this.subscribed)
        this.onmessage?.({ data: JSON.stringify({ type: 'next', id, payload: { data: value } }) })
    }
  }

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] })
    globalThis.WebSocket = Line as never
    answerTo = () => 'taken'
    lines = []
  })
  afterEach(() => {
    globalThis.WebSocket = browsers
    jest.useRealTimers()
  })

  const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000))
  const close = (code: number) => act(async () => present().close(code))

  /** Opens a page with two subscriptions, and returns what it says about its connection. */
  async function openPage() {
    const subscribe = openSocket(
      standaloneSession(localStorage, () => undefined),
      '/graphql',
    )
    const received: unknown[] = []
    const ended: unknown[] = []
    const sink = {
      next: (value: unknown) => void received.push(value),
      error: (error: unknown) => void ended.push(error),
      complete: () => undefined,
    }
    const leaves = [subscribe({ query: 'subscription { a }' }, sink), subscribe({ query: 'subscription { b }' }, sink)]
    const { result } = renderHook(useConnectionLost)
    await pass(0)
    expect(present().subscribed).toHaveLength(2)
    return { received, ended, isLost: () => result.current, leave: () => leaves.forEach((leaveOne) => leaveOne()) }
  }

  test.each([
    ['4500, its own fault', 4500],
    ['1011, its own fault', 1011],
    ['1013, as it has too much to do', 1013],
    ['1006, as it restarts', 1006],
  ])('with %s is reopened, with all subscriptions', async (_why, code) => {
    const { received, ended, isLost } = await openPage()
    await close(code)
    await pass(2)
    expect(lines).toHaveLength(2)
    expect(present().subscribed).toHaveLength(2)
    present().says('news')
    expect(received).toEqual([{ data: 'news' }, { data: 'news' }])
    expect(ended).toEqual([])
    await pass(10)
    expect(isLost()).toBe(false)
  })

  test('with its own error, repeatedly, is retried at growing intervals without a limit', async () => {
    const { isLost } = await openPage()
    answerTo = () => 4500
    await close(4500)
    await pass(60)
    expect(isLost()).toBe(true)
    const first = lines.length
    await pass(60)
    expect(lines.length - first).toBeLessThanOrEqual(5)
    await pass(3_600)
    answerTo = () => 'taken'
    await pass(45)
    expect(isLost()).toBe(false)
    expect(present().subscribed).toHaveLength(2)
  })

  test('with its own error at every subscription is retried at growing intervals, too', async () => {
    await openPage()
    await close(4500)
    for (let second = 0; second < 120; second++) {
      await pass(1)
      if (present().readyState === Line.OPEN) await close(4500)
    }
    expect(lines.length).toBeLessThanOrEqual(14)
  })

  test('with its own error stays closed without subscribers', async () => {
    const { leave } = await openPage()
    await close(4500)
    leave()
    await pass(120)
    expect(lines).toHaveLength(1)
  })

  test('with its own error: the next connection stays open while there are subscribers', async () => {
    const { isLost, leave } = await openPage()
    await close(4500)
    await pass(2)
    expect(present().readyState).toBe(Line.OPEN)
    leave()
    await pass(2)
    expect(present().readyState).toBe(Line.CLOSED)
    expect(isLost()).toBe(false)
  })

  test('with 4401, without a login, is not retried', async () => {
    const { ended } = await openPage()
    await close(4401)
    await pass(600)
    expect(lines).toHaveLength(1)
    expect(ended).toEqual([expect.objectContaining({ code: 4401 }), expect.objectContaining({ code: 4401 })])
  })

  test('with 4403, forbidden, is retried at growing intervals: access may be granted again', async () => {
    await openPage()
    answerTo = () => 4403
    await close(4403)
    await pass(60)
    const first = lines.length
    await pass(120)
    expect(lines.length - first).toBeLessThanOrEqual(9)
  })
})
