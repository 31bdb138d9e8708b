import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, ChoiceList, ProgressBar, Spinner } from '@shopify/polaris'
import { useMemo, useState, type ReactNode } from 'react'
import { graphql, useFragment, useSubscription } from 'react-relay/hooks'
import type { ExportDialog_export$key } from '../../../../__generated__/ExportDialog_export.graphql.ts'
import type { ExportDialogQuery } from '../../../../__generated__/ExportDialogQuery.graphql.ts'
import type { ExportDialogSubscription } from '../../../../__generated__/ExportDialogSubscription.graphql.ts'
import type { ReviewFilter } from '../../../../__generated__/reviewListLoaderQuery.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { EarlierExports } from './EarlierExports.tsx'
import { useReviewExport } from './useReviewExport.ts'

interface Props {
  filter: ReviewFilter
  /** Number of matching reviews; null: more than the counter's maximum, undefined: not loaded yet. */
  count: number | null | undefined
  /** Number of reviews except deleted ones. */
  all: number
  filtered: boolean
  onClose: () => void
}

const fragment = graphql`
  fragment ExportDialog_export on ReviewExport { id format status total done fileName fileKept }
`

/** Exports reviews to a file: asks which, shows progress, and downloads the file. */
export function ExportDialog(props: Props) {
  const { t } = useLingui()
  const frame = (content: ReactNode) => (
    <Dialog
      open
      title={t`Export reviews`}
      primary={{ label: t`Export`, disabled: true, run: () => undefined }}
      onClose={props.onClose}
    >
      {content}
    </Dialog>
  )
  return (
    <Part waits={frame(<Spinner size="small" accessibilityLabel={t`Loading`} />)} failed={frame}>
      <Newest {...props} />
    </Part>
  )
}

/** Continues an export that began in another tab, or here before a reload. */
function Newest(props: Props) {
  const {
    viewer: { shop },
  } = useOwnQuery<ExportDialogQuery>(
    graphql`
    query ExportDialogQuery { viewer { shop { now reviewExports(first: 20) { id status createdAt fileKept ...ExportDialog_export ...EarlierExports_export } } } }
  `,
    {},
    'network-only',
  )
  const [newest] = shop?.reviewExports ?? []
  const [started, setStarted] = useState<ExportDialog_export$key | null>(newest?.status === 'RUNNING' ? newest : null)
  return started ? (
    <Progress row={started} onClose={props.onClose} />
  ) : (
    <Ask {...props} onStarted={setStarted}>
      {shop && <EarlierExports now={shop.now} exports={shop.reviewExports} />}
    </Ask>
  )
}

function Ask({
  filter,
  count,
  all,
  filtered,
  onClose,
  onStarted,
  children,
}: Props & { onStarted: (row: ExportDialog_export$key) => void; children: ReactNode }) {
  const { t } = useLingui()
  const words = useCountWords()
  const [which, setWhich] = useState<'filter' | 'all'>(filtered ? 'filter' : 'all')
  const [format, setFormat] = useState<'CSV' | 'XLSX'>('CSV')
  const { start, starting } = useReviewExport()
  const [shown, every] = [words(count), words(all)]
  const submit = async () => {
    const row = await start({ format, filter: which === 'filter' ? filter : null })
    if (row) onStarted(row)
  }
  return (
    <Dialog
      open
      title={t`Export reviews`}
      primary={{ label: t`Export`, busy: starting, run: () => void submit() }}
      onClose={onClose}
    >
      <BlockStack gap="400">
        {filtered && (
          <ChoiceList
            title={t`Reviews`}
            choices={[
              { value: 'filter', label: t`Current view (${shown})` },
              { value: 'all', label: t`All reviews except trash (${every})` },
            ]}
            selected={[which]}
            onChange={([chosen]) => setWhich(chosen === 'all' ? 'all' : 'filter')}
          />
        )}
        {!filtered && <p>{t`All reviews except trash (${every})`}</p>}
        <ChoiceList
          title={t`Format`}
          choices={[
            { value: 'CSV', label: 'CSV', helpText: t`For other apps, or to import into Candor again` },
            { value: 'XLSX', label: 'XLSX', helpText: t`For Excel and other spreadsheets` },
          ]}
          selected={[format]}
          onChange={([chosen]) => setFormat(chosen === 'XLSX' ? 'XLSX' : 'CSV')}
        />
        {children}
      </BlockStack>
    </Dialog>
  )
}

function Progress({ row: key, onClose }: { row: ExportDialog_export$key; onClose: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const { id, status, total, done, fileName } = useFragment(fragment, key)
  useSubscription<ExportDialogSubscription>(
    useMemo(
      () => ({
        subscription: graphql`
      subscription ExportDialogSubscription($exportId: ID!) { reviewExportProgress(exportId: $exportId) { ...ExportDialog_export } }
    `,
        variables: { exportId: id },
      }),
      [id],
    ),
  )
  const { download, downloading, failed } = useReviewExport()
  const ready = status === 'DONE'
  const [written, all] = [format.number(done), format.number(total ?? 0)]
  return (
    <Dialog
      open
      title={t`Export reviews`}
      primary={{ label: t`Download`, disabled: !ready, busy: downloading, run: () => void download(id) }}
      cancelLabel={t`Close`}
      onClose={onClose}
    >
      <BlockStack gap="300">
        <ProgressBar
          progress={ready || total === 0 ? 100 : Math.floor((done / (total ?? Infinity)) * 100)}
          size="small"
          tone={ready ? 'success' : 'primary'}
        />
        <p role="status">
          {status === 'FAILED' && failed}
          {status === 'RUNNING' &&
            (total == null ? (
              <Trans>Counting reviews…</Trans>
            ) : (
              <Trans>
                {written} of {all} reviews exported. You can close this window and download the file here later.
              </Trans>
            ))}
          {ready && (
            <Trans>
              {all} reviews exported to <span data-user-content>{fileName}</span>. The file is available for 7 days.
            </Trans>
          )}
        </p>
      </BlockStack>
    </Dialog>
  )
}

function useCountWords(): (count: number | null | undefined) => string {
  const { t } = useLingui()
  const format = useFormat()
  return (count) => {
    if (count === undefined) return t`some`
    const many = count === null ? `${format.number(10_000)}+` : format.number(count)
    return t`${plural(count ?? 10_000, { one: '1 review', other: `${many} reviews` })}`
  }
}
