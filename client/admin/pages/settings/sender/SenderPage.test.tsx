import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { Component as SenderPage } from './SenderPage.tsx'
import { senderLoader } from './senderLoader.ts'

const setting = {
  id: 'e',
  version: 1,
  isVerified: false,
  hiddenBannerVerify: false,
  senderEmail: 'hello@harbour.test',
  senderName: '',
  replyTo: '',
  isCustomSenderEnabled: true,
  smtpType: 'DEFAULT',
  host: '',
  port: 587,
  encryption: 'AUTOMATIC',
  authentication: true,
  username: '',
  passwordIsSet: false,
}
const record = {
  kind: 'SPF',
  type: 'TXT',
  name: 'harbour.test',
  value: 'v=spf1 include:candor.test ~all',
  status: 'MISSING',
}
const sender = {
  id: 'm',
  ownAddress: 'reviews@candor.test',
  domain: 'harbour.test',
  state: 'UNVERIFIED',
  dnsFailed: false,
  isServerVerified: null as boolean | null,
  checkedAt: null,
  mailedAt: null,
  records: [record],
}

async function open(pause: object | null = null, more: object = {}) {
  const { environment } = await show(
    [
      {
        path: '/settings/sender',
        loader: senderLoader,
        element: (
          <SaveBarHost>
            <SenderPage />
          </SaveBarHost>
        ),
      },
    ],
    { at: '/settings/sender' },
  )
  await answer(environment, 'senderLoaderQuery', {
    viewer: {
      account: { email: 'me@shop.test' },
      shop: {
        id: 'shop',
        name: 'Harbour',
        email: 'owner@harbour.test',
        emailSetting: { ...setting, ...more },
        mailSender: sender,
      },
    },
  })
  await answer(environment, 'MailPauseBannerQuery', {
    viewer: { shop: { id: 'shop', mailSender: { id: 'm', pause } } },
  })
  return { environment, user: userEvent.setup() }
}

test('shows each record with its state, and checks again', async () => {
  const { environment, user } = await open()
  expect(await screen.findByText('Not verified')).toBeInTheDocument()
  expect(screen.getByText('Missing')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Check records' }))
  expect(asked(environment, 'senderFormActMutation').request.variables).toEqual({ input: { act: 'CHECK' } })
  await answer(environment, 'senderFormActMutation', {
    actOnSender: {
      __typename: 'ActOnSenderSuccess',
      data: {
        ...sender,
        state: 'VERIFIED',
        checkedAt: '2031-07-01T10:30:00.000Z',
        records: [{ ...record, status: 'FOUND' }],
      },
    },
  })
  expect(await screen.findByText('Verified')).toBeInTheDocument()
  expect(screen.getByText('Found')).toBeInTheDocument()
})

test('rejects a port that is no number, and sends the password only if typed', async () => {
  const { environment, user } = await open(null, {
    smtpType: 'CUSTOM',
    host: 'mail.test',
    username: 'me',
    passwordIsSet: true,
  })
  const port = await screen.findByLabelText('Port')
  await user.clear(port)
  await user.type(port, 'x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter the port as a number')).toBeInTheDocument()
  await user.clear(port)
  await user.type(port, '465')
  await user.type(screen.getByLabelText('Password'), 'new')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked(environment, 'senderFormMutation').request.variables).toEqual({
    input: { port: 465, password: 'new', version: 1 },
  })
})

test('tells a paused shop the reason, and resumes', async () => {
  const { environment, user } = await open({
    reason: 'SMTP',
    text: '535 wrong login',
    host: 'smtp.harbour.test',
    since: '2031-07-01T10:30:00.000Z',
  })
  expect(await screen.findByText('smtp.harbour.test refused your emails: 535 wrong login')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Resume emails' }))
  expect(asked(environment, 'MailPauseBannerMutation').request.variables).toEqual({ input: { act: 'RESUME' } })
})
