import { Trans, useLingui } from '@lingui/react/macro'
import { InlineGrid } from '@shopify/polaris'
import { Link } from 'react-router'
import { maxMarketplaceImportReviews, minMarketplaceImportReviews } from '../../../../rules/limits.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { NumberSetting } from '../../ui/settings/NumberSetting.tsx'
import { SettingSelect } from '../../ui/settings/SettingFields.tsx'
import { SettingsSection } from '../../ui/settings/SettingsPage.tsx'
import type { GeneralForm } from './reviewForms.ts'

const sources = [
  { key: 'amazon', name: 'Amazon' },
  { key: 'aliexpress', name: 'AliExpress' },
  { key: 'cjdropshipping', name: 'CJDropshipping' },
  { key: 'shopee', name: 'Shopee' },
] as const

/** Which reviews an import from a marketplace takes (spec 3). Each import starts with these options. */
export function ImportSettings({ form }: { form: GeneralForm }) {
  const { t } = useLingui()
  const mode = useMode()
  return (
    <SettingsSection
      id="import"
      title={t`Imports from marketplaces`}
      description={t`Which reviews an import takes. You can change it for each import.`}
    >
      <NumberSetting
        form={form}
        name="maxReviewImport"
        label={t`Maximum number of reviews`}
        min={minMarketplaceImportReviews}
        max={maxMarketplaceImportReviews}
      />
      {sources.map(({ key, name }) => (
        <div className="c-import-source" key={key} role="group" aria-label={name}>
          <h3>{name}</h3>
          <SourceOptions form={form} source={key} />
        </div>
      ))}
      <Link className="c-plans-link" to={hrefIn(mode, '/collect-reviews/import-reviews')}>
        <Trans>Import reviews</Trans>
      </Link>
    </SettingsSection>
  )
}

function SourceOptions({ form, source }: { form: GeneralForm; source: (typeof sources)[number]['key'] }) {
  const { t } = useLingui()
  return (
    <InlineGrid columns={{ xs: 1, sm: 2, md: source === 'amazon' ? 4 : 3 }} gap="400">
      <SettingSelect
        form={form}
        name={`importOptions.${source}.rating`}
        label={t`Stars`}
        options={[
          { value: 'all', label: t`All` },
          { value: 'fourFive', label: t`4 and 5 stars` },
          { value: 'five', label: t`5 stars only` },
        ]}
      />
      <SettingSelect
        form={form}
        name={`importOptions.${source}.sort`}
        label={t`Sort by`}
        options={[
          { value: 'recent', label: t`Newest` },
          { value: 'helpful', label: t`Most helpful` },
        ]}
      />
      <SettingSelect
        form={form}
        name={`importOptions.${source}.photo`}
        label={t`Photos`}
        options={[
          { value: 'all', label: t`With or without photos` },
          { value: 'withPhoto', label: t`With photos only` },
        ]}
      />
      {source === 'amazon' && (
        <SettingSelect
          form={form}
          name="importOptions.amazon.reviewer"
          label={t`Written by`}
          options={[
            { value: 'all', label: t`Everyone` },
            { value: 'verified', label: t`Verified purchases on Amazon` },
          ]}
        />
      )}
    </InlineGrid>
  )
}
