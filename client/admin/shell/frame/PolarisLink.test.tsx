import { Link } from '@shopify/polaris'
import { screen } from '@testing-library/react'
import { show } from '../../../testing/render.tsx'
import { ModeContext, type Mode } from './mode.tsx'

test.each([
  ['embedded', '/reviews', '/embed/reviews'],
  ['embedded', '/embed/reviews', '/embed/reviews'],
  ['embedded', '/', '/embed'],
  ['standalone', '/reviews', '/reviews'],
  ['embedded', 'https://help.test/', 'https://help.test/'],
] as const)('%s, %s leads to %s', async (mode: Mode, url, href) => {
  await show(
    [
      {
        path: '*',
        element: (
          <ModeContext value={mode}>
            <Link url={url}>Go</Link>
          </ModeContext>
        ),
      },
    ],
    { at: mode === 'embedded' ? '/embed' : '/' },
  )
  expect(screen.getByRole('link', { name: 'Go' })).toHaveAttribute('href', href)
})
