import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Box, Button, InlineStack, Spinner, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { bulkUndoHours } from '../../../../../rules/limits.ts'
import type {
  RecentChangesDialog_run$data,
  RecentChangesDialog_run$key,
} from '../../../../__generated__/RecentChangesDialog_run.graphql.ts'
import type { RecentChangesDialogQuery } from '../../../../__generated__/RecentChangesDialogQuery.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { fromWireAct, actionLabel } from './listActs.ts'
import { RunProgress } from './RunProgress.tsx'
import { useBulk } from './useBulk.ts'
import { isAtWork, useAskAtEnd, useRunWords } from './useRunWords.ts'

/** Lists the last bulk actions with undo buttons: undo is possible longer than toast and banner last. */
export function RecentChangesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      title={t`Recent changes`}
      primary={{ label: t`Close`, run: onClose }}
      cancelLabel={null}
      onClose={onClose}
    >
      <Part waits={<Spinner size="small" accessibilityLabel={t`Loading`} />}>
        <Changes />
      </Part>
    </Dialog>
  )
}

function Changes() {
  const {
    viewer: { shop },
  } = useOwnQuery<RecentChangesDialogQuery>(
    graphql`
    query RecentChangesDialogQuery { viewer { shop { bulkRuns(first: 20) { id status ...RecentChangesDialog_run } } } }
  `,
    {},
    'network-only',
  )
  const runs = shop?.bulkRuns ?? []
  // The server runs one at a time.
  const works = runs.some(({ status }) => isAtWork(status))
  const hours = bulkUndoHours
  useAskAtEnd(works)
  return (
    <BlockStack gap="400">
      <p>
        <Trans>
          Bulk actions can be undone for {hours} hours. Reviews that changed in the meantime stay as they are.
        </Trans>
      </p>
      {runs.length === 0 ? (
        <p>
          <Trans>No recent changes.</Trans>
        </p>
      ) : (
        <BlockStack as="ul" gap="400">
          {runs.map((run) => (
            <li key={run.id}>
              <Change run={run} works={works} />
            </li>
          ))}
        </BlockStack>
      )}
    </BlockStack>
  )
}

function Change({ run: key, works }: { run: RecentChangesDialog_run$key; works: boolean }) {
  const { i18n } = useLingui()
  const format = useFormat()
  const run = useFragment(
    graphql`
    fragment RecentChangesDialog_run on BulkRun { id act status total done changed skipped restored kept createdAt undoable undoUntil undoFailed error }
  `,
    key,
  )
  const { done, failed, until } = useRunWords(run)
  const when = format.date(run.createdAt, { dateStyle: 'medium', timeStyle: 'short' })
  const act = i18n._(actionLabel(fromWireAct(run.act)))
  if (isAtWork(run.status))
    return (
      <BlockStack gap="100">
        <Text as="p">{run.status === 'UNDOING' ? <Trans>Undoing: {act}</Trans> : act}</Text>
        <RunProgress run={run} />
      </BlockStack>
    )
  return (
    <InlineStack align="space-between" blockAlign="center" gap="400" wrap={false}>
      <div>
        <Text as="p">{run.status === 'UNDONE' ? `${act}: ${done}` : done}</Text>
        {failed && <Text as="p">{failed}</Text>}
        <Text as="p" tone="subdued">
          {when}
          {run.undoable && until && (
            <>
              {' '}
              · <Trans>Available until {until}</Trans>
            </>
          )}
        </Text>
      </div>
      {run.undoable && <Undo run={run} works={works} what={done} />}
    </InlineStack>
  )
}

function Undo({ run, works, what }: { run: RecentChangesDialog_run$data; works: boolean; what: string }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const bulk = useBulk()
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    await bulk.undo(run.id)
    setBusy(false)
  }
  return (
    !readOnly && (
      <Box minWidth="fit-content">
        <Button
          loading={busy}
          disabled={works}
          accessibilityLabel={t`Undo: ${what}`}
          onClick={() => void undo()}
        >{t`Undo`}</Button>
      </Box>
    )
  )
}
