import { MESSAGES } from './messages.ts'
import {
  actCanBeUndone,
  actNeedsContent,
  findOpenEditRequest,
  FLAG_ACTS,
  fromWireStatus,
  hasRecycleBin,
  isVisible,
  REVIEW_ACTIONS,
  REVIEW_ACTS,
  REVIEW_BADGES,
  REVIEW_SOURCES,
  REVIEW_STATUSES,
  checkReviewActions,
  chooseNewStatus,
  toWireStatus,
  WIRE_REVIEW_STATUSES,
  type DecidedBy,
  type ReviewAction,
  type ReviewState,
  type ReviewStatus,
} from './review-status.ts'

const published: ReviewState = {
  status: 'published',
  origin: 'customer',
  verifiedBy: 'none',
  edited: false,
  editRequest: null,
  editRequestedAt: null,
  replyContent: null,
  email: 'ann@shop.test',
}
const now = new Date('2026-03-31T12:00:00.000Z')
const pro = { plan: 'pro', isTrashFeatureEnabled: true, now }
const free = { plan: 'free', isTrashFeatureEnabled: true, now }

describe('API words (decisions, Words)', () => {
  test.each<[ReviewStatus, DecidedBy, string | null, string]>([
    ['published', 'merchant', '2026-01-01', 'approved'],
    ['published', 'rule', '2026-01-01', 'published'],
    ['published', 'import', '2026-01-01', 'published'],
    ['pending', 'rule', null, 'pending'],
    ['hidden', 'merchant', '2026-01-01', 'unpublished'],
    ['hidden', 'merchant', null, 'disapproved'],
    ['hidden', 'rule', null, 'unpublished'],
    ['hidden', 'import', null, 'unpublished'],
    ['rejected', 'rule', null, 'rejected'],
    ['deleted', 'merchant', null, 'deleted'],
  ])('writes %s by %s, published %s, as %s', (...[status, decidedBy, publishedAt, word]) => {
    expect(toWireStatus({ status, decidedBy, publishedAt })).toBe(word)
  })

  test.each<[string, ReturnType<typeof fromWireStatus>]>([
    ['approved', { status: 'published' }],
    ['published', { status: 'published' }],
    ['pending', { status: 'pending' }],
    ['unpublished', { status: 'hidden' }],
    ['disapproved', { status: 'hidden' }],
    ['rejected', { status: 'rejected' }],
    ['deleted', { status: 'deleted' }],
    ['edited', { flag: 'edited' }],
    ['verified', { flag: 'verified' }],
    ['hidden', null],
    ['', null],
  ])('reads %s', (word, expected) => {
    expect(fromWireStatus(word)).toEqual(expected)
  })

  test('reads all nine words of spec 4', () => {
    expect(WIRE_REVIEW_STATUSES).toHaveLength(9)
    for (const word of WIRE_REVIEW_STATUSES) expect(fromWireStatus(word)).not.toBeNull()
  })

  test('reads back each written word', () => {
    for (const status of REVIEW_STATUSES) {
      for (const decidedBy of ['merchant', 'rule', 'import'] as const) {
        for (const publishedAt of [null, new Date(0)])
          expect(fromWireStatus(toWireStatus({ status, decidedBy, publishedAt }))).toEqual({ status })
      }
    }
  })
})

test('shows only published reviews (spec 4)', () => {
  expect(REVIEW_STATUSES.filter(isVisible)).toEqual(['published'])
  expect(Object.keys(REVIEW_BADGES)).toEqual([...REVIEW_STATUSES])
})

test('has the source labels of spec 9', () => {
  expect(Object.values(REVIEW_SOURCES)).toEqual([
    'Imported',
    'Amazon',
    'CJDropshipping',
    'AliExpress',
    'Shopee',
    'Written by customer',
    'Written by guest',
    'Created by admin',
  ])
})

const allowed = 'allowed'

describe('review actions', () => {
  test.each<[string, Partial<ReviewState>, typeof pro, ReviewAction, string]>([
    ['published', {}, pro, 'publish', 'alreadyPublished'],
    ['pending', { status: 'pending' }, pro, 'publish', allowed],
    ['hidden', { status: 'hidden' }, pro, 'publish', allowed],
    ['spam the merchant wants', { status: 'rejected' }, pro, 'publish', allowed],
    ['trash', { status: 'deleted' }, pro, 'publish', 'inTrash'],
    ['published', {}, pro, 'unpublish', allowed],
    ['a new one refused', { status: 'pending' }, pro, 'unpublish', allowed],
    ['hidden', { status: 'hidden' }, pro, 'unpublish', 'alreadyHidden'],
    ['spam', { status: 'rejected' }, pro, 'unpublish', 'spamStaysHidden'],
    ['trash', { status: 'deleted' }, pro, 'unpublish', 'inTrash'],
    ['published', {}, pro, 'trash', allowed],
    ['in the trash already', { status: 'deleted' }, pro, 'trash', 'inTrash'],
    ['free has no recycle bin', {}, free, 'trash', 'planRequired'],
    ['bin switched off', {}, { ...pro, isTrashFeatureEnabled: false }, 'trash', 'recycleBinOff'],
    ['trash', { status: 'deleted' }, pro, 'restore', allowed],
    ['published', {}, pro, 'restore', 'notInTrash'],
    ['the bin comes first', {}, pro, 'delete', 'notInTrash'],
    ['trash', { status: 'deleted' }, pro, 'delete', allowed],
    ['free deletes for good', {}, free, 'delete', allowed],
    ['without a bin', {}, { ...pro, isTrashFeatureEnabled: false }, 'delete', allowed],
    ['published', {}, pro, 'reply', allowed],
    ['free has no replies', {}, free, 'reply', 'planRequired'],
    ['replied', { replyContent: 'Thanks' }, pro, 'reply', 'replyExists'],
    ['trash', { status: 'deleted' }, pro, 'reply', 'inTrash'],
    ['replied', { replyContent: 'Thanks' }, pro, 'editReply', allowed],
    ['no reply', {}, pro, 'editReply', 'noReply'],
    ['replied, plan gone', { replyContent: 'Thanks' }, free, 'editReply', 'planRequired'],
    ['replied, plan gone', { replyContent: 'Thanks' }, free, 'deleteReply', allowed],
    ['no reply', {}, pro, 'deleteReply', 'noReply'],
    ['not asked', {}, pro, 'edit', 'editNotConfirmed'],
    ['asked, no answer', { editRequest: 'unconfirmed' }, pro, 'edit', 'editNotConfirmed'],
    ['refused', { editRequest: 'denied' }, pro, 'edit', 'editDenied'],
    ['confirmed', { editRequest: 'confirmed' }, pro, 'edit', 'editNeedsNewRequest'],
    ['imported', { origin: 'imported', editRequest: 'confirmed' }, pro, 'edit', 'importedNotEditable'],
    ["the merchant's own", { origin: 'admin' }, pro, 'edit', allowed],
    ['trash', { status: 'deleted', origin: 'admin' }, pro, 'edit', 'inTrash'],
    ["customer's", {}, pro, 'requestEdit', allowed],
    ['denied, asked again', { editRequest: 'denied' }, pro, 'requestEdit', allowed],
    ['waiting for the answer', { editRequest: 'unconfirmed' }, pro, 'requestEdit', allowed],
    ['confirmed', { editRequest: 'confirmed' }, pro, 'requestEdit', allowed],
    ["the merchant's own", { origin: 'admin' }, pro, 'requestEdit', 'editRequestNotNeeded'],
    ['imported', { origin: 'imported' }, pro, 'requestEdit', 'importedNotEditable'],
    ['no address', { email: '' }, pro, 'requestEdit', 'editRequestNoEmail'],
    ['out of reach', { unaskable: 'editRequestNoEmail' }, pro, 'requestEdit', 'editRequestNoEmail'],
    ['whose mail is switched off', { unaskable: 'emailSettingDisabled' }, pro, 'requestEdit', 'emailSettingDisabled'],
    ['free', {}, free, 'requestEdit', 'planRequired'],
    ['free, out of reach', { unaskable: 'editRequestNoEmail' }, free, 'requestEdit', 'planRequired'],
    ['edited', { edited: true }, pro, 'revert', allowed],
    ['never edited', {}, pro, 'revert', 'neverEdited'],
    ['published', {}, pro, 'pin', allowed],
    ['trash', { status: 'deleted' }, pro, 'pin', 'inTrash'],
    ['published', {}, pro, 'feature', allowed],
    ['published', {}, pro, 'verify', allowed],
    ["the merchant's badge", { verifiedBy: 'merchant' }, pro, 'verify', allowed],
    ["the order's badge", { verifiedBy: 'order' }, pro, 'verify', 'verifiedByOrder'],
    ['published', {}, pro, 'testimonial', allowed],
    ['pending', { status: 'pending' }, pro, 'testimonial', 'onlyPublished'],
  ])('%s', (...[_what, state, rules, action, expected]) => {
    const permission = checkReviewActions({ ...published, ...state }, rules)[action]
    expect(permission.allowed ? allowed : permission.reason).toBe(expected)
  })

  test('every refusal has a sentence, and planRequired the feature', () => {
    for (const status of REVIEW_STATUSES) {
      for (const rules of [free, pro]) {
        for (const permission of Object.values(checkReviewActions({ ...published, status }, rules))) {
          if (permission.allowed) continue
          expect(Object.keys(MESSAGES)).toContain(permission.reason)
          expect(permission.feature !== undefined).toBe(permission.reason === 'planRequired')
        }
      }
    }
  })

  test('returns every action', () => {
    expect(Object.keys(checkReviewActions(published, pro)).toSorted()).toEqual([...REVIEW_ACTIONS].toSorted())
  })
})

test('the recycle bin needs the plan and the setting', () => {
  expect(hasRecycleBin(pro)).toBe(true)
  expect(hasRecycleBin(free)).toBe(false)
  expect(hasRecycleBin({ ...pro, isTrashFeatureEnabled: false })).toBe(false)
})

test.each([
  [5, true, 4, 'published'],
  [4, true, 4, 'published'],
  [3, true, 4, 'pending'],
  [5, false, 1, 'pending'],
  [1, true, 1, 'published'],
] as const)(
  '%i stars, published automatically %s from %i: %s',
  (...[rate, autoSubmitPublish, autoPublishThreshold, expected]) => {
    expect(chooseNewStatus(rate, { autoSubmitPublish, autoPublishThreshold })).toBe(expected)
  },
)

describe('edit requests (decisions, Reviews)', () => {
  test.each([
    ['unconfirmed', '2026-03-01T12:00:00.001Z', 'unconfirmed'],
    ['unconfirmed', '2026-03-01T12:00:00.000Z', null],
    ['confirmed', '2026-01-01T00:00:00.000Z', 'confirmed'],
    ['denied', '2026-01-01T00:00:00.000Z', 'denied'],
    [null, '2026-01-01T00:00:00.000Z', null],
  ] as const)('a request %s of %s counts as %s', (editRequest, at, expected) => {
    expect(findOpenEditRequest({ editRequest, editRequestedAt: new Date(at) }, now)).toBe(expected)
  })

  test('an expired request allows a new one but no edit', () => {
    const expired = checkReviewActions(
      { ...published, editRequest: 'unconfirmed', editRequestedAt: new Date('2026-02-01') },
      pro,
    )
    expect(expired.requestEdit).toEqual({ allowed: true })
    expect(expired.edit).toEqual({ allowed: false, reason: 'editNotConfirmed' })
  })
})

test('never marks a merchant’s own review as verified', () => {
  expect(checkReviewActions({ ...published, origin: 'admin' }, pro).verify).toEqual({
    allowed: false,
    reason: 'ownReviewNotVerified',
  })
})

test('every flag has both directions; only deletions can’t be undone; only replies need text', () => {
  expect(Object.keys(FLAG_ACTS).every((act) => (REVIEW_ACTS as readonly string[]).includes(act))).toBe(true)
  expect(Object.values(FLAG_ACTS).filter(({ value }) => value)).toHaveLength(Object.values(FLAG_ACTS).length / 2)
  expect(REVIEW_ACTS.filter((act) => !actCanBeUndone(act))).toEqual(['delete'])
  expect(REVIEW_ACTS.filter(actNeedsContent)).toEqual(['reply', 'editReply'])
})
