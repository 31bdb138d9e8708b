import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, merchant, show } from '../../../../testing/render.tsx'
import { SaveBarHost } from '../../../shell/SaveBar.tsx'
import { moderationLoader } from './moderationLoader.ts'
import { Component as ModerationPage } from './ModerationPage.tsx'

const moderation = {
  id: 'm',
  version: 3,
  words: ['casino'],
  wordAct: 'HOLD',
  wordReason: 'INSULT',
  linkAct: 'OFF',
  contactAct: 'OFF',
  languageAct: 'OFF',
  languages: [],
  rejectNote: '',
  markImports: false,
}

const Page = () => (
  <SaveBarHost>
    <ModerationPage />
  </SaveBarHost>
)

async function open() {
  const { environment } = await show([{ path: '/settings/moderation', loader: moderationLoader, Component: Page }], {
    at: '/settings/moderation',
    viewer: merchant,
  })
  await answer(environment, 'moderationLoaderQuery', {
    viewer: {
      shop: { __typename: 'Shop', id: 'shop', moderation, moderationCounts: [{ rule: 'WORD', count: 2 }] },
    },
  })
  return environment
}

const paste = (lines: readonly string[]) =>
  fireEvent.change(screen.getByLabelText('Words and phrases'), { target: { value: lines.join('\n') } })

test('saves a pasted list of words without blank lines', async () => {
  const environment = await open()
  expect(screen.getByText('Acted on 2 reviews in the last 30 days.')).toBeInTheDocument()
  paste(['wedding', '', '  free money '])
  expect(screen.getByLabelText('Words and phrases')).toHaveValue('wedding\n\n  free money ')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked(environment, 'moderationFormMutation').request.variables).toEqual({
    input: { words: ['wedding', 'free money'], version: 3 },
  })
})

test('refuses 10,000 words, and names a word that is too long by its number', async () => {
  await open()
  paste(Array.from({ length: 10_000 }, (_, at) => `word ${at}`))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Add at most 1,000 words')).toBeInTheDocument()
  paste(['fine', 'x'.repeat(101)])
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByLabelText('Words and phrases')).toBeInvalid()
  expect(screen.getByText(/^Word 2: .*100/)).toBeInTheDocument()
})

test('requires a message to authors whose reason doesn’t say why', async () => {
  await open()
  await userEvent.selectOptions(screen.getByLabelText('Reviews with one of these words'), 'reject')
  expect(screen.getByLabelText('Message to the author (optional)')).toBeInTheDocument()
  await userEvent.selectOptions(screen.getByLabelText('Reason for the author'), 'other')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByLabelText('Message to the author')).toBeInvalid()
})
