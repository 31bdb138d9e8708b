import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { EMAIL_TEMPLATES } from '../../../../../rules/settings/email-templates.ts'
import { BRANDING } from '../../../../../rules/settings/branding.ts'
import { toGraphql } from '../../../../../rules/settings/shape.ts'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { Component as EmailPage } from './EmailPage.tsx'
import { emailLoader } from './emailLoader.ts'

async function open() {
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
    { at: '/collect-reviews/emails/review-reply' },
  )
  await answer(shown.environment, 'emailLoaderQuery', {
    viewer: {
      shop: {
        __typename: 'Shop',
        id: 'shop',
        primaryLocale: 'en',
        branding: { id: 'br', version: 0, ...(toGraphql(BRANDING.shape, BRANDING.defaults) as object) },
        emailTemplates: {
          id: 't',
          version: 3,
          ...(toGraphql(EMAIL_TEMPLATES.shape, EMAIL_TEMPLATES.defaults) as object),
        },
      },
    },
  })
  return { ...shown, user: userEvent.setup() }
}

test('sends a test email with the typed fields, and shows an error at its field', async () => {
  const { user, environment } = await open()
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Your answer')
  await user.type(screen.getByRole('textbox', { name: 'Send a test email to' }), 'me@shop.test')
  await user.selectOptions(screen.getByLabelText('Language of the preview'), 'Deutsch')
  await user.click(screen.getByRole('button', { name: 'Send test' }))
  expect(asked(environment, 'LivePreviewTestMutation').request.variables).toEqual({
    input: {
      type: 'review-reply',
      to: 'me@shop.test',
      locale: 'de',
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
