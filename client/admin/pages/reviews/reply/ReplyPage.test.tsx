import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { Component as ReplyPage } from './ReplyPage.tsx'
import { replyLoader } from './replyLoader.ts'
import { editable, review } from '../testing/review.ts'

const routes = [
  {
    path: '/reviews/reply/:id',
    loader: replyLoader,
    Component: () => (
      <SaveBarHost>
        <ReplyPage />
      </SaveBarHost>
    ),
  },
]
const answered = (content: string) => ({ reply: { content, createdAt: '2026-11-02T10:00:00.000Z' } })

const shop = {
  id: 'shop',
  ianaTimezone: 'Europe/London',
  replyTemplates: { id: 'rt', templates: [] as object[] },
  emailTemplates: { id: 't', reviewReply: { sendAfter: 'CUSTOM', sendAfterCustom: 5, timeUnit: 'MINUTES' } },
}
const found = (changes: object = {}, templates: object[] = []) => ({
  viewer: { shop: { ...shop, replyTemplates: { id: 'rt', templates } } },
  node: review(changes),
})

async function open(changes: object = {}, viewer = merchant, templates: object[] = []): Promise<MockEnvironment> {
  const { environment } = await show(routes, { at: '/reviews/reply/r1', viewer })
  await answer(environment, 'replyLoaderQuery', found(changes, templates))
  await screen.findByRole('heading', { name: 'Review and reply' })
  return environment
}

const publish = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Publish reply' }))
const inputOf = (environment: MockEnvironment, name: string) =>
  asked(environment, name).request.variables['input'] as object
const refusal = (code: string, message: string) => ({
  __typename: 'StaleError',
  __isRefusal: 'StaleError',
  code,
  message,
  params: null,
})

describe('the reply', () => {
  test('is rejected if empty, before sending', async () => {
    const user = userEvent.setup()
    const environment = await open()
    await publish(user)
    expect(await screen.findByText('Enter a reply')).toBeInTheDocument()
    expect(() => asked(environment, 'useReplyMutation')).toThrow()
  })

  test('is published with the loaded version, emailed unless turned off, then edited', async () => {
    const user = userEvent.setup()
    const environment = await open()
    await user.type(screen.getByLabelText('Your public reply'), ' Thank you ')
    await publish(user)
    expect(inputOf(environment, 'useReplyMutation')).toEqual({
      id: 'r1',
      version: 3,
      content: 'Thank you',
      sendMail: true,
    })
    await answer(environment, 'useReplyMutation', {
      replyToReview: { __typename: 'ReplyToReviewSuccess', data: review({ ...answered('Thank you'), version: 4 }) },
    })
    expect(await screen.findByText('Reply saved. We’ll email Ada in about 5 minutes.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Save reply' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('says that an existing one was edited', async () => {
    const user = userEvent.setup()
    const environment = await open(answered('Thank you'))
    await user.type(screen.getByLabelText('Your public reply'), '!')
    await user.click(screen.getByRole('button', { name: 'Save reply' }))
    await answer(environment, 'useReplyMutation', {
      replyToReview: { __typename: 'ReplyToReviewSuccess', data: review({ ...answered('Thank you!'), version: 4 }) },
    })
    expect(await screen.findByText('Reply edited.')).toBeInTheDocument()
  })

  test('to a pending review says when shoppers will see it', async () => {
    const user = userEvent.setup()
    const environment = await open({ status: 'PENDING' })
    await user.type(screen.getByLabelText('Your public reply'), 'Thank you')
    await user.click(screen.getByLabelText('Email this reply to the reviewer'))
    await user.click(screen.getByRole('button', { name: 'Save reply' }))
    await answer(environment, 'useReplyMutation', {
      replyToReview: {
        __typename: 'ReplyToReviewSuccess',
        data: review({ ...answered('Thank you'), status: 'PENDING', version: 4 }),
      },
    })
    expect(await screen.findByText('Reply saved. It appears when the review is published.')).toBeInTheDocument()
  })

  test.each([
    [{ state: 'SENT', reason: null }, /^Emailed to the reviewer on Nov 2, 2026/],
    [
      { state: 'FAILED', reason: 'planLacksEmail' },
      /^The reply wasn’t emailed on .* Your plan doesn’t include this email$/,
    ],
    [{ state: 'FAILED', reason: '550 5.7.1 no' }, /550 5\.7\.1 no$/],
  ])('says what became of its email: %j', async (mail, words) => {
    await open({ ...answered('Thank you'), replyMail: { ...mail, at: '2026-11-02T10:05:00.000Z' } })
    expect(screen.getByText(words)).toBeInTheDocument()
  })

  test('keeps a text that is too long in its field, with a count and an error', async () => {
    const user = userEvent.setup()
    const environment = await open()
    const field = screen.getByLabelText('Your public reply')
    await user.click(field)
    await user.paste('x'.repeat(5_001))
    expect(field).toHaveValue('x'.repeat(5_001))
    expect(screen.getByText('5,001 of 5,000 characters')).toBeInTheDocument()
    expect(screen.getByText('Enter up to 5000 characters')).toBeInTheDocument()
    await publish(user)
    expect(() => asked(environment, 'useReplyMutation')).toThrow()
    await user.type(field, '{Backspace}')
    expect(screen.queryByText('Enter up to 5000 characters')).not.toBeInTheDocument()
    await publish(user)
    expect(inputOf(environment, 'useReplyMutation')).toMatchObject({ content: 'x'.repeat(5_000) })
  })

  test('fills a template’s and typed merge fields with the review’s data', async () => {
    const user = userEvent.setup()
    const environment = await open()
    await user.click(screen.getByRole('button', { name: 'Use a template' }))
    await user.click(await screen.findByText('An apology'))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your public reply').value).toMatch(
      /^We are sorry, Ada\. This is not what Apron should be like/,
    )
    await user.clear(screen.getByLabelText('Your public reply'))
    await user.type(screen.getByLabelText('Your public reply'), 'Dear {{{{name}}, yours {{{{store}}')
    await publish(user)
    expect(inputOf(environment, 'useReplyMutation')).toMatchObject({ content: 'Dear Ada, yours Fernhill Goods' })
  })

  test('offers the best fitting template first, with the reason, then earlier replies', async () => {
    const user = userEvent.setup()
    const template = { minRate: 1, maxRate: 5, words: [], productIds: [], language: '' }
    const environment = await open({}, merchant, [
      { ...template, id: 'a', name: 'For all', content: 'Hello {{ customer_name }}' },
      {
        ...template,
        id: 'b',
        name: 'Two lines',
        content: 'Thanks for {{ product_title }}',
        maxRate: 2,
        words: ['lines'],
      },
      { ...template, id: 'c', name: 'Praise', content: 'Great', minRate: 4 },
    ])
    await user.click(screen.getByRole('button', { name: 'Use a template' }))
    const [first, second] = await screen.findAllByText(/ — (Thanks for Apron|Hello Ada)$/)
    expect(first).toHaveTextContent('1–2 stars · “lines” — Thanks for Apron')
    expect(second).toHaveTextContent('Any review — Hello Ada')
    await answer(environment, 'EarlierRepliesQuery', {
      node: { ...review(), replySuggestions: [{ content: 'Sorry, {{ customer_name }}!', rate: 2, product: 'Apron' }] },
    })
    await user.click(await screen.findByText('2 stars · Apron'))
    expect(screen.getByLabelText('Your public reply')).toHaveValue('Sorry, Ada!')
  })

  test('has a public date that is a day of the shop', async () => {
    const user = userEvent.setup()
    const environment = await open()
    await user.type(screen.getByLabelText('Your public reply'), 'x')
    await user.type(screen.getByLabelText('Display date'), '2026-11-05')
    await publish(user)
    expect(inputOf(environment, 'useReplyMutation')).toMatchObject({ createdAt: '2026-11-05T00:00:00.000Z' })
  })

  test('is not emailed to customers without an address, and says why', async () => {
    const user = userEvent.setup()
    const environment = await open({ replyMailRefusal: 'unsubscribed' })
    expect(screen.getByLabelText('Email this reply to the reviewer')).toBeDisabled()
    expect(screen.getByText('This email address is unsubscribed')).toBeInTheDocument()
    await user.type(screen.getByLabelText('Your public reply'), 'x')
    await publish(user)
    expect(inputOf(environment, 'useReplyMutation')).toMatchObject({ sendMail: false })
  })

  test('shows the server’s error at the field', async () => {
    const user = userEvent.setup()
    const environment = await open()
    await user.type(screen.getByLabelText('Your public reply'), 'x')
    await publish(user)
    await answer(environment, 'useReplyMutation', {
      replyToReview: {
        __typename: 'InvalidInputError',
        __isRefusal: 'InvalidInputError',
        code: 'fillAtMost',
        message: 'Enter up to 5000 characters',
        fields: [{ path: 'content', code: 'fillAtMost', message: 'Enter up to 5000 characters' }],
      },
    })
    expect(await screen.findByText('Enter up to 5000 characters')).toBeInTheDocument()
  })

  test('says that it could not be saved', async () => {
    const user = userEvent.setup()
    const environment = await open(answered('Thank you'))
    await user.type(screen.getByLabelText('Your public reply'), '!')
    await user.click(screen.getByRole('button', { name: 'Save reply' }))
    environment.mock.rejectMostRecentOperation(new Error('away'))
    expect(await screen.findByText('We couldn’t send the reply')).toBeInTheDocument()
    expect(screen.getByLabelText('Your public reply')).toHaveValue('Thank you!')
  })

  test('keeps typed text and does not overwrite a review that changed elsewhere', async () => {
    const user = userEvent.setup()
    const environment = await open()
    await user.type(screen.getByLabelText('Your public reply'), 'Mine')
    await publish(user)
    await answer(environment, 'useReplyMutation', { replyToReview: refusal('stale', 'Stale') })
    await answer(environment, 'replyLoaderQuery', {
      viewer: { shop },
      node: review({ ...answered('Theirs'), version: 9 }),
    })
    expect(await screen.findByText('This review has changed since you opened it')).toBeInTheDocument()
    expect(screen.getByText('Theirs')).toBeInTheDocument()
    expect(screen.getByLabelText('Your public reply')).toHaveValue('Mine')
    await user.click(screen.getByRole('button', { name: 'Save reply' }))
    expect(inputOf(environment, 'useReplyMutation')).toMatchObject({ version: 9, content: 'Mine' })
  })

  test('asks once before it is deleted', async () => {
    const user = userEvent.setup()
    const environment = await open(answered('Thank you'))
    await user.click(screen.getByRole('button', { name: 'Delete reply' }))
    await screen.findByText('Delete reply?')
    await user.click(screen.getAllByRole('button', { name: 'Delete reply' }).at(-1) ?? document.body)
    await answer(environment, 'useReplyDeleteMutation', {
      deleteReply: { __typename: 'DeleteReplySuccess', data: review() },
    })
    expect(await screen.findByText('Reply deleted')).toBeInTheDocument()
    expect(screen.getByLabelText('Your public reply')).toHaveValue('')
  })

  test('is locked on the free plan and names the required plan (spec 6)', async () => {
    await open({}, { ...merchant, shop: merchant.shop && { ...merchant.shop, plan: 'free' } })
    expect(screen.getByLabelText('Your public reply')).toBeDisabled()
    expect(screen.getByText('Pro plan')).toBeInTheDocument()
  })
})

describe('actions on a review', () => {
  test('are buttons if possible, and trash can be undone', async () => {
    const user = userEvent.setup()
    const environment = await open()
    expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Move to trash' }))
    expect(inputOf(environment, 'useReviewActMutation')).toEqual({ ids: ['r1'], act: 'TRASH', version: 3 })
    await answer(environment, 'useReviewActMutation', {
      actOnReviews: {
        __typename: 'ActOnReviewsSuccess',
        data: {
          reviews: [
            review({
              status: 'DELETED',
              version: 4,
              actions: [{ action: 'restore', allowed: true, code: null, reason: null }],
            }),
          ],
        },
      },
    })
    expect(screen.getByRole('button', { name: 'Restore' })).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(inputOf(environment, 'useReviewActMutation')).toEqual({ ids: ['r1'], act: 'RESTORE', version: null })
  })

  test('ask for a reason before hiding a shopper’s review', async () => {
    const user = userEvent.setup()
    const environment = await open({ needsReason: true })
    await user.click(screen.getByRole('button', { name: 'Hide from store' }))
    await user.click(await screen.findByLabelText('Another reason'))
    await user.click(screen.getByRole('button', { name: 'Hide review' }))
    expect(() => inputOf(environment, 'useReviewActMutation')).toThrow()
    await user.type(screen.getByLabelText('Message to the author'), 'About delivery')
    await user.click(screen.getByRole('button', { name: 'Hide review' }))
    expect(inputOf(environment, 'useReviewActMutation')).toEqual({
      ids: ['r1'],
      act: 'UNPUBLISH',
      version: 3,
      reason: 'OTHER',
      note: 'About delivery',
    })
  })

  test('answer an objection', async () => {
    const user = userEvent.setup()
    const at = '2026-11-02T10:00:00.000Z'
    const told = { reason: 'SPAM', note: '', createdAt: at, mailedAt: at, answer: '', decidedAt: null, decision: null }
    const statement = { ...told, objection: 'I bought it', objectedAt: at }
    const environment = await open({ status: 'HIDDEN', statement })
    expect(screen.getByText('I bought it')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Publish again' }))
    expect(inputOf(environment, 'StatementCardMutation')).toEqual({ id: 'r1', decision: 'RESTORED', answer: '' })
  })

  test('give the reason if impossible', async () => {
    const user = userEvent.setup()
    await open()
    await user.click(screen.getByRole('button', { name: 'More' }))
    const [item] = await screen.findAllByText('Only published reviews can be testimonials')
    expect(item!.closest('button')).toHaveTextContent(/^Add to testimonials/)
    expect(item!.closest('button')).toBeDisabled()
  })

  test('request an edit from the card and from the menu', async () => {
    const user = userEvent.setup()
    await open()
    expect(screen.getByText(/Changes to this review need the customer’s approval/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('button', { name: /^Pin to the top/ })
    expect(screen.getAllByRole('button', { name: /^Request an edit/ })).toHaveLength(2)
  })

  test('say why a customer can’t be asked', async () => {
    await open({ actions: editable(false, 'editRequestNoEmail') })
    expect(screen.getByText('There’s no email address, so we can’t send the edit request')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Request an edit' })).not.toBeInTheDocument()
  })

  test('say since when and until when an edit request waits', async () => {
    await open({
      editRequest: 'UNCONFIRMED',
      editRequestedAt: '2026-11-10T10:00:00.000Z',
      editRequestExpiresAt: '2026-12-10T10:00:00.000Z',
      actions: editable(false),
    })
    expect(
      screen.getByText(
        /Waiting for the customer’s approval since November 10, 2026\. The request expires on December 10, 2026\./,
      ),
    ).toBeInTheDocument()
  })
})

test('name the rule behind the status, with its values', async () => {
  await open()
  expect(screen.getByText('Pending (2 of 5 stars; your minimum for auto-publishing is 4).')).toBeInTheDocument()
})

test('say in the history who did what, and the values before', async () => {
  await open({
    history: [
      {
        id: 'h2',
        at: '2026-11-03T10:00:00.000Z',
        actor: 'MERCHANT',
        actorName: 'robin@fernhill.test',
        action: 'edited',
        before: '{"title":"Hm"}',
        after: '{"title":"Well","edited":true}',
        bulk: false,
      },
      {
        id: 'h1',
        at: '2026-11-01T10:00:00.000Z',
        actor: 'RULE',
        actorName: '',
        action: 'published',
        before: '{"status":"pending"}',
        after: '{"status":"published"}',
        bulk: true,
      },
    ],
  })
  const [edited, published] = within(screen.getByRole('heading', { name: 'History' }).closest('.Polaris-ShadowBevel')!)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(edited).toMatch(/Edited.*robin@fernhill\.test.*Title.*Hm.*Well/)
  expect(published).toMatch(/Published.*bulk action.*Automatic.*Status.*Pending.*Published/)
})

test('fold long texts of the history until opened', async () => {
  const user = userEvent.setup()
  const long = `${'A very long text goes on and on. '.repeat(20)}The end`
  await open({
    history: [
      {
        id: 'h1',
        at: '2026-11-03T10:00:00.000Z',
        actor: 'MERCHANT',
        actorName: '',
        action: 'edited',
        before: JSON.stringify({ content: 'Short', title: 'Hm' }),
        after: JSON.stringify({ content: long, title: 'Hm, well' }),
        bulk: false,
      },
    ],
  })
  expect(screen.queryByText(/The end/)).not.toBeInTheDocument()
  expect(screen.getByText(/^A very long text.*…$/)).toBeInTheDocument()
  expect(screen.getByText('Hm, well')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByText(long)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show less' }))
  expect(screen.queryByText(/The end/)).not.toBeInTheDocument()
})

describe('the previous and next review of the list', () => {
  async function openFromList() {
    const user = userEvent.setup()
    const shown = await show([{ path: '/reviews/list', element: <p>The list</p> }, ...routes], { at: '/reviews/list' })
    await act(() => shown.router.navigate('/reviews/reply/r1', { state: { listed: ['r0', 'r1', 'r2'] } }))
    await answer(shown.environment, 'replyLoaderQuery', found())
    await screen.findByRole('heading', { name: 'Review and reply' })
    return { ...shown, user }
  }
  const opened = (environment: MockEnvironment) => asked(environment, 'replyLoaderQuery').request.variables

  test('are one click away, and Back leads to the list', async () => {
    const { environment, router, user } = await openFromList()
    await user.click(screen.getByRole('button', { name: 'Next review' }))
    expect(opened(environment)).toEqual({ id: 'r2' })
    await answer(environment, 'replyLoaderQuery', found({ id: 'r2', title: 'The last' }))
    expect(await screen.findByRole('heading', { name: 'The last' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Next review' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('button', { name: 'Previous review' })).not.toHaveAttribute('aria-disabled', 'true')
    await act(() => router.navigate(-1))
    expect(screen.getByText('The list')).toBeInTheDocument()
  })

  test('have the list’s shortcuts, except while typing', async () => {
    const { environment, user } = await openFromList()
    await user.type(screen.getByLabelText('Your public reply'), 'jk')
    await user.clear(screen.getByLabelText('Your public reply'))
    expect(() => opened(environment)).toThrow()
    await user.click(screen.getByRole('heading', { name: 'Review and reply' }))
    await user.keyboard('k')
    expect(opened(environment)).toEqual({ id: 'r0' })
  })

  test('have no shortcuts if these are off', async () => {
    localStorage.setItem('candor.listKeys', 'off')
    const { environment, user } = await openFromList()
    await user.keyboard('j')
    expect(() => opened(environment)).toThrow()
    localStorage.removeItem('candor.listKeys')
  })

  test('are missing after coming another way', async () => {
    await open()
    expect(screen.queryByRole('button', { name: 'Next review' })).not.toBeInTheDocument()
  })
})

test('shows a page not found for an unknown review', async () => {
  const { environment } = await show(routes, { at: '/reviews/reply/nope' })
  await answer(environment, 'replyLoaderQuery', { viewer: { shop: null }, node: null })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
})
