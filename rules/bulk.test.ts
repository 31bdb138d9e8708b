import { bulkPermission, bulkRequest, bulkUndoRefusal, type BulkState } from './bulk.ts'
import { maxBulkIds } from './limits.ts'
import { REVIEW_ACTS, type ReviewAct } from './review-status.ts'
import { listProblems } from './validation.ts'

describe('bulk request', () => {
  test.each<[string, unknown, string[]]>([
    ['neither ids nor filter', { act: 'publish' }, ['ids: required']],
    ['no ids', { act: 'publish', ids: [] }, ['ids: required']],
    ['both', { act: 'publish', ids: ['a'], filter: { rate: [5] } }, ['filter: valueInvalid']],
    ['ids and all', { act: 'publish', ids: ['a'], all: true }, ['all: valueInvalid']],
    [
      'null for absent',
      { act: 'publish', ids: null, filter: { rate: [5], status: null }, content: null, all: null },
      [],
    ],
    [
      'a filter that selects everything',
      { act: 'publish', filter: { status: [], search: ' ', rate: null } },
      ['all: bulkNeedsAll'],
    ],
    ['the same with all', { act: 'publish', filter: { status: [] }, all: true }, []],
    ['all without a filter', { act: 'publish', all: true }, []],
    [
      'a misspelled filter',
      { act: 'publish', filter: { stats: ['pending'] }, all: true },
      ['filter.stats: unknownField'],
    ],
    ['too many ids', { act: 'publish', ids: Array.from({ length: maxBulkIds + 1 }, String) }, ['ids: tooManyIds']],
    ['as many as may be', { act: 'publish', ids: Array.from({ length: maxBulkIds }, String) }, []],
    ['an unknown act', { act: 'burn', ids: ['a'] }, ['act: valueInvalid']],
    ['a broken filter', { act: 'publish', filter: { rate: [6] } }, ['filter.rate.0: betweenEqual']],
    ['a reply without words', { act: 'reply', all: true }, ['content: replyRequired']],
    ['a reply of blanks', { act: 'editReply', all: true, content: ' \0' }, ['content: replyRequired']],
    ['a reply too long', { act: 'reply', all: true, content: 'x'.repeat(5001) }, ['content: fillAtMost']],
    ['words where none belong', { act: 'publish', all: true, content: 'x' }, []],
  ])('checks %s', (_case, input, expected) => {
    const parsed = bulkRequest.safeParse(input)
    expect(parsed.success ? [] : listProblems(parsed.error).map(({ path, code }) => `${path}: ${code}`)).toEqual(
      expected,
    )
  })
})

test.each<[string, boolean, Partial<Record<ReviewAct, string>>]>([
  ['free', true, { trash: 'planRequired', reply: 'planRequired', editReply: 'planRequired' }],
  ['pro', true, {}],
  ['pro', false, { trash: 'recycleBinOff' }],
])('plan %s with recycle bin %s forbids actions on all reviews', (plan, isTrashFeatureEnabled, forbidden) => {
  const rules = { plan, isTrashFeatureEnabled, now: new Date() }
  const refused = REVIEW_ACTS.flatMap((act) => {
    const permission = bulkPermission(act, rules)
    return permission.allowed ? [] : [[act, permission.reason]]
  })
  expect(Object.fromEntries(refused)).toEqual(forbidden)
})

test.each<[Partial<BulkState>, string | null]>([
  [{}, null],
  [{ status: 'failed' }, null],
  [{ status: 'running', finishedAt: null }, 'bulkNotDone'],
  [{ status: 'undoing' }, 'bulkUndone'],
  [{ status: 'undone' }, 'bulkUndone'],
  [{ act: 'delete' }, 'bulkNotUndoable'],
  [{ finishedAt: new Date('2026-03-01T12:00:00Z') }, null],
  [{ finishedAt: new Date('2026-03-01T11:59:59Z') }, 'bulkTooLate'],
])('undo of %j is refused with %s', (state, refusal) => {
  const now = new Date('2026-03-02T12:00:00Z')
  expect(bulkUndoRefusal({ act: 'publish', status: 'done', finishedAt: now, ...state }, now)).toBe(refusal)
})
