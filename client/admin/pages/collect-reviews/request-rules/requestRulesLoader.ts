import { graphql } from 'react-relay/hooks'
import type { requestRulesLoaderQuery } from '../../../../__generated__/requestRulesLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const requestRulesQuery = graphql`
  query requestRulesLoaderQuery {
    viewer { shop { id ianaTimezone requestRules { ...rulesForm_settings } } }
  }
`

export const requestRulesLoader = queryLoader<requestRulesLoaderQuery>(requestRulesQuery, () => ({}))
