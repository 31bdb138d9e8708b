import { screen } from '@testing-library/react'
import { show } from '../../testing/render.tsx'
import { RatingHistogram } from './RatingHistogram.tsx'

test('draws no bar for a rating without reviews', async () => {
  await show([{ path: '/', element: <RatingHistogram histogram={[0, 0, 0, 1, 9]} /> }])
  await screen.findByRole('table', { name: 'Reviews by rating' })
  const bars = [...document.querySelectorAll<HTMLElement>('.c-histogram-bar')].map(({ style }) => style.inlineSize)
  expect(bars).toHaveLength(2)
})
