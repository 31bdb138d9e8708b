import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { INSTAGRAM_WIDGET, type InstagramSettings } from '../../../../../rules/settings/instagram-widget.ts'
import { REVIEW_BOX } from '../../../../../rules/settings/review-box.ts'
import { toGraphql } from '../../../../../rules/settings/shape.ts'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { Component as InstagramPage } from './InstagramPage.tsx'
import { instagramLoader } from './instagramLoader.ts'

const branding = {
  id: 'br',
  version: 0,
  primaryColor: '#1f5b45',
  textColor: '#1e1b16',
  backgroundColor: '#ffffff',
  starColor: '#d98e04',
  font: 'inherit',
  starIcon: 'STAR',
  corners: 'SOFT',
  logo: '',
  isRemoveBranding: false,
}
const post = {
  id: '1',
  caption: 'Slow mornings',
  permalink: 'https://www.instagram.com/p/1/',
  isVideo: false,
  image: '/media/a/b/medium',
  postedAt: '2026-03-01T10:00:00.000Z',
  products: [],
}

async function open(settings: Partial<InstagramSettings>, { hasLogin = true } = {}) {
  const shown = await show(
    [
      {
        path: '/page',
        loader: instagramLoader,
        element: (
          <SaveBarHost>
            <InstagramPage />
          </SaveBarHost>
        ),
      },
    ],
    { at: '/page' },
  )
  await answer(shown.environment, 'instagramLoaderQuery', {
    viewer: {
      shop: {
        __typename: 'Shop',
        id: 'shop',
        name: 'Fernhill Goods',
        ianaTimezone: 'UTC',
        plan: 'advanced',
        enableRemoveBranding: false,
        branding,
        hasInstagramLogin: hasLogin,
        general: { id: 'g', hideReviewDate: false, enableCountryFlag: false, isRtlStore: false },
        reviewBox: { ...(toGraphql(REVIEW_BOX.shape, REVIEW_BOX.defaults) as object), id: 'b', version: 0 },
        ratingSummary: { count: 0, average: 0, histogram: [0, 0, 0, 0, 0] },
        pickedReviews: [],
        pickedPhotos: [],
        instagramWidget: {
          ...(toGraphql(INSTAGRAM_WIDGET.shape, { ...INSTAGRAM_WIDGET.defaults, ...settings }) as object),
          id: 'i',
          version: 1,
        },
      },
    },
  })
  return { ...shown, user: userEvent.setup() }
}

const preview = (): string => screen.getByTitle('Preview of the widget').getAttribute('srcdoc') ?? ''

test('offers the login, or a token if the operator has no app', async () => {
  const { user, environment } = await open({ enabled: true })
  expect(preview()).toContain('data-candor-widget="instagramWidget"')
  await user.click(screen.getByRole('button', { name: 'Connect Instagram' }))
  expect(asked(environment, 'useInstagramActsLoginMutation').request.variables).toEqual({ input: { embedded: false } })
})

test('connects with a token', async () => {
  const { user, environment } = await open({}, { hasLogin: false })
  expect(screen.queryByRole('button', { name: 'Connect Instagram' })).not.toBeInTheDocument()
  await user.type(screen.getByLabelText('Access token'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Connect with this token' }))
  expect(asked(environment, 'useConnectionConnectMutation').request.variables).toEqual({
    input: { key: 'instagram', secrets: [{ name: 'token', value: 'secret' }] },
  })
})

test('shows the posts of the account and tags their products', async () => {
  const { user } = await open({ enabled: true, state: 'connected', username: 'fernhill', posts: [post] })
  expect(screen.getByText('@fernhill')).toBeInTheDocument()
  expect(preview()).toContain('https://www.instagram.com/p/1/')
  await user.click(screen.getByLabelText('Link posts to Instagram'))
  expect(preview()).not.toContain('https://www.instagram.com/p/1/')
  await user.click(screen.getByRole('button', { name: 'Slow mornings, 0 products tagged' }))
  expect(await screen.findByText('0 of 5 selected')).toBeInTheDocument()
})

test('asks to connect again when Instagram refuses the token', async () => {
  await open({ enabled: true, state: 'refused', username: 'fernhill', posts: [post] })
  expect(screen.getByText('Reconnect Instagram')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Connect Instagram' })).toBeInTheDocument()
})
