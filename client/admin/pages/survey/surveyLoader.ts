import { graphql } from 'react-relay/hooks'
import type { surveyLoaderQuery } from '../../../__generated__/surveyLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'

export const surveyQuery = graphql`
  query surveyLoaderQuery {
    viewer { shop {
      id name primaryLocale
      branding { ...brand_settings }
      survey { ...surveyForm_settings }
      emailTemplates { ...surveyForm_email }
      surveyResults(period: "last30Days") { answers nps promoters passives detractors }
    } }
  }
`

export const surveyLoader = queryLoader<surveyLoaderQuery>(surveyQuery, () => ({}))
