import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show, signedIn } from '../../../../testing/render.tsx'
import { EditPhotos } from './EditPhotos.tsx'

const photo = { id: 'photo', kind: 'IMAGE', thumbnailUrl: '/media/photo', hidden: false }

/** The platform gives no proof of the session, so every request fails. */
async function open() {
  const session = { ...signedIn(), credentials: () => Promise.reject(new Error('no token')) }
  await show(
    [
      {
        path: '/',
        element: <EditPhotos reviewId="review" media={[photo]} isHidden={() => false} setHidden={() => undefined} />,
      },
    ],
    { session },
  )
  return userEvent.setup()
}

test('shows a failed removal, which can be retried', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Something went wrong on our side')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove' })).toHaveAttribute('aria-disabled', 'false'))
})

test('shows a failed upload and lets another photo be chosen', async () => {
  const user = await open()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, new File(['x'], 'mug.png', { type: 'image/png' }))
  expect(await screen.findByText('mug.png: Something went wrong on our side')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add photos or a video' })).toHaveAttribute('aria-disabled', 'false')
})
