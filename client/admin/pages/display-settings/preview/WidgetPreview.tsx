import { useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, Select, SkeletonBodyText, SkeletonDisplayText } from '@shopify/polaris'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { LOCALES, LOCALE_IDS, type Locale } from '../../../../../rules/locales.ts'
import type { Say } from '../../../../storefront/widgets/shown.ts'
import { WIDGETS, type PreviewState, type WidgetKey } from '../../../../storefront/widgets/widgets.ts'
import { i18nOf } from '../../../shell/words/i18n.tsx'
import { directionOf, fullTag, type CatalogName } from '../../../shell/words/locales.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'
import type { PreviewedWidget, PreviewView } from '../../../ui/preview/previewMarkup.ts'
import { previewDocument } from './previewDocument.ts'

/** Page widths of the preview, in pixels. */
const widths = { desktop: 1000, phone: 390 } as const
type Device = keyof typeof widths

/** The merchant's choices for the preview. */
type ViewOptions = Pick<PreviewView, 'reviews' | 'formOpen'> & { rtl: boolean }

/** Returns the device that the preview shows at first. */
const firstDevice = (): Device => (matchMedia('(max-width: 40rem)').matches ? 'phone' : 'desktop')

/** Returns whether a widget's preview shows only its form. */
const isFormOnly = (widget: WidgetKey): boolean =>
  WIDGETS[widget].preview.every((state: PreviewState) => state === 'form')

/** Shows the shipped widget in a frame with the typed settings, in the states that WIDGETS lists for it. */
export function WidgetPreview({
  note,
  language: chosen,
  ...props
}: PreviewedWidget & {
  /** Replaces the note about the reviews. */
  note?: string
  /** The page's own choice of language and words. */
  language?: PreviewLanguage
}) {
  const { t } = useLingui()
  const [device, setDevice] = useState(firstDevice)
  const [options, setOptions] = useState<ViewOptions>({
    reviews: 'many',
    formOpen: isFormOnly(props.widget),
    rtl: props.data.general.isRtlStore,
  })
  const free = usePreviewLanguage()
  const language = chosen ?? free
  const page = usePreviewPage(props, options, language)
  const [stage, width] = useWidth()
  const scale = Math.min(1, (width || widths[device]) / widths[device])
  return (
    <section className="c-preview" aria-label={t`Preview`}>
      <PreviewTools
        widget={props.widget}
        device={device}
        onDevice={setDevice}
        options={options}
        onOptions={(change) => setOptions((present) => ({ ...present, ...change }))}
        locale={language.locale}
        onLocale={(locale) => void language.change(locale)}
      />
      <div className="c-preview-stage" ref={stage} data-device={device} data-widget={props.widget}>
        {/* Block scripts, links and forms: the frame is for display only. */}
        <iframe
          title={t`Preview of the widget`}
          sandbox=""
          srcDoc={page}
          style={{ width: widths[device], height: `${100 / scale}%`, transform: `scale(${scale})` }}
        />
      </div>
      <p className="c-quiet">
        {note ??
          (props.data.invented
            ? t`Shows sample reviews until you publish some.`
            : props.data.inventedPhotos && WIDGETS[props.widget].document === 'carousel'
              ? t`Shows your reviews, and sample photos until a customer adds one.`
              : t`Shows your pinned and newest reviews. Shoppers see the widget in your store’s language.`)}
      </p>
    </section>
  )
}

/** Keeps the place and height of a preview while its data loads. */
export function PreviewSkeleton({ widget, note }: { widget: WidgetKey; note: string }) {
  const { t, i18n } = useLingui()
  const [device] = useState(firstDevice)
  return (
    <section className="c-preview" aria-label={t`Preview`} aria-busy="true">
      <PreviewTools
        widget={widget}
        device={device}
        options={{ reviews: 'many', formOpen: isFormOnly(widget), rtl: false }}
        locale={i18n.locale as CatalogName}
        disabled
      />
      <div className="c-preview-stage" data-device={device} data-widget={widget}>
        <div className="c-preview-waits" role="status" aria-label={t`Loading`}>
          <SkeletonDisplayText size="small" />
          <SkeletonBodyText lines={6} />
        </div>
      </div>
      <p className="c-quiet">{note}</p>
    </section>
  )
}

interface ToolsProps {
  widget: WidgetKey
  device: Device
  options: ViewOptions
  locale: CatalogName | Locale
  disabled?: boolean
  onDevice?: (device: Device) => void
  onOptions?: (change: Partial<ViewOptions>) => void
  onLocale?: (locale: Locale) => void
}

const ignore = () => undefined

async function loadWords(locale: Locale) {
  const { loadWidgetWords } = await import('../../../shell/words/catalogs.ts')
  return i18nOf(await loadWidgetWords(locale))
}

function PreviewTools({
  widget,
  device,
  options,
  locale,
  disabled = false,
  onDevice = ignore,
  onOptions = ignore,
  onLocale = ignore,
}: ToolsProps) {
  const { t } = useLingui()
  const states: readonly PreviewState[] = WIDGETS[widget].preview
  const names = { many: t`Many reviews`, one: t`One review`, none: t`No reviews` }
  return (
    <div className="c-preview-tools">
      <ButtonGroup variant="segmented">
        <Button
          disabled={disabled}
          pressed={device === 'desktop'}
          onClick={() => onDevice('desktop')}
        >{t`Desktop`}</Button>
        <Button disabled={disabled} pressed={device === 'phone'} onClick={() => onDevice('phone')}>{t`Mobile`}</Button>
      </ButtonGroup>
      {states.some((state) => state !== 'form') && (
        <Select
          label={t`Reviews in the preview`}
          labelHidden
          disabled={disabled}
          options={states.flatMap((state) => (state === 'form' ? [] : [{ value: state, label: names[state] }]))}
          value={options.reviews}
          onChange={(reviews) => onOptions({ reviews: reviews as ViewOptions['reviews'] })}
        />
      )}
      <Select
        label={t`Language of the preview`}
        labelHidden
        disabled={disabled}
        options={LOCALE_IDS.map((id) => ({ value: id, label: LOCALES[id] }))}
        value={locale}
        onChange={(chosen) => onLocale(chosen as Locale)}
      />
      <Button
        disabled={disabled}
        pressed={options.rtl}
        onClick={() => onOptions({ rtl: !options.rtl })}
      >{t`Right to left`}</Button>
      {states.includes('form') && (
        <Button
          disabled={disabled}
          pressed={options.formOpen}
          onClick={() => onOptions({ formOpen: !options.formOpen })}
        >{t`Show form`}</Button>
      )}
    </div>
  )
}

interface PreviewLanguage {
  locale: CatalogName | Locale
  /** Loads a language. If that fails, shows a toast and keeps the current one. */
  change(locale: Locale): Promise<void>
  say: Say
}

/**
 * Returns the preview's language: the given one, or at first the admin's. Widget texts are in our catalogs under their
 * own ids.
 */
export function usePreviewLanguage(given?: Locale): PreviewLanguage {
  const { i18n: own } = useLingui()
  const toast = useToast()
  const [chosen, setChosen] = useState<typeof own | null>(null)
  const i18n = chosen ?? own
  const say = useCallback<Say>((id, params) => i18n._(id, params), [i18n])
  const change = useCallback(
    (locale: Locale) =>
      loadWords(locale).then(setChosen, () => toast(formatSentence(own, 'localeChangeFailed'), { isError: true })),
    [own, toast],
  )
  useEffect(() => {
    if (given && given !== i18n.locale) void change(given)
  }, [given, i18n.locale, change])
  return {
    locale: i18n.locale as CatalogName | Locale,
    say,
    change,
  }
}

function usePreviewPage(
  { widget, settings, format, data }: PreviewedWidget,
  { reviews, formOpen, rtl }: ViewOptions,
  { locale, say }: Pick<PreviewLanguage, 'locale' | 'say'>,
): string {
  const [now] = useState(() => new Date())
  return useMemo(
    () =>
      previewDocument({
        widget,
        settings,
        format,
        data,
        reviews,
        formOpen,
        say,
        now,
        locale: fullTag(locale),
        direction: rtl ? 'rtl' : directionOf(locale),
      }),
    [widget, settings, format, data, reviews, formOpen, say, now, locale, rtl],
  )
}

/** Measures the width of the element with the ref, in pixels; 0 before it is mounted. */
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
