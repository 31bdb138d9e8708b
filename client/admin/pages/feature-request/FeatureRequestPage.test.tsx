import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked, show } from '../../../testing/render.tsx'
import { Component as FeatureRequestPage } from './FeatureRequestPage.tsx'
import { featuresLoader } from './featuresLoader.ts'

const feature = { id: 'f1', title: 'Bundles', text: 'Sell sets.', state: 'PLANNED', votes: 3, voted: false }

async function open(featureRequests: object[]) {
  const { environment } = await show(
    [{ path: '/feature-request', loader: featuresLoader, Component: FeatureRequestPage }],
    { at: '/feature-request' },
  )
  await answer(environment, 'featuresLoaderQuery', {
    viewer: { shop: { id: 'shop', featureRequests, featureWishes: [] } },
  })
  return { environment, user: userEvent.setup() }
}

test('votes for a feature and shows that the shop has voted', async () => {
  const { environment, user } = await open([feature])
  await user.click(await screen.findByRole('button', { name: 'Vote for Bundles, 3 votes' }))
  expect(asked(environment, 'FeatureRowVoteMutation').request.variables).toEqual({ input: { id: 'f1', wanted: true } })
  await answer(environment, 'FeatureRowVoteMutation', {
    voteForFeature: { __typename: 'VoteForFeatureSuccess', data: { id: 'f1', votes: 4, voted: true } },
  })
  expect(await screen.findByRole('button', { name: 'Take back your vote for Bundles, 4 votes' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('keeps a refused wish in its field, with the reason', async () => {
  const { environment, user } = await open([])
  expect(await screen.findByText('No features to vote for yet')).toBeInTheDocument()
  const field = screen.getByLabelText('Your wish')
  await user.type(field, 'Quizzes')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const problem = { path: 'text', code: 'fillAtMost', message: 'x', params: { max: 5 } }
  await answer(environment, 'WishFormMutation', {
    sendFeatureWish: {
      __typename: 'InvalidInputError',
      code: 'fillAtMost',
      message: 'x',
      params: {},
      fields: [problem],
    },
  })
  expect(field).toHaveValue('Quizzes')
  expect(field).toHaveAccessibleDescription(expect.stringContaining('5'))
})
