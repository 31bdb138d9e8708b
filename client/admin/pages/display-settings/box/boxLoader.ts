import { graphql } from 'react-relay/hooks'
import type { boxLoaderQuery } from '../../../../__generated__/boxLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const boxQuery = graphql`
  query boxLoaderQuery {
    viewer { shop { id specialFonts general { ...switchesForm_general } reviewBox { ...boxForm_settings } ...previewReviews_shop } }
  }
`

export const boxLoader = queryLoader<boxLoaderQuery>(boxQuery, () => ({}))
