import { useLingui } from '@lingui/react/macro'
import { Card, Text } from '@shopify/polaris'
import { useMemo } from 'react'
import { brandPalette } from '../../../../rules/brand.ts'
import { matchLocale } from '../../../../rules/locales.ts'
import type { BrandingSettings } from '../../../../rules/settings/branding.ts'
import { chooseSurveyTexts, type SurveySettings } from '../../../../rules/settings/survey.ts'
import { maxSurveyCommentChars, SURVEY_SCORES } from '../../../../rules/survey.ts'
import styles from '../../../storefront/styles/survey.css?inline'
import { renderSurveyForm } from '../../../storefront/widgets/forms/survey-form.ts'
import { previewPage } from '../../../storefront/widgets/preview-page.ts'
import { directionOf, fullTag, type CatalogName } from '../../shell/words/locales.ts'

interface Props {
  values: SurveySettings
  shop: { name: string; primaryLocale: string }
  branding: BrandingSettings
}

/** Shows the shipped form with the question as typed. */
export function SurveyPreview({ values, shop, branding }: Props) {
  const { t, i18n } = useLingui()
  const page = useMemo(() => {
    const primary = matchLocale(shop.primaryLocale) ?? 'en'
    const locale = i18n.locale as CatalogName
    const form = renderSurveyForm(
      {
        survey: chooseSurveyTexts(values, { locale: primary, primary, standard: { question: '', choices: [] } }),
        scores: SURVEY_SCORES,
        maxCommentChars: maxSurveyCommentChars,
        shop: shop.name,
        action: '',
      },
      (id, params) => i18n._(id, params),
    )
    const { button: act } = brandPalette(branding)
    return previewPage(
      { locale: fullTag(locale), direction: directionOf(locale) },
      { markup: [form], style: `${styles}body{zoom:.85}${act ? `:root{--act:${act};--act-ink:${act}}` : ''}` },
    )
  }, [values, shop, branding, i18n])
  return (
    <div className="c-survey-side">
      <Card>
        <Text as="h2" variant="headingMd">{t`Preview`}</Text>
        <Text as="p" tone="subdued">{t`Customers see it in their language.`}</Text>
        <iframe className="c-survey-preview" title={t`Preview of the survey`} sandbox="" srcDoc={page} />
      </Card>
    </div>
  )
}
