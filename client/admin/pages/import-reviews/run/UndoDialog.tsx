import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Spinner } from '@shopify/polaris'
import { useEffect, useEffectEvent, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { UndoDialogQuery } from '../../../../__generated__/UndoDialogQuery.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { Choices } from '../check/Choices.tsx'
import { useUndoImport } from '../importMutations.ts'

const query = graphql`
  query UndoDialogQuery($id: ID!) {
    importRun(id: $id) { undoPlan { reviews changed } }
  }
`

interface Plan {
  reviews: number
  changed: number
}

interface Props {
  importId: string
  fileName: string
  onClose: () => void
  onBegun: (() => void) | undefined
}

/**
 * Says what an undo deletes. Reviews that the merchant has edited since stay, unless the merchant chooses otherwise.
 */
export function UndoDialog({ importId, fileName, onClose, onBegun }: Props) {
  const { t } = useLingui()
  const plan = usePlan(importId, onClose)
  const [changed, setChanged] = useState<'keep' | 'take'>('keep')
  const [undo, busy] = useUndoImport()
  const count = plan ? plan.reviews - (changed === 'keep' ? plan.changed : 0) : 0
  const begin = async () => {
    const { ok } = await undo({ input: { id: importId, takeChanged: changed === 'take' } })
    onClose()
    if (ok) onBegun?.()
  }
  return (
    <Dialog
      open
      title={t`Undo this import?`}
      primary={{
        label: plan ? t`${plural(count, { one: 'Remove # review', other: 'Remove # reviews' })}` : t`Undo import`,
        destructive: true,
        busy,
        disabled: !plan || (count === 0 && plan.reviews > 0),
        run: () => void begin(),
      }}
      cancelLabel={t`Keep import`}
      onClose={onClose}
    >
      {plan ? (
        <UndoSummary plan={plan} count={count} fileName={fileName} changed={changed} setChanged={setChanged} />
      ) : (
        <Spinner size="small" accessibilityLabel={t`Counting the reviews`} />
      )}
    </Dialog>
  )
}

/** Requests the numbers when the dialog opens. */
function usePlan(importId: string, onClose: () => void): Plan | null {
  const { i18n } = useLingui()
  const toast = useToast()
  const environment = useRelayEnvironment()
  const [plan, setPlan] = useState<Plan | null>(null)
  const giveUp = useEffectEvent((code: 'importUndone' | 'unexpected') => {
    toast(formatSentence(i18n, code), { isError: true })
    onClose()
  })
  useEffect(() => {
    const asking = fetchQuery<UndoDialogQuery>(
      environment,
      query,
      { id: importId },
      { fetchPolicy: 'network-only' },
    ).subscribe({
      next: ({ importRun }) => (importRun?.undoPlan ? setPlan(importRun.undoPlan) : giveUp('importUndone')),
      error: () => giveUp('unexpected'),
    })
    return () => asking.unsubscribe()
  }, [environment, importId])
  return plan
}

interface UndoSummaryProps {
  plan: Plan
  count: number
  fileName: string
  changed: 'keep' | 'take'
  setChanged: (changed: 'keep' | 'take') => void
}

function UndoSummary({ plan, count, fileName, changed, setChanged }: UndoSummaryProps) {
  const { t } = useLingui()
  return (
    <div className="c-import-section">
      <p data-user-content>{fileName}</p>
      <p>
        {plan.reviews === 0 ? (
          t`None of its reviews are in your shop anymore.`
        ) : (
          <Plural
            value={count}
            one="# review will be permanently removed, with its photos and reply. Reviews from other sources stay."
            other="# reviews will be permanently removed, with their photos and replies. Reviews from other sources stay."
          />
        )}
      </p>
      {plan.changed > 0 && (
        <Choices
          title={t`${plural(plan.changed, { one: '# review was changed since the import', other: '# reviews were changed since the import' })}`}
          answer={changed}
          decide={setChanged}
          choices={[
            {
              value: 'keep',
              label: t`Keep changed reviews`,
              help: t`Edited, replied to, published, hidden, or marked since the import.`,
            },
            { value: 'take', label: t`Remove them too`, help: t`Your replies and changes are removed too.` },
          ]}
        />
      )}
      {plan.reviews > 0 && (
        <p>{t`Reviews of this import in the trash are removed too. To bring removed reviews back, import the file again.`}</p>
      )}
    </div>
  )
}
