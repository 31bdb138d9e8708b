import '../display-settings.css'
import './translations.css'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { LOCALE_IDS, type Locale } from '../../../../../rules/locales.ts'
import type { SettingKey, SettingValue } from '../../../../../rules/settings/settings.ts'
import { labelLanguage, ownWords, type LabelLanguage, type LabelledWidget } from '../../../../../rules/widget-labels.ts'
import type {
  translationsLoaderQuery,
  translationsLoaderQuery$data,
} from '../../../../__generated__/translationsLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { usePreviewData } from '../../../ui/preview/previewReviews.ts'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { SettingsPage } from '../../../ui/settings/SettingsPage.tsx'
import { useBoxSettings } from '../box/boxForm.ts'
import { usePreviewLanguage, WidgetPreview } from '../preview/WidgetPreview.tsx'
import { ContentFields } from './ContentFields.tsx'
import { LabelFields } from './LabelFields.tsx'
import { ServiceCard } from './ServiceCard.tsx'
import { useAutoTranslateForm, useTranslationsForm } from './translationsForm.ts'
import { translationsQuery } from './translationsLoader.ts'

/** Translation of reviews, and the labels of the widgets (spec 2: /translations). */
export function Component() {
  const query = useRouteQuery<translationsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<translationsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<translationsLoaderQuery>(translationsQuery, query)
  return shop && <Translations shop={shop} />
}

interface Previewed {
  widget: LabelledWidget
  /** None for the review box, which has the shop's own. */
  settings?: SettingValue<SettingKey>
}

async function loadPreviewed(widget: LabelledWidget): Promise<Previewed> {
  if (widget === 'reviewBox') return { widget }
  return { widget, settings: (await import('./previewedSettings.ts')).previewedSettings[widget] }
}

const isLocale = (language: LabelLanguage): language is Locale => (LOCALE_IDS as string[]).includes(language)

function Translations({ shop }: { shop: NonNullable<translationsLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useTranslationsForm(shop.translations)
  const auto = useAutoTranslateForm(shop.general)
  const format = useBoxSettings(shop.reviewBox)
  const data = usePreviewData(shop)
  const [previewed, setPreviewed] = useState<Previewed>({ widget: 'reviewBox' })
  const [language, setLanguage] = useState(() => labelLanguage(shop.primaryLocale))
  const shown = usePreviewLanguage(isLocale(language) ? language : 'en')
  const own = ownWords(form.values.labels, language)
  return (
    <SettingsPage
      title={t`Translations`}
      subtitle={t`Reviews in your shoppers’ languages, and your own words on the widgets.`}
      wide
      forms={[form, auto]}
      savedMessage={t`Saved. Your store now shows the changes.`}
    >
      <div className="c-design">
        <div className="c-folds">
          <SettingsFold title={t`Reviews`} open>
            <ServiceCard
              state={shop.translationState}
              isOn={form.values.enableTranslateReviewContent}
              isDirty={form.dirty || auto.dirty}
            />
            <ContentFields form={form} auto={auto} />
          </SettingsFold>
          <SettingsFold title={t`Labels`} open description={t`Up to 16 characters each.`}>
            <LabelFields
              form={form}
              language={language}
              onLanguage={setLanguage}
              say={shown.say}
              onWidget={(widget) => void loadPreviewed(widget).then(setPreviewed, () => undefined)}
            />
          </SettingsFold>
        </div>
        <WidgetPreview
          key={previewed.widget}
          widget={previewed.widget}
          settings={previewed.settings ?? format}
          format={format}
          data={data}
          language={{
            ...shown,
            say: (id, params) => own.get(id) ?? shown.say(id, params),
            change: (locale) => {
              setLanguage(locale)
              return Promise.resolve()
            },
          }}
        />
      </div>
    </SettingsPage>
  )
}
