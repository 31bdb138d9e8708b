import { actNeedsContent, type ReviewAct } from '../../../../../rules/review-status.ts'
import { isRefusing } from '../../../../../rules/refusal.ts'
import { RefusalDialog } from '../review/RefusalDialog.tsx'
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx'
import { needsConfirmation, type ActionWords } from './listActs.ts'
import { AssignDialog } from '../assign/AssignDialog.tsx'
import { ReplyDialog } from './ReplyDialog.tsx'

interface Props {
  act: ReviewAct
  /** Null: more than the counter's maximum. */
  count: number | null
  /** Whether a refusing action needs a reason. */
  needsReason: boolean
  /** The account that a single review is assigned to. */
  assigneeId: string | null
  run: (words?: ActionWords) => Promise<boolean>
  onClose: () => void
}

export function ActionDialogs({ act, needsReason, assigneeId, run, ...props }: Props) {
  if (act === 'assign')
    return <AssignDialog {...props} assigneeId={assigneeId} run={(chosen) => run({ assigneeId: chosen })} />
  if (actNeedsContent(act)) return <ReplyDialog {...props} run={(content) => run({ content })} />
  if (isRefusing(act) && needsReason) return <RefusalDialog {...props} act={act} run={run} />
  return needsConfirmation(act) ? <ConfirmActionDialog act={act} {...props} run={run} /> : null
}
