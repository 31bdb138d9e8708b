import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { SaveBarHost } from '../../shell/SaveBar.tsx'
import { answer, asked, show } from '../../../testing/render.tsx'
import { editLoader } from './editLoader.ts'
import { Component as EditPage } from './EditPage.tsx'
import { editable, review } from './testing/review.ts'

const routes = [{ path: '/reviews/edit/:id', loader: editLoader, Component: () => <SaveBarHost><EditPage /></SaveBarHost> }]
const allowed = { editRequest: 'CONFIRMED', actions: editable(true) }

async function open(changes: object = {}): Promise<MockEnvironment> {
  const { environment } = await show(routes, { at: '/reviews/edit/r1' })
  await answer(environment, 'editLoaderQuery', { node: review(changes) })
  await screen.findByRole('heading', { name: 'Edit a review' })
  return environment
}

const inputOf = (environment: MockEnvironment, name: string) => asked(environment, name).request.variables['input'] as object
const save = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Save' }))

test('what the customer confirmed can be changed, but never the stars', async () => {
  const user = userEvent.setup()
  const environment = await open(allowed)
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  await user.type(screen.getByLabelText('Title'), '!')
  expect(screen.getByText('What changed')).toBeInTheDocument()
  await save(user)
  expect(inputOf(environment, 'useEditReviewMutation')).toEqual({ id: 'r1', version: 3, title: 'Hm!', content: 'Two\nlines' })
  await answer(environment, 'useEditReviewMutation', { editReview: { __typename: 'EditReviewSuccess', data: review({ ...allowed, title: 'Hm!', version: 4, edited: true, original: { title: 'Hm', content: 'Two\nlines', media: [] } }) } })
  expect(await screen.findByText('Saved successfully.')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument()
})

test('pictures are hidden with the save bar', async () => {
  const user = userEvent.setup()
  const environment = await open({ ...allowed, media: [{ id: 'm1', kind: 'IMAGE', url: '/l', thumbnailUrl: '/s', posterUrl: null, seconds: 0, width: 9, height: 9, hidden: false }] })
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  await save(user)
  expect(inputOf(environment, 'useEditReviewMutation')).toMatchObject({ media: [{ id: 'm1', hidden: true }] })
})

test.each([
  ['a text', {}, 'Text'],
  ['a title that stands alone', { content: '' }, 'Title'],
])('%s of the customer is not taken away: the field says so before the server is asked', async (...[, changes, label]) => {
  const user = userEvent.setup()
  const environment = await open({ ...allowed, ...changes })
  await user.clear(screen.getByLabelText(label))
  await save(user)
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/^You can change the customer’s text, but you can’t remove it/)
  expect(() => asked(environment, 'useEditReviewMutation')).toThrow()
})

test.each([
  ['the merchant’s own', { ...allowed, origin: 'ADMIN' }],
  ['stars whose words came with an edit', { ...allowed, original: { title: '', content: '', media: [] } }],
])('%s may stand without words', async (...[, changes]) => {
  const user = userEvent.setup()
  const environment = await open(changes)
  await user.clear(screen.getByLabelText('Text'))
  await save(user)
  expect(inputOf(environment, 'useEditReviewMutation')).toMatchObject({ content: '' })
})

describe('what differs from the original', () => {
  const picture = (id: string, hidden: boolean) => ({ id, kind: 'IMAGE', url: `/${id}`, thumbnailUrl: `/${id}`, posterUrl: null, seconds: 0, width: 9, height: 9, hidden })
  const original = { title: 'Hm', content: 'Two\nlines', media: [{ mediaId: 'm1', hidden: false }, { mediaId: 'm2', hidden: true }, { mediaId: 'm3', hidden: false }] }

  test('is said of pictures as of words, before it is saved', async () => {
    const user = userEvent.setup()
    await open({ ...allowed, original, media: [picture('m1', true), picture('m2', true), picture('m3', false), picture('m4', false)] })
    expect(screen.getByRole('heading', { name: 'What changed' })).toBeInTheDocument()
    expect(screen.getByText('The words are as they were written first.')).toBeInTheDocument()
    expect(screen.getByText('1 photo or video is new. 1 photo or video is no longer shown.')).toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'Show' })[1]!)
    expect(screen.getByText('1 photo or video is new. 1 photo or video is no longer shown. 1 photo or video that was hidden is shown.')).toBeInTheDocument()
  })

  test('is nothing where nothing was changed', async () => {
    await open({ ...allowed, media: [picture('m1', false)] })
    expect(screen.getByRole('heading', { name: 'The original' })).toBeInTheDocument()
    expect(screen.getByText('Photos and videos are as they were first.')).toBeInTheDocument()
  })
})

test('a file that is no photo is named at once, and the others go up', async () => {
  const user = userEvent.setup({ applyAccept: false })
  await open(allowed)
  expect(screen.getByText(/is saved at once\. Hiding and showing waits/)).toBeInTheDocument()
  await user.upload(screen.getByLabelText('Add photos or a video'), new File(['x'], 'notes.pdf', { type: 'application/pdf' }))
  expect(screen.getByRole('alert')).toHaveTextContent('notes.pdf is not a photo in GIF, JPEG or PNG, nor a video in MP4 or WebM.')
})

test('a review changed meanwhile is not saved over, and nothing typed is lost', async () => {
  const user = userEvent.setup()
  const environment = await open(allowed)
  await user.type(screen.getByLabelText('Title'), ' mine')
  await save(user)
  await answer(environment, 'useEditReviewMutation', { editReview: { __typename: 'StaleError', __isRefusal: 'StaleError', code: 'stale', message: 'Stale', params: null } })
  await answer(environment, 'editLoaderQuery', { node: review({ ...allowed, content: 'Theirs', version: 8 }) })
  expect(await screen.findByText('This review was changed meanwhile')).toBeInTheDocument()
  expect(screen.getByLabelText('Title')).toHaveValue('Hm mine')
  await save(user)
  expect(inputOf(environment, 'useEditReviewMutation')).toMatchObject({ version: 8, title: 'Hm mine', content: 'Theirs' })
})

test.each([
  ['imported', { origin: 'IMPORTED', actions: [{ action: 'edit', allowed: false, code: 'importedNotEditable', reason: 'x' }] }, /imported reviews cannot be edited/],
  ['denied', { editRequest: 'DENIED', actions: editable(false) }, /The customer does not want it changed/],
  ['never asked', {}, /they change only when the customer agrees/],
  ['in the trash', { status: 'DELETED', actions: [] }, /Restore it first/],
])('where it is not allowed, %s, the page says why', async (...[, changes, words]) => {
  await open(changes)
  expect(screen.queryByLabelText('Title')).not.toBeInTheDocument()
  expect(screen.getByText(words)).toBeInTheDocument()
})

test('the original comes back after one question', async () => {
  const user = userEvent.setup()
  const environment = await open({ ...allowed, edited: true, original: { title: 'Was', content: 'Two\nlines', media: [] }, actions: [...editable(true), { action: 'revert', allowed: true, code: null, reason: null }] })
  await user.click(screen.getByRole('button', { name: 'Back to the original' }))
  await screen.findByText('Back to the original?')
  await user.click(screen.getAllByRole('button', { name: 'Back to the original' }).at(-1)!)
  expect(inputOf(environment, 'useReviewActMutation')).toEqual({ ids: ['r1'], act: 'REVERT', version: 3 })
})
