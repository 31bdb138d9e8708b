import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { answer, asked, merchant, show } from '../../../testing/render.tsx'
import { Component as ReplyPage } from './ReplyPage.tsx'
import { replyLoader } from './replyLoader.ts'

const routes = [{ path: '/reviews/reply/:id', loader: replyLoader, Component: ReplyPage }]
const review = (reply: string | null) => ({
  __typename: 'Review', __isNode: 'Review', id: 'r1', rate: 2, title: 'Hm', content: 'Two\nlines', status: 'PUBLISHED', source: 'CUSTOMER',
  firstName: 'Ada', lastName: 'Lind', email: 'ada@reader.test', verified: true, createdAt: '2026-11-01T10:00:00.000Z',
  product: { id: 'p1', title: 'Apron', image: null }, media: [], why: { code: 'rule.belowThreshold', params: '{"rate":2,"threshold":4}' }, reply: reply === null ? null : { content: reply, createdAt: '2026-11-02T10:00:00.000Z' },
  actions: [],
})

async function open(reply: string | null, viewer = merchant): Promise<MockEnvironment> {
  const { environment } = await show(routes, { at: '/reviews/reply/r1', viewer })
  await answer(environment, 'replyLoaderQuery', { node: review(reply) })
  await screen.findByRole('heading', { name: 'Reply to a review' })
  return environment
}

test('an empty reply is refused in the specification’s words, before the server is asked', async () => {
  const user = userEvent.setup()
  const environment = await open(null)
  await user.click(screen.getByRole('button', { name: 'Publish reply' }))
  expect(await screen.findByText('Reply content is required')).toBeInTheDocument()
  expect(() => asked(environment, 'ReplyFormSaveMutation')).toThrow()
})

test('a reply is published, then changed', async () => {
  const user = userEvent.setup()
  const environment = await open(null)
  await user.type(screen.getByLabelText('Your public reply'), ' Thank you ')
  await user.click(screen.getByRole('button', { name: 'Publish reply' }))
  expect(asked(environment, 'ReplyFormSaveMutation').request.variables).toEqual({ input: { id: 'r1', content: 'Thank you' } })
  await answer(environment, 'ReplyFormSaveMutation', { replyToReview: { __typename: 'ReplyToReviewSuccess', data: review('Thank you') } })
  expect(await screen.findByText('Reply published')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Save reply' })).toHaveAttribute('aria-disabled', 'true')
})

test('what the server says of the field stands at the field', async () => {
  const user = userEvent.setup()
  const environment = await open(null)
  await user.type(screen.getByLabelText('Your public reply'), 'x')
  await user.click(screen.getByRole('button', { name: 'Publish reply' }))
  await answer(environment, 'ReplyFormSaveMutation', {
    replyToReview: { __typename: 'InvalidInputError', __isRefusal: 'InvalidInputError', code: 'fillAtMost', message: 'Fill at most 5000 characters', fields: [{ path: 'content', code: 'fillAtMost', message: 'Fill at most 5000 characters' }] },
  })
  expect(await screen.findByText('Fill at most 5000 characters')).toBeInTheDocument()
})

test('taking a reply away asks once', async () => {
  const user = userEvent.setup()
  const environment = await open('Thank you')
  await user.click(screen.getByRole('button', { name: 'Delete reply' }))
  await screen.findByText('Delete the reply?')
  await user.click(screen.getAllByRole('button', { name: 'Delete reply' }).at(-1) ?? document.body)
  await answer(environment, 'ReplyFormDeleteMutation', { deleteReply: { __typename: 'DeleteReplySuccess', data: review(null) } })
  expect(await screen.findByText('Reply deleted')).toBeInTheDocument()
  expect(screen.getByLabelText('Your public reply')).toHaveValue('')
})

test('on the free plan the reply is locked and names the plan (spec 6)', async () => {
  await open(null, { ...merchant, shop: merchant.shop && { ...merchant.shop, plan: 'free' } })
  expect(screen.getByLabelText('Your public reply')).toBeDisabled()
  expect(screen.getByText('Pro plan')).toBeInTheDocument()
})

test('the rule that put it there is named with its values', async () => {
  await open(null)
  expect(screen.getByText('It waits for you: 2 stars, and only from 4 stars on reviews publish themselves.')).toBeInTheDocument()
})

test('an unknown review is a page that does not exist', async () => {
  const { environment } = await show(routes, { at: '/reviews/reply/nope' })
  await answer(environment, 'replyLoaderQuery', { node: null })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
})
