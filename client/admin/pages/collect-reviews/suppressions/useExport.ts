import { graphql } from 'react-relay/hooks'
import type { useExportQuery } from '../../../../__generated__/useExportQuery.graphql.ts'
import { useDownload } from '../../../shell/relay/useDownload.ts'

const query = graphql`query useExportQuery { viewer { shop { suppressionsCsv } } }`

/** Downloads the whole list as a CSV file. */
export const useExport = (): [() => void, boolean] =>
  useDownload<useExportQuery>(query, {}, ({ viewer: { shop } }) =>
    shop ? { csv: shop.suppressionsCsv, name: 'suppression-list.csv' } : 'unexpected',
  )
