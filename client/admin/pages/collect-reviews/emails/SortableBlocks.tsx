import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

interface Props {
  ids: readonly string[]
  /** Blocks from here on stay in their place. */
  last: number
  /** Names of the blocks, for screen readers. */
  labels: readonly string[]
  onMove: (from: number, to: number) => void
  children: ReactNode
}

/** Lets blocks be moved by mouse, finger and keyboard, and announces their places. */
export function SortableBlocks({ ids, last, labels, onMove, children }: Props) {
  const { t } = useLingui()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const end = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))]
    if (to >= 0 && to < last && from !== to) onMove(from, to)
  }
  const sayPlace = (id: string | number, over: string | number = id) => {
    const label = labels[ids.indexOf(String(id))] ?? ''
    const place = ids.indexOf(String(over)) + 1
    const total = ids.length
    return t`${label}: place ${place} of ${total}`
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        screenReaderInstructions: {
          draggable: t`Press space to pick up the block, move it with the arrow keys, and press space again. Escape puts it back.`,
        },
        announcements: {
          onDragStart: ({ active }) => sayPlace(active.id),
          onDragOver: ({ active, over }) => sayPlace(active.id, over?.id),
          onDragEnd: ({ active, over }) => sayPlace(active.id, over?.id),
          onDragCancel: ({ active }) => sayPlace(active.id),
        },
      }}
    >
      <SortableContext items={ids.slice(0, last)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}
