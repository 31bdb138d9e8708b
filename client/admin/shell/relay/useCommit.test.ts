import { setupI18n } from '@lingui/core'
import { MESSAGES } from '../../../../rules/messages.ts'
import { RequestFailed } from './request.ts'
import { formatSentence, sentences } from '../words/sentences.ts'
import { failureSentence, outcomeOf } from './useCommit.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

test('returns a success with its data', () => {
  const data = { replyToReview: { __typename: 'ReplyToReviewSuccess', data: { id: 'r1' } } }
  expect(outcomeOf(i18n, data)).toEqual({ ok: true, data })
})

test('returns field errors as sentences by field', () => {
  const data = {
    replyToReview: {
      __typename: 'InvalidInputError',
      code: 'replyRequired',
      message: 'x',
      fields: [{ path: 'content', code: 'replyRequired', message: 'x' }],
    },
  }
  expect(outcomeOf(i18n, data)).toMatchObject({
    ok: false,
    code: 'replyRequired',
    fields: { content: 'Enter a reply' },
  })
})

test('keeps the server’s text for an unknown error code', () => {
  const data = { publishReviews: { __typename: 'NotAllowedError', code: 'invented', message: 'Not on Sundays' } }
  expect(outcomeOf(i18n, data)).toMatchObject({ ok: false, message: 'Not on Sundays', fields: {} })
})

test('uses the server’s text if values are missing', () => {
  const data = {
    startImport: { __typename: 'LimitReachedError', code: 'limitReached', message: 'You’ve reached the limit of 5' },
  }
  expect(outcomeOf(i18n, data)).toMatchObject({ message: 'You’ve reached the limit of 5' })
})

test('says why there is no response', () => {
  expect(failureSentence(i18n, new RequestFailed('offline'))).toBe(
    'We can’t reach the server. Check your connection and try again.',
  )
  expect(failureSentence(i18n, new RequestFailed('session'))).toBe('Please sign in again')
  expect(failureSentence(i18n, new Error('?'))).toBe('Something went wrong on our side')
})

test('has the rules’ sentence for every code', () => {
  expect(Object.keys(sentences).sort()).toEqual(Object.keys(MESSAGES).sort())
  expect(formatSentence(i18n, 'betweenEqual', { min: 1, max: 8760 })).toBe('Enter a number from 1 to 8760')
})
