import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { graphql, useLazyLoadQuery } from 'react-relay/hooks'
import { EMAIL_TEMPLATES } from '../../../../rules/settings/email-templates.ts'
import type { useSettingsFormTestQuery } from '../../../__generated__/useSettingsFormTestQuery.graphql.ts'
import { answer, asked, merchant, show } from '../../../testing/render.tsx'
import { SaveBarHost } from '../../shell/SaveBar.tsx'
import { SettingCheckbox, SettingText } from './SettingFields.tsx'
import { SettingsPage, SettingsSection } from './SettingsPage.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

const query = graphql`
  query useSettingsFormTestQuery {
    viewer { shop { emailTemplates { id version reviewReminder { subject content customCss } reviewReply { enabled subject } } } }
  }
`
const mutation = graphql`
  mutation useSettingsFormTestMutation($input: SaveEmailTemplatesInput!) {
    saveEmailTemplates(input: $input) {
      __typename
      ... on SaveEmailTemplatesSuccess { data { id version reviewReminder { subject content customCss } reviewReply { enabled subject } } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

function Page() {
  const {
    viewer: { shop },
  } = useLazyLoadQuery<useSettingsFormTestQuery>(query, {})
  return shop && <Templates stored={shop.emailTemplates} />
}

function Templates({
  stored,
}: {
  stored: NonNullable<useSettingsFormTestQuery['response']['viewer']['shop']>['emailTemplates']
}) {
  const form = useSettingsForm({ document: EMAIL_TEMPLATES, stored, mutation })
  return (
    <SettingsPage title="Emails" forms={[form]}>
      <SettingsSection title="Request">
        <SettingText form={form} name="reviewReminder.subject" label="Subject" />
        <SettingText form={form} name="reviewReminder.content" label="Text" />
        <SettingText form={form} name="reviewReminder.customCss" label="Styles" />
      </SettingsSection>
      <SettingsSection title="Reply" lock={form.lockOf('reviewReply')}>
        <SettingCheckbox form={form} name="reviewReply.enabled" label="Send replies" />
        <SettingText form={form} name="reviewReply.subject" label="Subject of the reply" />
      </SettingsSection>
    </SettingsPage>
  )
}

const stored = (version: number, subject = 'Old', { content = '', customCss = '' } = {}) => ({
  id: 'd',
  version,
  reviewReminder: { subject, content, customCss },
  reviewReply: { enabled: true, subject: '' },
})
const success = (data: object) => ({ saveEmailTemplates: { __typename: 'SaveEmailTemplatesSuccess', data } })

async function open(viewer = merchant, emailTemplates = stored(4)) {
  const { environment } = await show(
    [
      {
        path: '/',
        element: (
          <SaveBarHost>
            <Page />
          </SaveBarHost>
        ),
      },
    ],
    { viewer },
  )
  await answer(environment, 'useSettingsFormTestQuery', { viewer: { shop: { id: 'shop', emailTemplates } } })
  const user = userEvent.setup()
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
  }
  /** Stores a document as another tab would, and updates the store as a reload would. */
  const storeElsewhere = (document: ReturnType<typeof stored>) =>
    act(async () =>
      environment.commitUpdate((store) => {
        const {
          version,
          reviewReminder: { subject, content },
        } = document
        store
          .get('d')
          ?.setValue(version, 'version')
          .getLinkedRecord('reviewReminder')!
          .setValue(subject, 'subject')
          .setValue(content, 'content')
      }),
    )
  return {
    environment,
    user,
    type,
    storeElsewhere,
    save: () => user.click(screen.getByRole('button', { name: 'Save' })),
  }
}

test('sends only typed fields, with the version; nothing is unsaved after the save', async () => {
  const { environment, type, save } = await open()
  await type('Subject', 'New')
  await save()
  expect(asked(environment, 'useSettingsFormTestMutation').request.variables).toEqual({
    input: { reviewReminder: { subject: 'New' }, version: 4 },
  })
  await answer(environment, 'useSettingsFormTestMutation', success(stored(5, 'New')))
  expect(await screen.findByText('Saved successfully.')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument()
})

test('updates other fields when stored values change, and never replaces typed text', async () => {
  const { type, storeElsewhere } = await open()
  await type('Subject', 'Mine')
  await storeElsewhere(stored(5, 'Theirs', { content: 'Their text' }))
  expect(screen.getByLabelText('Subject')).toHaveValue('Mine')
  expect(screen.getByLabelText('Text')).toHaveValue('Their text')
  expect(screen.getByText('These settings changed elsewhere')).toBeInTheDocument()
  expect(screen.getByText('Changed elsewhere to “Theirs”. Saving replaces it.')).toBeInTheDocument()
})

test('keeps typed text after a stale save; the next save applies it to the new version', async () => {
  const { environment, type, save, storeElsewhere } = await open()
  await type('Subject', 'Mine')
  await save()
  await answer(environment, 'useSettingsFormTestMutation', {
    saveEmailTemplates: {
      __typename: 'StaleError',
      __isRefusal: 'StaleError',
      code: 'stale',
      message: 'x',
      params: null,
    },
  })
  expect(
    await screen.findByText('Your unsaved changes are still here. Check them, then save again.'),
  ).toBeInTheDocument()
  await storeElsewhere(stored(5, 'Theirs'))
  await save()
  expect(asked(environment, 'useSettingsFormTestMutation').request.variables).toEqual({
    input: { reviewReminder: { subject: 'Mine' }, version: 5 },
  })
  await answer(environment, 'useSettingsFormTestMutation', success(stored(6, 'Mine')))
  await waitFor(() => expect(screen.queryByText('These settings changed elsewhere')).not.toBeInTheDocument())
})

test('keeps text unsaved that is typed during a save', async () => {
  const { environment, type, save } = await open()
  await type('Subject', 'First')
  await save()
  await type('Subject', 'Second')
  await answer(environment, 'useSettingsFormTestMutation', success(stored(5, 'First')))
  expect(screen.getByLabelText('Subject')).toHaveValue('Second')
  expect(screen.getByRole('region', { name: 'Unsaved changes' })).toBeInTheDocument()
  expect(screen.queryByText(/Changed elsewhere/)).not.toBeInTheDocument()
})

test('fills in the defaults on reset, without saving', async () => {
  const { environment, user, save } = await open()
  // One for each width.
  const reset = () => screen.getAllByRole('button', { name: 'Reset to defaults' })[0]!
  await user.click(reset())
  expect(screen.getByLabelText('Subject')).toHaveValue('')
  expect(reset()).toHaveAttribute('aria-disabled', 'true')
  await save()
  expect(asked(environment, 'useSettingsFormTestMutation').request.variables).toEqual({
    input: { reviewReminder: { subject: '' }, version: 4 },
  })
})

test('locks fields that the plan lacks and names the plan; a section names it once', async () => {
  await open({ ...merchant, shop: merchant.shop && { ...merchant.shop, plan: 'free' } })
  for (const label of ['Styles', 'Send replies', 'Subject of the reply'])
    expect(screen.getByLabelText(label)).toBeDisabled()
  expect(screen.getByLabelText('Subject')).toBeEnabled()
  expect(screen.getByLabelText('Send replies')).not.toBeChecked()
  expect(screen.getAllByText('Pro plan')).toHaveLength(2)
})

test('lets a text that the plan locks be removed', async () => {
  const { environment, user, save } = await open(
    { ...merchant, shop: merchant.shop && { ...merchant.shop, plan: 'free' } },
    stored(4, 'Old', { customCss: 'p{color:red}' }),
  )
  await user.click(screen.getByRole('button', { name: 'Remove “Styles”' }))
  expect(screen.getByLabelText('Styles')).toHaveValue('')
  expect(screen.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument()
  await save()
  expect(asked(environment, 'useSettingsFormTestMutation').request.variables).toEqual({
    input: { reviewReminder: { customCss: '' }, version: 4 },
  })
})

test('changes nothing in a read-only session', async () => {
  await open({ ...merchant, readOnly: true })
  expect(screen.getByLabelText('Subject')).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Reset to defaults' })).not.toBeInTheDocument()
})
