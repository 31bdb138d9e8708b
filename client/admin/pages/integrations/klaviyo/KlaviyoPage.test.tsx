import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, merchant, show } from '../../../../testing/render.tsx'
import { Component as KlaviyoPage } from './KlaviyoPage.tsx'
import { klaviyoLoader } from './klaviyoLoader.ts'

const sender = { senderApp: 'CANDOR' }

test('shows the steps in Klaviyo once it sends the requests, and that it isn’t connected', async () => {
  const { environment } = await show(
    [{ path: '/settings/integration/klaviyo', loader: klaviyoLoader, Component: KlaviyoPage }],
    { at: '/settings/integration/klaviyo', viewer: merchant },
  )
  const shop = {
    id: 'shop',
    klaviyo: { id: 'k', version: 1, sendSubmitted: true, sendPublished: true, sendReplies: true },
    emailTemplates: {
      id: 'e',
      version: 4,
      ...{ reviewReminder: sender, photoReminder: sender, confirmEdit: sender },
      ...{ reviewReply: sender, discountReview: sender, survey: sender },
    },
    integrations: [],
    integrationDeliveries: { edges: [] },
  }
  await answer(environment, 'klaviyoLoaderQuery', { viewer: { shop } })
  await userEvent.selectOptions(await screen.findByLabelText('Who sends review requests'), 'klaviyo')
  expect(screen.getByText('Klaviyo isn’t connected')).toBeInTheDocument()
  expect(screen.getAllByText('{{ event.review_url }}')).not.toHaveLength(0)
})
