import { FetchRefused } from '../core/files/fetch-remote.ts'
import type { WebPort } from '../core/files/web.ts'

const review = (at: number): object => ({
  code: 200,
  data: {
    pageNum: '1',
    pageSize: '20',
    total: '1',
    list: [{ commentId: `canned-${at}`, pid: 'canned', comment: `Canned ${at}`, score: '5', commentUser: 'A***n' }],
  },
})
const judgemeReview = (at: number): object => ({
  current_page: 1,
  per_page: 100,
  reviews: [
    {
      id: at,
      body: `Canned ${at}`,
      rating: 5,
      reviewer: { name: 'Ann' },
      curated: 'ok',
      created_at: '2025-01-02T00:00:00Z',
    },
  ],
})

/**
 * The default web of test worlds, so that no test reaches a network. It serves only two APIs, each with one review that
 * changes with every request.
 */
export function cannedWeb(): WebPort {
  let asked = 0
  const answers: Readonly<Record<string, (at: number) => object>> = {
    'developers.cjdropshipping.com': review,
    'judge.me': judgemeReview,
  }
  return {
    async fetch(url) {
      const answer = answers[new URL(url).host]
      if (!answer) throw new FetchRefused('unreachable', 'No test reaches a network', { retry: true })
      return Promise.resolve({ bytes: Buffer.from(JSON.stringify(answer(++asked))), contentType: 'application/json' })
    },
    async send({ url }) {
      const answer = answers[new URL(url).host]
      if (!answer) throw new FetchRefused('unreachable', 'No test reaches a network', { retry: true })
      return Promise.resolve({ status: 200, headers: {}, text: JSON.stringify(answer(++asked)) })
    },
    rest: async () => Promise.resolve(),
    now: Date.now,
  }
}
