import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { createLoader } from './createLoader.ts'
import { Component as CreatePage } from './CreatePage.tsx'

const routes = [
  {
    path: '/reviews/new',
    loader: createLoader,
    Component: () => (
      <SaveBarHost>
        <CreatePage />
      </SaveBarHost>
    ),
  },
  { path: '/reviews/reply/:id', element: <p>The new review</p> },
]

async function open(viewer = merchant) {
  const { environment, router } = await show(routes, { at: '/reviews/new', viewer })
  await answer(environment, 'createLoaderQuery', {
    viewer: { shop: { id: 'shop', name: 'Fernhill Goods', ianaTimezone: 'Europe/London' } },
  })
  return { environment, router, user: userEvent.setup() }
}

test('creates a review of the shop and opens its page without a question', async () => {
  const { environment, user } = await open()
  await user.click(await screen.findByRole('radio', { name: /Your store/ }))
  await user.click(screen.getByRole('radio', { name: '4 stars' }))
  await user.type(screen.getByLabelText('Text'), 'Told me at the market')
  await user.type(screen.getByLabelText('Date'), '2026-07-02')
  await user.click(screen.getByRole('radio', { name: /Pending/ }))
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  expect(asked(environment, 'useCreateReviewMutation').request.variables).toEqual({
    input: {
      productId: null,
      rate: 4,
      title: '',
      content: 'Told me at the market',
      firstName: '',
      lastName: '',
      email: '',
      published: false,
      createdAt: '2026-07-01T23:00:00.000Z',
    },
  })
  await answer(environment, 'useCreateReviewMutation', {
    createReview: { __typename: 'CreateReviewSuccess', data: { id: 'r9' } },
  })
  expect(await screen.findByText('The new review')).toBeInTheDocument()
})

test('requires stars and a product before sending', async () => {
  const { environment, user } = await open()
  await answer(environment, 'ProductPickerQuery', { viewer: { shop: { id: 'shop', products: { edges: [] } } } })
  await user.click(await screen.findByRole('button', { name: 'Add review' }))
  expect(screen.getByText('Choose one to five stars')).toBeInTheDocument()
  expect(screen.getByText('This is a required field')).toBeInTheDocument()
  expect(() => asked(environment, 'useCreateReviewMutation')).toThrow()
})

test('rejects a future date at its field, and asks before leaving', async () => {
  const { environment, router, user } = await open()
  await user.click(await screen.findByRole('radio', { name: /Your store/ }))
  await user.click(screen.getByRole('radio', { name: '1 star' }))
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await answer(environment, 'useCreateReviewMutation', {
    createReview: {
      __typename: 'InvalidInputError',
      __isRefusal: 'InvalidInputError',
      code: 'dateInFuture',
      message: 'x',
      params: null,
      fields: [{ path: 'createdAt', code: 'dateInFuture', message: 'x', params: null }],
    },
  })
  expect(await screen.findByText('The date is in the future')).toBeInTheDocument()
  await act(() => router.navigate('/reviews/reply/r1'))
  expect(await screen.findByText('Leave page with unsaved changes?')).toBeInTheDocument()
})

describe('photos and a video', () => {
  const film = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'video/mp4' })
  beforeAll(() => {
    // jsdom keeps no bytes behind object URLs.
    URL.createObjectURL = () => 'blob:film'
  })

  test('takes one video besides the photos', async () => {
    const { user } = await open()
    await user.upload(await screen.findByLabelText('Add photos or a video'), [
      film('one.mp4'),
      film('two.mp4'),
      new File(['x'], 'a.png', { type: 'image/png' }),
    ])
    expect(screen.getAllByLabelText('Selected video')).toHaveLength(1)
    expect(screen.getByAltText('Selected photo')).toBeInTheDocument()
    expect(screen.getByText(/up to 60 seconds and 50 MB/)).toBeInTheDocument()
    expect(screen.getByText(/^two\.mp4: You’ve reached the file upload limit/)).toBeInTheDocument()
    expect(screen.getByText(/Uploaded when you add the review/)).toBeInTheDocument()
  })

  test('rejects one that is too large before sending it', async () => {
    const { user } = await open()
    const large = film('large.mp4')
    Object.defineProperty(large, 'size', { value: 51 * 1024 * 1024 })
    await user.upload(await screen.findByLabelText('Add photos or a video'), large)
    expect(await screen.findByText(/^large\.mp4: Videos can be up to 50 MB/)).toBeInTheDocument()
    expect(screen.queryByLabelText('Selected video')).not.toBeInTheDocument()
  })

  test('names a file that is neither', async () => {
    await open()
    await userEvent
      .setup({ applyAccept: false })
      .upload(
        await screen.findByLabelText('Add photos or a video'),
        new File(['x'], 'notes.pdf', { type: 'application/pdf' }),
      )
    expect(screen.getByRole('alert')).toHaveTextContent(
      'notes.pdf isn’t supported. Use a JPEG, PNG, WebP, AVIF, or GIF photo, or an MP4, MOV, or WebM video.',
    )
    expect(screen.queryByAltText('Selected photo')).not.toBeInTheDocument()
  })

  test('names the required plan on a lower plan', async () => {
    const { user } = await open({ ...merchant, shop: { ...merchant.shop!, plan: 'pro' } })
    expect(await screen.findByText(/Videos are available on the Advanced plan/)).toBeInTheDocument()
    await user.upload(screen.getByLabelText('Add photos'), film('one.mp4'))
    expect(screen.queryByLabelText('Selected video')).not.toBeInTheDocument()
  })
})

test('is not shown in a read-only session', async () => {
  await open({ ...merchant, readOnly: true })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
})
