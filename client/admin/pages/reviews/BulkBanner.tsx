import './list-parts.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button, ProgressBar } from '@shopify/polaris'
import { useEffect, useMemo, useRef, useState } from 'react'
import { graphql, useFragment, useSubscription } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { BulkBanner_run$data, BulkBanner_run$key } from '../../../__generated__/BulkBanner_run.graphql.ts'
import type { useBulkProgressSubscription } from '../../../__generated__/useBulkProgressSubscription.graphql.ts'
import { sentenceOf } from '../../shell/sentences.ts'
import { useFormat } from '../../shell/useFormat.ts'
import { useReadOnly } from '../../shell/viewer.tsx'
import { useActWords, useUndoWords } from './actWords.ts'
import { actOfWire, labelOf } from './listActs.ts'
import { bulkProgress, putAway, seenRun, useBulk } from './useBulk.ts'

/** The newest act on many reviews: how far it is, what it did, and the way back while there is one. */
export function BulkBanner({ run: key }: { run: BulkBanner_run$key }) {
  const run = useFragment(graphql`
    fragment BulkBanner_run on BulkRun { id act status total done changed skipped restored kept undoable undoUntil undoFailed error }
  `, key)
  const works = run.status === 'RUNNING' || run.status === 'UNDOING'
  const [shown, dismiss] = useDismissed(run.id, run.status)
  useAskAtEnd(works)
  if (!shown) return null
  return works ? <Working run={run} /> : <Outcome run={run} onDismiss={dismiss} />
}

function Working({ run }: { run: BulkBanner_run$data }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  useLive(run.id)
  const undoing = run.status === 'UNDOING'
  const [done, total] = undoing ? [run.restored + run.kept, run.changed] : [run.done, run.total]
  const [looked, all] = [format.number(done), format.number(total)]
  const act = i18n._(labelOf(actOfWire(run.act)))
  return (
    <Banner tone="info" title={undoing ? t`Undoing: ${act}` : t`${act}: ${all} reviews`}>
      <div className="c-bulk">
        <ProgressBar progress={total === 0 ? 100 : Math.floor((done / total) * 100)} size="small" tone="primary" />
        <p><Trans>{looked} of {all} done. You can go on working; this goes on too.</Trans></p>
      </div>
    </Banner>
  )
}

function Outcome({ run, onDismiss }: { run: BulkBanner_run$data, onDismiss: () => void }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const say = useActWords()
  const sayUndone = useUndoWords()
  const bulk = useBulk()
  const readOnly = useReadOnly()
  const [busy, setBusy] = useState(false)
  const until = run.undoUntil && format.date(run.undoUntil, { weekday: 'long', hour: 'numeric', minute: 'numeric' })
  const undo = async () => {
    setBusy(true)
    await bulk.undo(run.id)
    setBusy(false)
  }
  const title = run.status === 'UNDONE' || run.undoFailed ? sayUndone(run.restored, run.kept) : say(actOfWire(run.act), run.changed, run.skipped)
  const failed = run.status === 'FAILED' && <p>{run.error ? sentenceOf(i18n, { code: run.error }) : t`It stopped half-way. What is done stays done.`}</p>
  const back = run.undoable && !readOnly && (
    <div className="c-bulk-undo">
      <Button loading={busy} onClick={() => void undo()}>{t`Undo`}</Button>
      {until && <span><Trans>possible until {until}</Trans></span>}
    </div>
  )
  return <Banner tone={failed ? 'warning' : 'info'} title={title} onDismiss={onDismiss}>{failed || back ? <>{failed}{back}</> : null}</Banner>
}

/** Follows a run in this tab. */
function useLive(bulkId: string): void {
  useSubscription<useBulkProgressSubscription>(useMemo(() => ({ subscription: bulkProgress, variables: { bulkId } }), [bulkId]))
}

/** The list is asked for once a run that has changed it is at its end. */
function useAskAtEnd(works: boolean): void {
  const { revalidate } = useRevalidator()
  const worked = useRef(works)
  useEffect(() => {
    if (worked.current && !works) void revalidate()
    worked.current = works
  }, [works, revalidate])
}

/** A result stays away in this browser once it was put away. */
function useDismissed(id: string, status: string): [shown: boolean, dismiss: () => void] {
  const [seen, setSeen] = useState(seenRun)
  const key = `${id} ${status}`
  const dismiss = () => {
    putAway(key)
    setSeen(key)
  }
  return [seen !== key && seen !== id, dismiss]
}
