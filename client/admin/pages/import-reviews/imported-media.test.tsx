import { screen, within } from '@testing-library/react'
import { answer, show } from '../../../testing/render.tsx'
import { ImportedMedia } from './ImportedMedia.tsx'

const open = async (media: object) => {
  const { environment } = await show([{ path: '/import', element: <ImportedMedia importId="run" /> }], { at: '/import' })
  await answer(environment, 'ImportedMediaQuery', { importRun: { id: 'run', media: { waiting: 0, failed: 0, broken: [], ...media } } })
}

test('pictures that could not be had are listed with their address, the reason and the way to the review', async () => {
  await open({ failed: 2, broken: [
    { reviewId: 'r1', address: 'https://p.example.test/gone.jpg', problem: 'status' },
    { reviewId: 'r2', address: 'https://p.example.test/page.html', problem: 'somethingNew' },
  ] })
  const card = screen.getByRole('region', { name: 'Pictures and videos' })
  expect(within(card).getByText('2 could not be had. Their reviews came in without them.')).toBeInTheDocument()
  const [gone, odd] = within(card).getAllByRole('listitem')
  expect(gone).toHaveTextContent('https://p.example.test/gone.jpg')
  expect(gone).toHaveTextContent('The server does not give it out.')
  expect(gone && within(gone).getByRole('link', { name: 'See the review' })).toHaveAttribute('href', expect.stringContaining('/reviews/reply/r1'))
  expect(odd).toHaveTextContent('It could not be kept.')
})

test('those still to come are told', async () => {
  await open({ waiting: 3 })
  expect(screen.getByRole('status')).toHaveTextContent('3 are still being fetched.')
})

test('nothing is said where all are here', async () => {
  await open({})
  expect(screen.queryByText('Pictures and videos')).not.toBeInTheDocument()
})
