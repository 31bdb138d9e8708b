import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BRANDING } from '../../../../rules/settings/branding.ts'
import { toGraphql } from '../../../../rules/settings/shape.ts'
import { SURVEY } from '../../../../rules/settings/survey.ts'
import { answer, asked, merchant, show } from '../../../testing/render.tsx'
import { SaveBarHost } from '../../shell/SaveBar.tsx'
import { surveyLoader } from './surveyLoader.ts'
import { Component as SurveyPage } from './SurveyPage.tsx'

const routes = [
  {
    path: '/other-compliance',
    loader: surveyLoader,
    Component: () => (
      <SaveBarHost>
        <SurveyPage />
      </SaveBarHost>
    ),
  },
]

const noResults = { answers: 0, nps: null, promoters: 0, passives: 0, detractors: 0 }

async function open(results: object = noResults) {
  const { environment } = await show(routes, { at: '/other-compliance', viewer: merchant })
  await answer(environment, 'surveyLoaderQuery', {
    viewer: {
      shop: {
        ...{ id: 'shop', name: 'Fernhill Goods', primaryLocale: 'en' },
        branding: { id: 'b', ...(toGraphql(BRANDING.shape, BRANDING.defaults) as object) },
        survey: { id: 's', version: 1, ...(toGraphql(SURVEY.shape, SURVEY.defaults) as object) },
        emailTemplates: {
          ...{ id: 't', version: 1 },
          survey: { enabled: false, sendAfter: 'CUSTOM', sendAfterCustom: 7, timeUnit: 'DAYS' },
        },
        surveyResults: results,
      },
    },
  })
  await screen.findByRole('heading', { name: 'Customer survey' })
  return { environment, user: userEvent.setup() }
}

const preview = () => screen.getByTitle<HTMLIFrameElement>('Preview of the survey').srcdoc

test('shows the question in the preview as it is typed, and refuses one emoji next to it', async () => {
  const { environment, user } = await open()
  const question = screen.getByRole('textbox', { name: 'Question' })
  await user.clear(question)
  await user.type(question, '🤔')
  expect(preview()).toContain('🤔')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Write it in words. Symbols and emoji alone aren’t enough.')).toBeInTheDocument()
  expect(() => asked(environment, 'surveyFormMutation')).toThrow('was not asked')
})

test('takes a suggestion with its choices, and names a repeated choice', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Who is this order for?' }))
  const choices = within(screen.getByRole('group', { name: 'Choices' })).getAllByRole('textbox')
  expect(choices.map((field) => (field as HTMLInputElement).value)).toEqual(['For me', 'A gift', 'For my company'])
  expect(preview()).toContain('For my company')
  await user.clear(choices[1] as HTMLElement)
  await user.type(choices[1] as HTMLElement, 'for me')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This choice is there already')).toBeInTheDocument()
})

test('says what the results will show, and shows them when there are answers', async () => {
  await open()
  expect(screen.getByText(/Turn the survey on to see here/)).toBeInTheDocument()
})

test('shows the score with its sign and the three groups', async () => {
  await open({ answers: 4, nps: 25, promoters: 2, passives: 1, detractors: 1 })
  expect(screen.getByText('+25')).toBeInTheDocument()
  expect(screen.getByText('50%')).toBeInTheDocument()
})
