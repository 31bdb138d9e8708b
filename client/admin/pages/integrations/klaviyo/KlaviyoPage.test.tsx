import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { Component as KlaviyoPage } from './KlaviyoPage.tsx'
import { klaviyoLoader } from './klaviyoLoader.ts'

const place = '/settings/integration/klaviyo'

async function open(senderApp: string) {
  const element = (
    <SaveBarHost>
      <KlaviyoPage />
    </SaveBarHost>
  )
  const { environment } = await show([{ path: place, loader: klaviyoLoader, element }], { at: place, viewer: merchant })
  const shop = {
    id: 'shop',
    klaviyo: { id: 'k', version: 1, sendSubmitted: true, sendPublished: true, sendReplies: true },
    emailTemplates: {
      id: 'e',
      version: 4,
      reviewReminder: { senderApp },
      photoReminder: { senderApp: 'AEM' },
    },
    integrations: [],
    integrationDeliveries: { edges: [] },
  }
  await answer(environment, 'klaviyoLoaderQuery', { viewer: { shop } })
  return environment
}

test('shows the steps in Klaviyo once it sends the requests, and that it isn’t connected', async () => {
  await open('CANDOR')
  await userEvent.selectOptions(await screen.findByLabelText('Who sends review requests'), 'klaviyo')
  expect(screen.getByText('Klaviyo isn’t connected')).toBeInTheDocument()
  expect(screen.getAllByText('{{ event.review_url }}')).not.toHaveLength(0)
})

test('a reset changes who sends review requests, and no other email', async () => {
  const environment = await open('KLAVIYO')
  // One for each width.
  await userEvent.click((await screen.findAllByRole('button', { name: 'Reset to defaults' }))[0]!)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked(environment, 'klaviyoFormRequestMutation').request.variables).toEqual({
    input: { reviewReminder: { senderApp: 'CANDOR' }, version: 4 },
  })
})
