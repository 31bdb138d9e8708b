import { graphql } from 'react-relay/hooks'
import type { qrEditorLoaderQuery } from '../../../../__generated__/qrEditorLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'

export const qrEditorQuery = graphql`
  query qrEditorLoaderQuery($id: ID!) {
    viewer { shop { id qr { ...qrForm_settings } } }
    node(id: $id) {
      __typename
      ... on Product { id title handle qrCode { url path size } }
    }
  }
`

export const qrEditorLoader = queryLoader<qrEditorLoaderQuery>(qrEditorQuery, ({ params }) => ({
  id: params['id'] ?? '',
}))
