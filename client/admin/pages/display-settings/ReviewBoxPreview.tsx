import { useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup } from '@shopify/polaris'
import { useCallback, useMemo, useState } from 'react'
import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import type { Say } from '../../../storefront/widgets/shown.ts'
import { directionOf, fullTag, type CatalogName } from '../../shell/locales.ts'
import { previewDocument } from './previewDocument.ts'
import type { PreviewData } from './previewReviews.ts'

/** Widths of the pages that the preview stands for, in pixels. */
const widths = { desktop: 1000, phone: 390 } as const
type Device = keyof typeof widths

interface Props {
  settings: ReviewBoxSettings
  data: PreviewData
}

/** The shipped widget in a frame of its own, with the settings as they are being typed. */
export function ReviewBoxPreview({ settings, data }: Props) {
  const { t } = useLingui()
  const [device, setDevice] = useState<Device>(() => (matchMedia('(max-width: 40rem)').matches ? 'phone' : 'desktop'))
  const [formOpen, setFormOpen] = useState(false)
  const page = usePreviewPage({ settings, data, formOpen })
  const [stage, width] = useWidth()
  const scale = Math.min(1, (width || widths[device]) / widths[device])
  return (
    <section className="c-preview" aria-label={t`Preview`}>
      <div className="c-preview-tools">
        <ButtonGroup variant="segmented">
          <Button pressed={device === 'desktop'} onClick={() => setDevice('desktop')}>{t`Desktop`}</Button>
          <Button pressed={device === 'phone'} onClick={() => setDevice('phone')}>{t`Mobile`}</Button>
        </ButtonGroup>
        <Button pressed={formOpen} onClick={() => setFormOpen(!formOpen)}>{t`Show form`}</Button>
      </div>
      <div className="c-preview-stage" ref={stage} data-device={device}>
        {/* Nothing may run, open or be sent in it: it only shows. */}
        <iframe title={t`Preview of the review box`} sandbox="" srcDoc={page} style={{ width: widths[device], height: `${100 / scale}%`, transform: `scale(${scale})` }} />
      </div>
      <p className="c-quiet">{data.invented ? t`Shows sample reviews until you publish some.` : t`Shows your newest reviews. Shoppers see the box in your store’s language.`}</p>
    </section>
  )
}

function usePreviewPage({ settings, data, formOpen }: Props & { formOpen: boolean }): string {
  const { i18n } = useLingui()
  const [now] = useState(() => new Date())
  return useMemo(() => {
    const catalog = i18n.locale as CatalogName
    // The widget's words stand in the same catalogs as ours, under ids of their own.
    const say: Say = (id, params) => i18n._(id, params)
    return previewDocument({ settings, data, say, formOpen, now, locale: fullTag(catalog), direction: directionOf(catalog) })
  }, [settings, data, i18n, formOpen, now])
}

/** Measures the element that gets the ref: its width now, in pixels, 0 before it is there. */
function useWidth() {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLDivElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, width] as const
}

/** The widget small and still, as a picture of itself. */
export function WidgetPicture(props: Props) {
  const { t } = useLingui()
  const page = usePreviewPage({ ...props, formOpen: false })
  return <span className="c-widget-picture" aria-hidden="true"><iframe title={t`Preview of the review box`} tabIndex={-1} sandbox="" srcDoc={page} inert /></span>
}
