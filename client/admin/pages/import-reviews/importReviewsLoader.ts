import { graphql } from 'react-relay/hooks'
import type { importReviewsLoaderQuery } from '../../../__generated__/importReviewsLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'
import { runParam } from './useImportRun.ts'

export const importReviewsQuery = graphql`
  query importReviewsLoaderQuery($id: ID!, $chosen: Boolean!) {
    importRun(id: $id) @include(if: $chosen) {
      id
      ...ImportRun_run
    }
    viewer {
      shop {
        ...ImportedBanner_shop
        ...useImports_shop
      }
    }
  }
`

/** Loads the import of `?run=` and the latest imports. */
export const importReviewsLoader = queryLoader<importReviewsLoaderQuery>(importReviewsQuery, ({ request }) => {
  const id = new URL(request.url).searchParams.get(runParam) ?? ''
  return { id, chosen: id !== '' }
})
