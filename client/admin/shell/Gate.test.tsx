import { screen } from '@testing-library/react'
import { answer, merchant, show, signedIn } from '../../testing/render.tsx'
import { detour, Gate } from './Gate.tsx'
import { gateLoader, requireSession } from './gateLoader.ts'
import { standaloneSession } from './session.ts'

const shop = merchant.shop
const newShop = shop && { ...shop, setupDone: false }

describe('the guards of spec 2, in order', () => {
  test.each([
    ['a shop that is set up', { shop, extendedMode: true }, '/reviews/list', null],
    ['no shop chosen', { shop: null, extendedMode: true }, '/dashboard', '/shops'],
    ['no shop chosen, choosing', { shop: null, extendedMode: true }, '/shops', null],
    ['a new shop, any page', { shop: newShop, extendedMode: true }, '/reviews/list', '/'],
    ['a new shop, its first steps', { shop: newShop, extendedMode: true }, '/', null],
    ['without the extended mode', { shop, extendedMode: false }, '/dashboard', '/partner-friendly'],
    ['without the extended mode, told why', { shop, extendedMode: false }, '/partner-friendly', null],
    ['a new shop without the extended mode', { shop: newShop, extendedMode: false }, '/', '/partner-friendly'],
    ['with the extended mode, that page is not for them', { shop, extendedMode: true }, '/partner-friendly', '/'],
  ] as const)('%s', (_name, viewer, at, expected) => {
    expect(detour(viewer, at)).toBe(expected)
  })
})

const routes = [
  { path: '/auth/login', element: <p>The login</p> },
  {
    middleware: [requireSession],
    loader: gateLoader,
    element: <Gate routes={new Set(['/dashboard', '/reviews/list'])} />,
    children: [{ path: '/', element: <p>Home</p> }, { path: '/reviews/list', element: <p>The list</p> }],
  },
]

test('without a session the login opens', async () => {
  const session = standaloneSession(localStorage, () => undefined)
  session.forget()
  const { router } = await show(routes, { at: '/reviews/list?page=2', session })
  expect(screen.getByText('The login')).toBeInTheDocument()
  expect(router.state.location.search).toBe('?next=%2Freviews%2Flist%3Fpage%3D2')
})

test('the frame names the shop and has a menu of the pages that exist', async () => {
  const { environment } = await show(routes, { at: '/reviews/list', session: signedIn() })
  await answer(environment, 'gateLoaderQuery', { viewer: merchant })
  expect(await screen.findByText('The list')).toBeInTheDocument()
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(expect.arrayContaining(['Dashboard', 'Manage reviews']))
  expect(screen.queryByRole('link', { name: 'Analytics' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Manage reviews' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByText('Fernhill Goods')).toBeInTheDocument()
})

test('a new shop sees its first steps without the frame, wherever it wanted to go', async () => {
  const { environment } = await show(routes, { at: '/reviews/list' })
  await answer(environment, 'gateLoaderQuery', { viewer: { ...merchant, shop: newShop } })
  expect(await screen.findByText('Home')).toBeInTheDocument()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
})

test('the document speaks the merchant’s language', async () => {
  const { environment } = await show(routes, { at: '/' })
  await answer(environment, 'gateLoaderQuery', { viewer: { ...merchant, locale: 'de' } })
  expect(await screen.findByText('Home')).toBeInTheDocument()
  expect(document.documentElement.lang).toBe('de')
})
