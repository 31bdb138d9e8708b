import { actNeedsContent, type ReviewAct } from '../../../../../rules/review-status.ts'
import { ConfirmActDialog } from './ConfirmActDialog.tsx'
import { asksFirst } from './listActs.ts'
import { ReplyDialog } from './ReplyDialog.tsx'

interface Props {
  act: ReviewAct
  /** Null: more than are counted. */
  count: number | null
  run: (content?: string) => Promise<boolean>
  onClose: () => void
}

/** What an act wants to know before it begins. */
export function ActDialogs({ act, ...props }: Props) {
  if (actNeedsContent(act)) return <ReplyDialog {...props} />
  return asksFirst(act) ? <ConfirmActDialog act={act} {...props} /> : null
}
