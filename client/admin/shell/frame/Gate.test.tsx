import { screen } from '@testing-library/react'
import { answer, merchant, show, signedIn } from '../../../testing/render.tsx'
import { findRedirect, Gate } from './Gate.tsx'
import { gateLoader, requireSession, skipWhenSignedIn } from './gateLoader.ts'
import { standaloneSession } from '../session/session.ts'

const shop = merchant.shop
const newShop = shop && { ...shop, setupDone: false }

describe('the guards of spec 2, in order', () => {
  test.each([
    { case: 'a shop that is set up', viewer: { shop, extendedMode: true }, at: '/reviews/list', goes: null },
    { case: 'no shop chosen', viewer: { shop: null, extendedMode: true }, at: '/dashboard', goes: '/shops' },
    { case: 'no shop chosen, choosing', viewer: { shop: null, extendedMode: true }, at: '/shops', goes: null },
    { case: 'a new shop, any page', viewer: { shop: newShop, extendedMode: true }, at: '/reviews/list', goes: '/' },
    {
      case: 'a new shop with a chosen plan',
      viewer: { shop: newShop, extendedMode: true },
      at: '/subscribe/pro',
      goes: '/?next=%2Fsubscribe%2Fpro',
    },
    { case: 'a new shop, its first steps', viewer: { shop: newShop, extendedMode: true }, at: '/', goes: null },
    {
      case: 'without the extended mode',
      viewer: { shop, extendedMode: false },
      at: '/dashboard',
      goes: '/partner-friendly',
    },
    {
      case: 'without the extended mode, told why',
      viewer: { shop, extendedMode: false },
      at: '/partner-friendly',
      goes: null,
    },
    {
      case: 'a new shop without the extended mode',
      viewer: { shop: newShop, extendedMode: false },
      at: '/',
      goes: '/partner-friendly',
    },
    {
      case: 'with the extended mode, that page is not for them',
      viewer: { shop, extendedMode: true },
      at: '/partner-friendly',
      goes: '/',
    },
  ])('$case', ({ viewer, at, goes }) => {
    expect(findRedirect(viewer, at)).toBe(goes)
  })
})

const routes = [
  { path: '/auth/login', middleware: [skipWhenSignedIn], element: <p>The login</p> },
  {
    middleware: [requireSession],
    loader: gateLoader,
    element: <Gate routes={new Set(['/dashboard', '/reviews/list'])} />,
    children: [
      { path: '/', element: <p>Home</p> },
      { path: '/reviews/list', element: <p>The list</p> },
    ],
  },
]

test('opens the login without a session', async () => {
  const session = standaloneSession(localStorage, () => undefined)
  session.forget()
  const { router } = await show(routes, { at: '/reviews/list?page=2', session })
  expect(screen.getByText('The login')).toBeInTheDocument()
  expect(router.state.location.search).toBe('?next=%2Freviews%2Flist%3Fpage%3D2')
})

test('skips the login for a merchant who is signed in', async () => {
  const { router } = await show(routes, { at: '/auth/login?next=%2Freviews%2Flist', session: signedIn() })
  expect(router.state.location.pathname).toBe('/reviews/list')
})

test('names the shop and lists existing pages in the menu', async () => {
  const { environment } = await show(routes, { at: '/reviews/list', session: signedIn() })
  await answer(environment, 'gateLoaderQuery', { viewer: merchant })
  expect(await screen.findByText('The list')).toBeInTheDocument()
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(expect.arrayContaining(['Dashboard', 'Manage reviews']))
  expect(screen.queryByRole('link', { name: 'Analytics' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Manage reviews' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByText('Fernhill Goods')).toBeInTheDocument()
})

test('shows a new shop the first steps without the frame, whatever page it opened', async () => {
  const { environment } = await show(routes, { at: '/reviews/list' })
  await answer(environment, 'gateLoaderQuery', { viewer: { ...merchant, shop: newShop } })
  expect(await screen.findByText('Home')).toBeInTheDocument()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
})

test('sets the document’s language to the merchant’s', async () => {
  const { environment } = await show(routes, { at: '/' })
  await answer(environment, 'gateLoaderQuery', { viewer: { ...merchant, locale: 'de' } })
  expect(await screen.findByText('Home')).toBeInTheDocument()
  expect(document.documentElement.lang).toBe('de')
})
