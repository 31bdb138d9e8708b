import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import type { ExportDialog_export$key } from '../../../../__generated__/ExportDialog_export.graphql.ts'
import type { ReviewFilter } from '../../../../__generated__/reviewListLoaderQuery.graphql.ts'
import type { useReviewExportDownloadMutation } from '../../../../__generated__/useReviewExportDownloadMutation.graphql.ts'
import type { useReviewExportMutation } from '../../../../__generated__/useReviewExportMutation.graphql.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { useCommit, type Outcome } from '../../../shell/relay/useCommit.ts'

/** Starts an export and downloads its file. Errors use the specification's text ('We couldn’t export the reviews'). */
export function useReviewExport() {
  const { i18n } = useLingui()
  const toast = useToast()
  const failed = formatSentence(i18n, 'exportFailed')
  const [startExport, starting] = useCommit<useReviewExportMutation>(graphql`
    mutation useReviewExportMutation($input: StartReviewExportInput!) {
      startReviewExport(input: $input) {
        __typename
        ... on StartReviewExportSuccess { data { ...ExportDialog_export } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const [ask, downloading] = useCommit<useReviewExportDownloadMutation>(graphql`
    mutation useReviewExportDownloadMutation($input: DownloadReviewExportInput!) {
      downloadReviewExport(input: $input) {
        __typename
        ... on DownloadReviewExportSuccess { data { url } }
        ... on Refusal { code message params }
      }
    }
  `)
  const say = ({ code, message }: Outcome<unknown> & { ok: false }) =>
    toast(code === 'unexpected' ? failed : message, { isError: true })
  return {
    failed,
    starting,
    downloading,
    async start(input: {
      format: 'CSV' | 'XLSX'
      filter: ReviewFilter | null
    }): Promise<ExportDialog_export$key | null> {
      const outcome = await startExport({ input }, { quiet: true })
      if (!outcome.ok) say(outcome)
      return outcome.ok ? (outcome.data.startReviewExport.data ?? null) : null
    },
    /** Requests the URL at the click: it works once, for some minutes. */
    async download(id: string): Promise<void> {
      const outcome = await ask({ input: { id } }, { quiet: true })
      if (!outcome.ok) {
        say(outcome)
        return
      }
      const link = document.createElement('a')
      link.href = outcome.data.downloadReviewExport.data?.url ?? ''
      link.download = ''
      link.click()
    },
  }
}
