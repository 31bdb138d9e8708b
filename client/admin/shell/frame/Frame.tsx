import { lazy, Suspense, type ReactNode } from 'react'
import type { MenuEntry } from './menu.tsx'
import { useMode } from './mode.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import { ReadOnlyNote } from './ReadOnlyNote.tsx'
import { SaveBarHost } from '../SaveBar.tsx'
import { SupportNote } from './SupportNote.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

export interface FrameProps {
  menu: readonly MenuEntry[]
  children: ReactNode
}

// Each mode loads only its own frame.
const StandaloneFrame = lazy(() =>
  import('../standalone/StandaloneFrame.tsx').then((module) => ({ default: module.StandaloneFrame })),
)
const EmbeddedFrame = lazy(() =>
  import('../embedded/EmbeddedFrame.tsx').then((module) => ({ default: module.EmbeddedFrame })),
)

/** Menu, save bar and page: our frame in standalone mode, the platform's when embedded. */
export function Frame({ menu, children }: FrameProps) {
  const Chosen = useMode() === 'embedded' ? EmbeddedFrame : StandaloneFrame
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Chosen menu={menu}>
        <SaveBarHost>
          <OfflineNote />
          <ReadOnlyNote />
          <SupportNote />
          {children}
        </SaveBarHost>
      </Chosen>
    </Suspense>
  )
}
