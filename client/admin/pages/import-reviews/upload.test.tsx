import { jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { signedIn } from '../../../testing/render.tsx'
import { openPage } from './testing/page.tsx'

afterEach(() => jest.restoreAllMocks())

async function open(session = signedIn()) {
  const { user } = await openPage('/import', undefined, { session })
  await screen.findByText('Drop your export file here')
  return user
}

const choose = async (user: Awaited<ReturnType<typeof open>>) =>
  user.upload(
    screen.getByLabelText('Choose a file', { selector: 'input' }),
    new File(['a,b'], 'mine.csv', { type: 'text/csv' }),
  )

test('stops retrying an upload that lacks a proof of the session', async () => {
  const user = await open({ ...signedIn(), credentials: () => Promise.reject(new Error('no token')) })
  await choose(user)
  expect(await screen.findByText('Something went wrong on our side')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeInTheDocument()
  expect(screen.queryByText('mine.csv')).not.toBeInTheDocument()
})

test('does not blame the file if it doesn’t reach the server', async () => {
  const user = await open()
  // Nothing listens at the page's origin.
  await choose(user)
  expect(await screen.findByText('We can’t reach the server. Check your connection and try again.')).toBeInTheDocument()
  expect(screen.getByText('The file wasn’t uploaded')).toBeInTheDocument()
})

const offline = () => Promise.reject(new TypeError('Failed to fetch'))
const missing = () => Promise.resolve(new Response('', { status: 503 }))

test.each([
  ['no answer', offline, 'We can’t reach the server. Check your connection and try again.'],
  ['another answer than the file', missing, 'Something went wrong on our side'],
])('says that the demo’s own file did not load because of %s', async (_name, sample, sentence) => {
  const config = () => Promise.resolve(Response.json({ demo: { email: 'a@b.test', password: 'x' } }))
  jest.spyOn(globalThis, 'fetch').mockImplementation((path) => (path === '/auth/config' ? config() : sample()))
  const user = await open()
  await user.click(await screen.findByRole('button', { name: 'No file? Try our sample' }))
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeInTheDocument()
})
