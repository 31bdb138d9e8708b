import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover } from '@shopify/polaris'
import { MenuHorizontalIcon } from '@shopify/polaris-icons'
import { useState } from 'react'
import { lazyComponent } from '../../../shell/relay/lazyComponent.tsx'
import { Opening } from '../../../shell/Part.tsx'
import { readListState, writeListState, type ListState } from '../../../ui/lists/listState.ts'
import type { ListControls } from '../../../ui/lists/useListState.ts'
import { reviewListSpec, type ReviewListFilter } from '../list/reviewListSpec.ts'
import type { SavedView } from './useSavedViews.tsx'
import { useSaveView } from './useSaveView.ts'

const ViewDialog = lazyComponent(() => import('./ViewDialog.tsx').then((module) => module.ViewDialog))

/** The dialog to open: name a new view, rename one, or delete one. */
export type ViewQuestion =
  { kind: 'create'; query: string; suggestion: string } | { kind: 'rename' | 'delete'; view: SavedView }

interface ActionsProps {
  list: ListControls<ReviewListFilter>
  open: SavedView | null
  show: (view: SavedView) => void
  close: () => void
}

/** Actions for the open view, or for unsaved filters. */
export function ViewActions({ list, open, show, close }: ActionsProps) {
  const { t } = useLingui()
  const [save, saving] = useSaveView()
  const [question, setQuestion] = useState<ViewQuestion | null>(null)
  const query = queryOf(list.state)
  const changed = open !== null && query !== queryOf(readListState(new URLSearchParams(open.query), reviewListSpec))
  const copyOf = ({ name }: SavedView) => t`Copy of ${name}`
  const create = (suggestion: string) => setQuestion({ kind: 'create', query, suggestion })
  return (
    <div className="c-tabs-actions">
      {open && changed && <Button variant="tertiary" onClick={() => show(open)}>{t`Discard`}</Button>}
      {open && changed && (
        <Button
          loading={saving}
          onClick={() => void save({ id: open.id, name: open.name, query })}
        >{t`Save view`}</Button>
      )}
      {!open && <Button onClick={() => create('')}>{t`Save view`}</Button>}
      {open && (
        <ViewMenu
          rename={() => setQuestion({ kind: 'rename', view: open })}
          duplicate={() => create(copyOf(open))}
          remove={() => setQuestion({ kind: 'delete', view: open })}
        />
      )}
      {question && (
        <Opening onClose={() => setQuestion(null)}>
          <ViewDialog question={question} onSaved={show} onDeleted={close} onClose={() => setQuestion(null)} />
        </Opening>
      )}
    </div>
  )
}

/** Returns the part of the state that a view saves: the filters, not the page. */
function queryOf({ filters, ...state }: ListState<ReviewListFilter>): string {
  return writeListState(
    new URLSearchParams(),
    { ...state, page: 1, cursor: null, count: null, filters: { ...filters, view: [] } },
    reviewListSpec,
  ).toString()
}

function ViewMenu({ rename, duplicate, remove }: { rename: () => void; duplicate: () => void; remove: () => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      active={open}
      onClose={() => setOpen(false)}
      preferredAlignment="right"
      autofocusTarget="first-node"
      activator={
        <Button
          variant="tertiary"
          icon={MenuHorizontalIcon}
          accessibilityLabel={t`Actions for this view`}
          onClick={() => setOpen(!open)}
        />
      }
    >
      <ActionList
        items={[
          { content: t`Rename view`, onAction: rename },
          { content: t`Duplicate view`, onAction: duplicate },
          { content: t`Delete view`, destructive: true, onAction: remove },
        ]}
        onActionAnyItem={() => setOpen(false)}
      />
    </Popover>
  )
}
