import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, show } from '../../../testing/render.tsx'
import { Part } from '../../shell/Part.tsx'
import { ReportCard } from './ReportCard.tsx'

const days = ['2026-03-01', '2026-03-02', '2026-03-03']
const series = (changes: object = {}) => ({
  key: 'reviews.submitted',
  label: null,
  values: [1, 0, 4],
  total: 5,
  previousValues: [2, 1, 0],
  previousTotal: 3,
  ...changes,
})

async function card(one = series()) {
  const { environment } = await show([
    {
      path: '/',
      element: (
        <Part waits="…">
          <ReportCard name="reviews-received" kind="bar" />
        </Part>
      ),
    },
  ])
  await answer(environment, 'ReportCardQuery', {
    viewer: {
      shop: {
        id: 'shop',
        report: { unit: 'NUMBER', interval: 'DAY', at: days.map((day) => `${day}T00:00:00.000Z`), series: [one] },
      },
    },
  })
  await screen.findByRole('heading', { name: 'Reviews received' })
}

test('shows total, previous period, and the same numbers as a table', async () => {
  await card()
  expect(screen.getByText('Previous period: 3')).toBeInTheDocument()
  const table = screen.getByRole('table', { name: 'Reviews received', hidden: true })
  expect(
    within(table)
      .getAllByRole('row', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual([
    'DateReviews receivedReviews received, previous period',
    'Mar 1, 202612',
    'Mar 2, 202601',
    'Mar 3, 202640',
  ])
})

test('reads single points by arrow keys until Escape', async () => {
  const user = userEvent.setup()
  await card()
  const plot = screen.getByRole('slider', { name: 'Reviews received: data' })
  act(() => plot.focus())
  expect(plot).toHaveAttribute('aria-valuetext', 'Mar 3, 2026, Reviews received 4')
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(plot).toHaveAttribute('aria-valuetext', 'Mar 1, 2026, Reviews received 1')
  expect(screen.getByText('(previously: 2)')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('(previously: 2)')).not.toBeInTheDocument()
})

test('says that a period is empty', async () => {
  await card(series({ values: [0, 0, 0], total: 0, previousValues: [0, 0, 0], previousTotal: 0 }))
  expect(screen.getByText('No data for this period')).toBeInTheDocument()
  expect(screen.queryByRole('table', { hidden: true })).not.toBeInTheDocument()
})
