import './display-settings.css'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import type { SettingKey, SettingValue } from '../../../../rules/settings/settings.ts'
import { WIDGETS, type WidgetKey } from '../../../storefront/widgets/widgets.ts'
import type { DesignPage_shop$key } from '../../../__generated__/DesignPage_shop.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { BrandShown } from '../../ui/settings/brand.ts'
import type { PathTo } from '../../ui/settings/leaves.ts'
import { SettingText } from '../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../ui/settings/SettingsFold.tsx'
import { SettingsPage } from '../../ui/settings/SettingsPage.tsx'
import type { SettingsForm } from '../../ui/settings/useSettingsForm.ts'
import { useBoxSettings } from './box/boxForm.ts'
import { usePreviewData, type PreviewData } from '../../ui/preview/previewReviews.ts'
import { ThemePlacement } from '../../ui/ThemePlacement.tsx'
import { WidgetPreview } from './preview/WidgetPreview.tsx'

/** Data that a widget's preview shows besides its own settings. */
export interface PreviewParts {
  format: ReviewBoxSettings
  data: PreviewData
}

interface Props<Values extends object> {
  title: string
  subtitle: string
  shop: DesignPage_shop$key
  form: SettingsForm<Values>
  widget: WidgetKey
  /** Replaces the default preview, for a widget whose preview loads more data. */
  preview?: (parts: PreviewParts) => ReactNode
  children: ReactNode
}

const fragment = graphql`
  fragment DesignPage_shop on Shop { reviewBox { ...boxForm_settings } ...previewReviews_shop }
`

/** Settings page of a widget: its fields and a preview of the shipped widget. */
export function DesignPage<Values extends object>({
  title,
  subtitle,
  shop: key,
  form,
  widget,
  preview,
  children,
}: Props<Values>) {
  const { t } = useLingui()
  const mode = useMode()
  const shop = useFragment(fragment, key)
  const parts: PreviewParts = { format: useBoxSettings(shop.reviewBox), data: usePreviewData(shop) }
  return (
    <SettingsPage
      title={title}
      subtitle={subtitle}
      wide
      forms={[form]}
      backAction={{ content: t`Display reviews`, url: hrefIn(mode, '/display-settings') }}
      savedMessage={t`Saved. Your store now shows the changes.`}
    >
      <div className="c-design">
        <BrandShown value={{ branding: parts.data.branding, document: WIDGETS[widget].document }}>
          <div className="c-folds">
            <ThemePlacement widget={widget} />
            {children}
          </div>
        </BrandShown>
        {preview ? (
          preview(parts)
        ) : (
          <WidgetPreview widget={widget} settings={form.values as SettingValue<SettingKey>} {...parts} />
        )}
      </div>
    </SettingsPage>
  )
}

/** Field for the merchant's own styles of a widget. */
export function CustomCss<Values extends object>({
  form,
  name,
}: {
  form: SettingsForm<Values>
  name: PathTo<Values, string>
}) {
  const { t } = useLingui()
  return (
    <SettingsFold title={t`Advanced`}>
      <SettingText
        form={form}
        name={name}
        label={t`Custom CSS`}
        multiline={4}
        helpText={t`Applies inside this widget only. We leave out rules that load files.`}
      />
    </SettingsFold>
  )
}
