import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { EMAIL_TEMPLATES } from '../../../../../rules/settings/email-templates.ts'
import { BRANDING } from '../../../../../rules/settings/branding.ts'
import { toGraphql } from '../../../../../rules/settings/shape.ts'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { Component as EmailPage } from './EmailPage.tsx'
import { emailLoader } from './emailLoader.ts'

async function open(type = 'review-reply') {
  const shown = await show(
    [
      {
        path: '/collect-reviews/emails/:id',
        loader: emailLoader,
        element: (
          <SaveBarHost>
            <EmailPage />
          </SaveBarHost>
        ),
      },
    ],
    { at: `/collect-reviews/emails/${type}` },
  )
  await answer(shown.environment, 'emailLoaderQuery', {
    viewer: {
      shop: {
        __typename: 'Shop',
        id: 'shop',
        primaryLocale: 'en',
        senders: { id: 't', reviewReminder: { senderApp: 'KLAVIYO' } },
        integrations: [{ id: 'i', key: 'klaviyo', isConnected: true }],
        branding: { id: 'br', version: 0, ...(toGraphql(BRANDING.shape, BRANDING.defaults) as object) },
        emailTemplates: {
          id: 't',
          version: 3,
          ...(toGraphql(EMAIL_TEMPLATES.shape, EMAIL_TEMPLATES.defaults) as object),
        },
      },
    },
  })
  await answer(shown.environment, 'emailWordsQuery', {
    viewer: { shop: { __typename: 'Shop', id: 'shop', emailOwnWords: ours } },
  })
  return { ...shown, user: userEvent.setup() }
}

const ours = {
  subject: 'Our subject',
  preheader: 'Our preview',
  content: 'Our text for {{ customer_name }}',
  buttonText: 'Our button',
  blocks: [{ type: 'heading', text: 'Our heading' }],
}

test('shows our words in the fields until they are changed, and goes back to them', async () => {
  const { user } = await open()
  const text = screen.getByRole('textbox', { name: 'Text' })
  expect(text).toHaveValue('Our text for {{ customer_name }}')
  await user.type(text, '!')
  expect(text).toHaveValue('Our text for {{ customer_name }}!')
  await user.click(screen.getByRole('button', { name: 'Use our words: Text' }))
  expect(text).toHaveValue('Our text for {{ customer_name }}')
  await user.clear(text)
  expect(text).toHaveValue('')
  await user.tab()
  expect(text).toHaveValue('Our text for {{ customer_name }}')
})

test('adds a block above the footer, offers only blocks that print, and moves one by its button', async () => {
  const { user } = await open()
  const names = () => screen.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)
  await user.click(screen.getByRole('button', { name: 'Add a block' }))
  expect(screen.queryByRole('button', { name: 'Discount code' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Heading' }))
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Our heading')
  await user.click(screen.getByRole('button', { name: 'Move up: Heading' }))
  expect(names().join()).toMatch(/Text.*Product.*Button.*Footer/)
  expect(screen.getByRole('button', { name: 'Move up: Heading' })).toBeEnabled()
})

test('sends a test email with the typed fields, and shows an error at its field', async () => {
  const { user, environment } = await open()
  await user.clear(screen.getByRole('textbox', { name: 'Subject' }))
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Your answer')
  await user.type(screen.getByRole('textbox', { name: 'Send a test email to' }), 'me@shop.test')
  await user.click(screen.getByRole('button', { name: 'Send test' }))
  expect(asked(environment, 'LivePreviewTestMutation').request.variables).toEqual({
    input: {
      type: 'review-reply',
      to: 'me@shop.test',
      locale: 'en',
      products: 1,
      draft: { reviewReply: { subject: 'Your answer' } },
    },
  })
  await answer(environment, 'LivePreviewTestMutation', {
    sendTestEmail: {
      __typename: 'InvalidInputError',
      code: 'invalidInput',
      message: '',
      params: null,
      fields: [{ path: 'reviewReply.subject', code: 'templateBroken', message: '', params: { line: 1, reason: 'x' } }],
    },
  })
  expect(screen.getByRole('textbox', { name: 'Subject' })).toBeInvalid()
})

test('says that Klaviyo sends review requests in its own design', async () => {
  await open('review-reminder')
  expect(screen.getByText(/^Klaviyo sends this email in its own design/)).toBeInTheDocument()
})
