import { jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, merchant, show } from '../../../testing/render.tsx'
import { SupportSettings } from '../../pages/settings/SupportSettings.tsx'
import { Support } from './Support.tsx'

const offer = {
  chat: { script: 'https://chat.example.com/l.js', id: 'site-1' },
  analytics: { url: 'https://stats.example.com/identify', key: 'k1' },
}

async function open() {
  const meta = document.createElement('meta')
  meta.name = 'candor-support'
  meta.content = JSON.stringify(offer)
  document.head.append(meta)
  const fetched = jest.fn(async () => new Response())
  window.fetch = fetched
  const Page = () => (
    <>
      <SupportSettings />
      <Support />
    </>
  )
  const { environment } = await show([{ path: '/', Component: Page }], { at: '/', viewer: merchant })
  await answer(environment, 'SupportQuery', {
    viewer: {
      account: { email: 'ann@fernhill.test', name: '' },
      shop: {
        id: 'shop',
        domain: 'fernhill.test',
        name: 'Fernhill',
        email: 'owner@fernhill.test',
        shopifyPlan: 'basic',
        plan: 'pro',
        crispSessionToken: 'token-1',
      },
    },
  })
  return { fetched, user: userEvent.setup() }
}

const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => src)

test('loads the chat and sends who uses the admin only after this person agrees to each', async () => {
  const { fetched, user } = await open()
  expect(screen.getByLabelText('Support chat')).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Chat with us' }))
  expect(await screen.findByText(/comes from chat.example.com and sets cookies/)).toBeInTheDocument()
  expect(scripts()).toEqual([])
  expect(fetched).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Start the chat' }))
  await waitFor(() => expect(scripts()).toEqual(['https://chat.example.com/l.js']))
  expect(window).toMatchObject({ CRISP_WEBSITE_ID: 'site-1', CRISP_TOKEN_ID: 'token-1' })
  expect(screen.getByLabelText('Support chat')).toBeChecked()
  expect(fetched).not.toHaveBeenCalled()

  await user.click(screen.getByLabelText('Usage statistics'))
  const [url, request] = fetched.mock.calls[0] as unknown as [string, RequestInit]
  expect(url).toBe('https://stats.example.com/identify')
  expect(JSON.parse(request.body as string)).toEqual({
    type: 'identify',
    userId: 'fernhill.test',
    writeKey: 'k1',
    traits: {
      domain: 'fernhill.test',
      email: 'ann@fernhill.test',
      name: 'Fernhill',
      platformPlan: 'basic',
      appPlan: 'pro',
    },
  })
  await user.click(screen.getByLabelText('Usage statistics'))
  await user.click(screen.getByLabelText('Usage statistics'))
  expect(fetched).toHaveBeenCalledTimes(1)
})
