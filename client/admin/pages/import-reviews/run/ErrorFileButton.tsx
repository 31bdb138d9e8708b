import { useLingui } from '@lingui/react/macro'
import { Button } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import type { ErrorFileButtonQuery } from '../../../../__generated__/ErrorFileButtonQuery.graphql.ts'
import { useDownload } from '../../../shell/relay/useDownload.ts'

const query = graphql`query ErrorFileButtonQuery($id: ID!) { importRun(id: $id) { errorFileUrl fileKept } }`

/** Downloads the rows that were not imported. */
export function ErrorFileButton({ importId }: { importId: string }) {
  const { t } = useLingui()
  const [download, busy] = useDownload<ErrorFileButtonQuery>(query, { id: importId }, ({ importRun }) => {
    if (importRun?.errorFileUrl) return { href: importRun.errorFileUrl }
    return importRun?.fileKept === false ? 'importFileGone' : 'unexpected'
  })
  return <Button loading={busy} onClick={download}>{t`Download these rows`}</Button>
}
