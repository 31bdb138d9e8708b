import { createContext, use } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { applyBrand } from '../../../../rules/brand.ts'
import { BRANDING, type BrandingSettings } from '../../../../rules/settings/branding.ts'
import type { SettingKey, SettingValue } from '../../../../rules/settings/settings.ts'
import { fromGraphql } from '../../../../rules/settings/shape.ts'
import type { brand_settings$key } from '../../../__generated__/brand_settings.graphql.ts'

/** The shop's brand, and the document whose empty fields it fills. */
export const BrandShown = createContext<{ branding: BrandingSettings; document: SettingKey } | null>(null)

/** Reads the stored brand. */
export function useBranding(key: brand_settings$key): BrandingSettings {
  return fromGraphql(
    BRANDING.shape,
    useFragment(
      graphql`
    fragment brand_settings on BrandingSettings { primaryColor textColor backgroundColor starColor font starIcon corners logo isRemoveBranding }
  `,
      key,
    ),
  ) as BrandingSettings
}

/** Returns a form's values as shown on the storefront; null if no brand fills them. */
export function useBranded(values: object): object | null {
  const shown = use(BrandShown)
  return shown && applyBrand(shown.document, values as SettingValue<SettingKey>, shown.branding)
}
