import { Trans, useLingui } from '@lingui/react/macro'
import { TextField } from '@shopify/polaris'
import { useState } from 'react'
import { maxViewNameChars } from '../../../../../rules/limits.ts'
import { isInvisible } from '../../../../../rules/visible-text.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import type { SavedView } from './useSavedViews.tsx'
import { useDeleteView, useSaveView } from './useSaveView.ts'
import type { ViewQuestion } from './ViewActions.tsx'

interface Props {
  question: ViewQuestion
  onSaved: (view: SavedView) => void
  onDeleted: () => void
  onClose: () => void
}

/** Names a view, or asks before deleting one. */
export function ViewDialog({ question, ...props }: Props) {
  return question.kind === 'delete' ? (
    <DeleteView view={question.view} {...props} />
  ) : (
    <NameView question={question} {...props} />
  )
}

function NameView({
  question,
  onSaved,
  onClose,
}: { question: Exclude<ViewQuestion, { kind: 'delete' }> } & Pick<Props, 'onSaved' | 'onClose'>) {
  const { t, i18n } = useLingui()
  const creates = question.kind === 'create'
  const [name, setName] = useState(creates ? question.suggestion : question.view.name)
  const [error, setError] = useState('')
  const [save, busy] = useSaveView()
  const submit = async () => {
    const saved = isInvisible(name)
      ? { error: formatSentence(i18n, 'requiredField') }
      : await save(
          creates ? { name, query: question.query } : { id: question.view.id, name, query: question.view.query },
        )
    if ('error' in saved) setError(saved.error)
    else {
      if (creates) onSaved(saved.view)
      onClose()
    }
  }
  return (
    <Dialog
      open
      title={creates ? t`Save view` : t`Rename view`}
      primary={{ label: t`Save`, busy, run: () => void submit() }}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label={t`Name`}
          value={name}
          onChange={(text) => {
            setName(text)
            setError('')
          }}
          maxLength={maxViewNameChars}
          showCharacterCount
          autoComplete="off"
          autoFocus
          error={error || false}
          helpText={t`A view saves your search, filters and sort order as its own tab.`}
        />
      </form>
    </Dialog>
  )
}

function DeleteView({ view, onDeleted, onClose }: { view: SavedView } & Pick<Props, 'onDeleted' | 'onClose'>) {
  const { t } = useLingui()
  const [remove, busy] = useDeleteView()
  const submit = async () => {
    if (await remove(view.id)) onDeleted()
    onClose()
  }
  const { name } = view
  return (
    <Dialog
      open
      title={t`Delete view?`}
      primary={{ label: t`Delete view`, destructive: true, busy, run: () => void submit() }}
      onClose={onClose}
    >
      <Trans>
        The “<span data-user-content>{name}</span>” tab is removed. Its reviews stay.
      </Trans>
    </Dialog>
  )
}
