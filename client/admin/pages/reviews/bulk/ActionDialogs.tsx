import { actNeedsContent, type ReviewAct } from '../../../../../rules/review-status.ts'
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx'
import { needsConfirmation } from './listActs.ts'
import { ReplyDialog } from './ReplyDialog.tsx'

interface Props {
  act: ReviewAct
  /** Null: more than the counter's maximum. */
  count: number | null
  run: (content?: string) => Promise<boolean>
  onClose: () => void
}

export function ActionDialogs({ act, ...props }: Props) {
  if (actNeedsContent(act)) return <ReplyDialog {...props} />
  return needsConfirmation(act) ? <ConfirmActionDialog act={act} {...props} /> : null
}
