import '../list/list-parts.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { BulkBanner_run$data, BulkBanner_run$key } from '../../../../__generated__/BulkBanner_run.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { fromWireAct, actionLabel } from './listActs.ts'
import { RunProgress } from './RunProgress.tsx'
import { dismissRun, readDismissedRun, useBulk } from './useBulk.ts'
import { isAtWork, useAskAtEnd, useRunWords } from './useRunWords.ts'

/** Shows the newest bulk action: its progress, its result, and an undo button while it can be undone. */
export function BulkBanner({ run: key }: { run: BulkBanner_run$key }) {
  const run = useFragment(
    graphql`
    fragment BulkBanner_run on BulkRun { id act status total done changed skipped restored kept undoable undoUntil undoFailed error }
  `,
    key,
  )
  const works = isAtWork(run.status)
  const [shown, dismiss] = useDismissed(run.id, run.status)
  useAskAtEnd(works)
  if (!shown) return null
  return works ? <Working run={run} /> : <Outcome run={run} onDismiss={dismiss} />
}

function Working({ run }: { run: BulkBanner_run$data }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const all = format.number(run.total)
  const act = i18n._(actionLabel(fromWireAct(run.act)))
  return (
    <Banner tone="info" title={run.status === 'UNDOING' ? t`Undoing: ${act}` : t`${act}: ${all} reviews`}>
      <RunProgress run={run} />
    </Banner>
  )
}

function Outcome({ run, onDismiss }: { run: BulkBanner_run$data; onDismiss: () => void }) {
  const { t } = useLingui()
  const { done, failed, until } = useRunWords(run)
  const bulk = useBulk()
  const readOnly = useReadOnly()
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    await bulk.undo(run.id)
    setBusy(false)
  }
  const back = run.undoable && !readOnly && (
    <div className="c-bulk-undo">
      <Button loading={busy} onClick={() => void undo()}>{t`Undo`}</Button>
      {until && (
        <span>
          <Trans>Available until {until}</Trans>
        </span>
      )}
    </div>
  )
  return (
    <Banner tone={failed ? 'warning' : 'info'} title={done} onDismiss={onDismiss}>
      {failed || back ? (
        <>
          {failed && <p>{failed}</p>}
          {back}
        </>
      ) : null}
    </Banner>
  )
}

/** Keeps in this browser which result was dismissed. */
function useDismissed(id: string, status: string): [shown: boolean, dismiss: () => void] {
  const [seen, setSeen] = useState(readDismissedRun)
  const key = `${id} ${status}`
  const dismiss = () => {
    dismissRun(key)
    setSeen(key)
  }
  return [seen !== key && seen !== id, dismiss]
}
