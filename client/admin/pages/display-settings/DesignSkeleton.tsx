import './display-settings.css'
import { useLingui } from '@lingui/react/macro'
import { SkeletonBodyText, SkeletonDisplayText } from '@shopify/polaris'
import type { WidgetKey } from '../../../storefront/widgets/widgets.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { PreviewSkeleton } from './preview/WidgetPreview.tsx'

interface Props {
  title: string
  subtitle: string
  widget: WidgetKey
  /** Note below the preview. */
  note: string
}

/** Lines in each group of fields. */
const groups = [3, 4, 6]

/** Placeholder of a DesignPage: the same header and columns, and the preview's tools and stage. */
export function DesignSkeleton({ title, subtitle, widget, note }: Props) {
  const { t } = useLingui()
  const mode = useMode()
  return (
    <AdminPage
      title={title}
      subtitle={subtitle}
      fullWidth
      backAction={{ content: t`Display reviews`, url: hrefIn(mode, '/display-settings') }}
    >
      <div className="c-design">
        <div className="c-folds" aria-hidden="true">
          {groups.map((lines) => (
            <div key={lines} className="c-fold c-fold-waits">
              <SkeletonDisplayText size="small" />
              <SkeletonBodyText lines={lines} />
            </div>
          ))}
        </div>
        <PreviewSkeleton widget={widget} note={note} />
      </div>
    </AdminPage>
  )
}
