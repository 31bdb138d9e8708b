import { useLingui } from '@lingui/react/macro'
import { Banner, Button, ButtonGroup, Spinner } from '@shopify/polaris'
import { useDeferredValue, useMemo, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { BRANDING, type BrandingSettings } from '../../../../../rules/settings/branding.ts'
import type { ReviewBoxSettings } from '../../../../../rules/settings/review-box.ts'
import { STAR_RATING } from '../../../../../rules/settings/star-rating.ts'
import { SUBMIT_FORM } from '../../../../../rules/settings/submit-form.ts'
import { toGraphql } from '../../../../../rules/settings/shape.ts'
import { previewPage } from '../../../../storefront/widgets/preview-page.ts'
import type { WidgetKey } from '../../../../storefront/widgets/widgets.ts'
import type {
  BrandPreviewQuery,
  BrandPreviewQuery$variables,
} from '../../../../__generated__/BrandPreviewQuery.graphql.ts'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'
import { directionOf, fullTag, type CatalogName } from '../../../shell/words/locales.ts'
import { previewMarkup, previewStyle } from '../../../ui/preview/previewMarkup.ts'
import type { PreviewData } from '../../../ui/preview/previewReviews.ts'

const widgets = ['starRating', 'reviewBox', 'submitForm'] as const satisfies readonly WidgetKey[]
const shownReviews = 2

interface Props {
  branding: BrandingSettings
  box: ReviewBoxSettings
  data: PreviewData
}

/**
 * Previews the brand with the shipped renderers: stars, review box, form and an email. The box keeps its own palette
 * and colors.
 */
export function BrandPreview({ branding, box, data }: Props) {
  const { t } = useLingui()
  const [isEmail, setEmail] = useState(false)
  const readable = BRANDING.schema.safeParse(branding)
  const [shown, setShown] = useState(branding)
  // Keep the last valid colors while another one is typed.
  if (readable.success && JSON.stringify(readable.data) !== JSON.stringify(shown)) setShown(readable.data)
  return (
    <section className="c-preview" aria-label={t`Preview`}>
      <div className="c-preview-tools">
        <ButtonGroup variant="segmented">
          <Button pressed={!isEmail} onClick={() => setEmail(false)}>{t`Widgets`}</Button>
          <Button pressed={isEmail} onClick={() => setEmail(true)}>
            {t({ message: 'Email', context: 'kind of preview' })}
          </Button>
        </ButtonGroup>
      </div>
      <div className="c-preview-stage c-brand-stage">
        {isEmail ? (
          <Part waits={<Spinner size="small" accessibilityLabel={t`Loading`} />}>
            <Email branding={shown} />
          </Part>
        ) : (
          <Widgets branding={shown} box={box} data={data} />
        )}
      </div>
      <p className="c-quiet">{t`Widgets and emails with their own colors keep them.`}</p>
    </section>
  )
}

function Widgets({ branding, box, data }: Props) {
  const { t, i18n } = useLingui()
  const [now] = useState(() => new Date())
  const page = useMemo(() => {
    const locale = i18n.locale as CatalogName
    const direction = data.general.isRtlStore ? ('rtl' as const) : directionOf(locale)
    const view = {
      data: { ...data, branding, reviews: data.reviews.slice(0, shownReviews) },
      format: box,
      say: (id: string, params?: Record<string, string | number>) => i18n._(id, params),
      now,
      locale: fullTag(locale),
      direction,
      reviews: 'many' as const,
      formOpen: false,
    }
    const settings = { starRating: STAR_RATING.defaults, reviewBox: box, submitForm: SUBMIT_FORM.defaults }
    const markup = widgets.map((widget) =>
      previewMarkup({ ...view, widget, formOpen: widget === 'submitForm', settings: settings[widget] }),
    )
    return previewPage({ locale: view.locale, direction }, { markup, style: previewStyle(widgets, view) })
  }, [branding, box, data, i18n, now])
  return <iframe title={t`Preview of the widgets`} sandbox="" srcDoc={page} />
}

function Email({ branding }: { branding: BrandingSettings }) {
  const { t } = useLingui()
  const draft = useDeferredValue(JSON.stringify(toGraphql(BRANDING.shape, branding)))
  const {
    viewer: { shop },
  } = useOwnQuery<BrandPreviewQuery>(
    graphql`
    query BrandPreviewQuery($branding: SaveBrandingInput) {
      viewer { shop { id emailPreview(branding: $branding) { html problem } } }
    }
  `,
    { branding: JSON.parse(draft) as NonNullable<BrandPreviewQuery$variables['branding']> },
    'network-only',
  )
  if (!shop) return null
  const { html, problem } = shop.emailPreview
  return problem ? (
    <Banner tone="warning">{problem}</Banner>
  ) : (
    <iframe title={t`Preview of the email`} sandbox="" srcDoc={html} />
  )
}
