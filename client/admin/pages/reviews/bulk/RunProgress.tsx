import '../list/list-parts.css'
import { Trans } from '@lingui/react/macro'
import { ProgressBar } from '@shopify/polaris'
import { useMemo } from 'react'
import { useSubscription } from 'react-relay/hooks'
import type { useBulkProgressSubscription } from '../../../../__generated__/useBulkProgressSubscription.graphql.ts'
import { LiveNote } from '../../../shell/frame/LiveNote.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { bulkProgress } from './useBulk.ts'

interface Run {
  id: string
  status: string
  total: number
  done: number
  changed: number
  restored: number
  kept: number
}

/** Shows the live progress of a bulk action or its undo. */
export function RunProgress({ run }: { run: Run }) {
  const format = useFormat()
  useSubscription<useBulkProgressSubscription>(
    useMemo(() => ({ subscription: bulkProgress, variables: { bulkId: run.id } }), [run.id]),
  )
  const [done, total] = run.status === 'UNDOING' ? [run.restored + run.kept, run.changed] : [run.done, run.total]
  const [looked, all] = [format.number(done), format.number(total)]
  return (
    <div className="c-bulk">
      <ProgressBar progress={total === 0 ? 100 : Math.floor((done / total) * 100)} size="small" tone="primary" />
      <p>
        <LiveNote>
          <Trans>
            {looked} of {all} done. You can keep working while this runs.
          </Trans>
        </LiveNote>
      </p>
    </div>
  )
}
