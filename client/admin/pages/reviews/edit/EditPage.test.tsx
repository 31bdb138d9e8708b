import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { editLoader } from './editLoader.ts'
import { Component as EditPage } from './EditPage.tsx'
import { editable, review } from '../testing/review.ts'

const routes = [
  {
    path: '/reviews/edit/:id',
    loader: editLoader,
    Component: () => (
      <SaveBarHost>
        <EditPage />
      </SaveBarHost>
    ),
  },
]
const allowed = { origin: 'ADMIN', actions: editable(true) }

async function open(changes: object = {}): Promise<MockEnvironment> {
  const { environment } = await show(routes, { at: '/reviews/edit/r1' })
  await answer(environment, 'editLoaderQuery', { node: review(changes) })
  await screen.findByRole('heading', { name: 'Edit review' })
  return environment
}

const inputOf = (environment: MockEnvironment, name: string) =>
  asked(environment, name).request.variables['input'] as object
const save = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Save' }))

test('edits the merchant’s own review, but never its stars', async () => {
  const user = userEvent.setup()
  const environment = await open(allowed)
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  await user.type(screen.getByLabelText('Title'), '!')
  expect(screen.getByText('Changes')).toBeInTheDocument()
  await save(user)
  expect(inputOf(environment, 'useEditReviewMutation')).toEqual({
    id: 'r1',
    version: 3,
    title: 'Hm!',
    content: 'Two\nlines',
  })
  await answer(environment, 'useEditReviewMutation', {
    editReview: {
      __typename: 'EditReviewSuccess',
      data: review({
        ...allowed,
        title: 'Hm!',
        version: 4,
        edited: true,
        original: { title: 'Hm', content: 'Two\nlines', media: [] },
      }),
    },
  })
  expect(await screen.findByText('Saved successfully.')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument()
})

test('hides pictures when the form is saved', async () => {
  const user = userEvent.setup()
  const environment = await open({
    ...allowed,
    media: [
      {
        id: 'm1',
        kind: 'IMAGE',
        url: '/l',
        thumbnailUrl: '/s',
        posterUrl: null,
        seconds: 0,
        width: 9,
        height: 9,
        hidden: false,
      },
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  await save(user)
  expect(inputOf(environment, 'useEditReviewMutation')).toMatchObject({ media: [{ id: 'm1', hidden: true }] })
})

test('allows the merchant’s own review to have no text', async () => {
  const user = userEvent.setup()
  const environment = await open(allowed)
  await user.clear(screen.getByLabelText('Text'))
  await save(user)
  expect(inputOf(environment, 'useEditReviewMutation')).toMatchObject({ content: '' })
})

describe('a customer’s review', () => {
  const askable = { actions: editable(false) }
  const send = (user: ReturnType<typeof userEvent.setup>) =>
    user.click(screen.getByRole('button', { name: 'Send to customer for approval' }))
  const pending = {
    editRequest: 'UNCONFIRMED',
    editRequestedAt: '2026-11-10T10:00:00.000Z',
    editRequestExpiresAt: '2026-12-10T10:00:00.000Z',
    actions: editable(false),
    editProposal: { title: 'Good mug', content: 'Two\nlines', note: 'The name of the mug', media: [] },
  }

  test('sends an edit to the customer, names them, and says what happens next', async () => {
    const user = userEvent.setup()
    const environment = await open(askable)
    expect(screen.getByText(/It is published when the customer approves it/)).toHaveTextContent('ada@reader.test')
    await user.type(screen.getByLabelText('Title'), '!')
    await user.type(screen.getByLabelText('Message to the customer (optional)'), ' Just a typo ')
    await send(user)
    expect(inputOf(environment, 'useEditRequestMutation')).toEqual({
      id: 'r1',
      version: 3,
      title: 'Hm!',
      content: 'Two\nlines',
      note: 'Just a typo',
    })
    await answer(environment, 'useEditRequestMutation', {
      requestReviewEdit: { __typename: 'RequestReviewEditSuccess', data: review({ ...pending, version: 4 }) },
    })
    expect(await screen.findByText('Edit request sent')).toBeInTheDocument()
    expect(screen.getByText('Waiting for approval')).toBeInTheDocument()
    expect(screen.queryByLabelText('Title')).not.toBeInTheDocument()
  })

  test('sends nothing without a change, and says so at the field', async () => {
    const user = userEvent.setup()
    const environment = await open(askable)
    await send(user)
    expect(screen.getByLabelText('Text')).toHaveAccessibleDescription(/Change the title, text, or photos first/)
    expect(screen.getByLabelText('Text')).toHaveFocus()
    expect(() => asked(environment, 'useEditRequestMutation')).toThrow()
  })

  test.each([
    ['a text', {}, 'Text'],
    ['a title that stands alone', { content: '' }, 'Title'],
  ])('rejects removing %s at its field before sending', async (...[, changes, label]) => {
    const user = userEvent.setup()
    const environment = await open({ ...askable, ...changes })
    await user.clear(screen.getByLabelText(label))
    await send(user)
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
      /^The customer wrote this. You can change it, but not leave it empty/,
    )
    expect(() => asked(environment, 'useEditRequestMutation')).toThrow()
  })

  test('shows a pending edit, which can be changed and sent again', async () => {
    const user = userEvent.setup()
    const environment = await open(pending)
    expect(screen.getByText('The name of the mug')).toBeInTheDocument()
    expect(screen.getByText('Good', { exact: false, selector: 'ins' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Change request' }))
    expect(screen.getByLabelText('Title')).toHaveValue('Good mug')
    await user.type(screen.getByLabelText('Title'), '!')
    await send(user)
    expect(inputOf(environment, 'useEditRequestMutation')).toMatchObject({
      title: 'Good mug!',
      note: 'The name of the mug',
    })
  })

  test('withdraws a pending edit', async () => {
    const user = userEvent.setup()
    const environment = await open(pending)
    await user.click(screen.getByRole('button', { name: 'Withdraw request' }))
    expect(inputOf(environment, 'useEditRequestWithdrawMutation')).toEqual({ id: 'r1', version: 3 })
    await answer(environment, 'useEditRequestWithdrawMutation', {
      withdrawReviewEditRequest: {
        __typename: 'WithdrawReviewEditRequestSuccess',
        data: review({ ...askable, version: 4 }),
      },
    })
    expect(await screen.findByText('Edit request withdrawn')).toBeInTheDocument()
    expect(screen.getByLabelText('Title')).toHaveValue('Hm')
  })
})

describe('differences from the original', () => {
  const picture = (id: string, hidden: boolean) => ({
    id,
    kind: 'IMAGE',
    url: `/${id}`,
    thumbnailUrl: `/${id}`,
    posterUrl: null,
    seconds: 0,
    width: 9,
    height: 9,
    hidden,
  })
  const original = {
    title: 'Hm',
    content: 'Two\nlines',
    media: [
      { mediaId: 'm1', hidden: false },
      { mediaId: 'm2', hidden: true },
      { mediaId: 'm3', hidden: false },
    ],
  }

  test('are listed for pictures and texts before saving', async () => {
    const user = userEvent.setup()
    await open({
      ...allowed,
      original,
      media: [picture('m1', true), picture('m2', true), picture('m3', false), picture('m4', false)],
    })
    expect(screen.getByRole('heading', { name: 'Changes' })).toBeInTheDocument()
    expect(screen.getByText('The text hasn’t changed.')).toBeInTheDocument()
    expect(screen.getByText('1 photo or video was added. 1 photo or video is no longer shown.')).toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'Show' })[1]!)
    expect(
      screen.getByText(
        '1 photo or video was added. 1 photo or video is no longer shown. 1 photo or video that was hidden is shown.',
      ),
    ).toBeInTheDocument()
  })

  test('are not listed if nothing changed', async () => {
    await open({ ...allowed, media: [picture('m1', false)] })
    expect(screen.getByRole('heading', { name: 'Original' })).toBeInTheDocument()
    expect(screen.getByText('Photos and videos haven’t changed.')).toBeInTheDocument()
  })
})

test('names a file that is no photo, and uploads the others', async () => {
  const user = userEvent.setup({ applyAccept: false })
  await open(allowed)
  expect(screen.getByText(/are saved immediately\. Visibility changes apply/)).toBeInTheDocument()
  await user.upload(
    screen.getByLabelText('Add photos or a video'),
    new File(['x'], 'notes.pdf', { type: 'application/pdf' }),
  )
  expect(screen.getByRole('alert')).toHaveTextContent(
    'notes.pdf isn’t supported. Use a JPEG, PNG, WebP, AVIF, or GIF photo, or an MP4, MOV, or WebM video.',
  )
})

test('keeps typed text and does not overwrite a review that changed elsewhere', async () => {
  const user = userEvent.setup()
  const environment = await open(allowed)
  await user.type(screen.getByLabelText('Title'), ' mine')
  await save(user)
  await answer(environment, 'useEditReviewMutation', {
    editReview: { __typename: 'StaleError', __isRefusal: 'StaleError', code: 'stale', message: 'Stale', params: null },
  })
  await answer(environment, 'editLoaderQuery', { node: review({ ...allowed, content: 'Theirs', version: 8 }) })
  expect(await screen.findByText('This review has changed since you opened it')).toBeInTheDocument()
  expect(screen.getByLabelText('Title')).toHaveValue('Hm mine')
  await save(user)
  expect(inputOf(environment, 'useEditReviewMutation')).toMatchObject({
    version: 8,
    title: 'Hm mine',
    content: 'Theirs',
  })
})

test.each([
  [
    'imported',
    { origin: 'IMPORTED', actions: [{ action: 'edit', allowed: false, code: 'importedNotEditable', reason: 'x' }] },
    /Imported reviews can’t be edited/,
  ],
  ['no email address', { actions: editable(false, 'editRequestNoEmail') }, /no email address/],
  ['in the trash', { status: 'DELETED', actions: [] }, /Restore it to edit it/],
])('says why editing is not allowed: %s', async (...[, changes, words]) => {
  await open(changes)
  expect(screen.queryByLabelText('Title')).not.toBeInTheDocument()
  expect(screen.getByText(words)).toBeInTheDocument()
})

test('restores the original after one question', async () => {
  const user = userEvent.setup()
  const environment = await open({
    ...allowed,
    edited: true,
    original: { title: 'Was', content: 'Two\nlines', media: [] },
    actions: [...editable(true), { action: 'revert', allowed: true, code: null, reason: null }],
  })
  await user.click(screen.getByRole('button', { name: 'Restore original' }))
  await screen.findByText('Restore the original?')
  await user.click(screen.getAllByRole('button', { name: 'Restore original' }).at(-1)!)
  expect(inputOf(environment, 'useReviewActMutation')).toEqual({ ids: ['r1'], act: 'REVERT', version: 3 })
})
