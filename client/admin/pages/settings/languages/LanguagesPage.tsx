import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Link } from 'react-router'
import type { languagesLoaderQuery } from '../../../../__generated__/languagesLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { fullTag, type CatalogName } from '../../../shell/words/locales.ts'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { languagesQuery } from './languagesLoader.ts'

/** The language of the admin, and which languages shoppers and customers see (spec 2: Settings, languages). */
export function Component() {
  const query = useRouteQuery<languagesLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Languages query={query} />
    </Suspense>
  )
}

function Languages({ query }: { query: PreloadedQuery<languagesLoaderQuery> }) {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const {
    viewer: { shop },
  } = usePreloadedQuery<languagesLoaderQuery>(languagesQuery, query)
  if (!shop) return null
  const storeLanguage = languageName(fullTag(i18n.locale as CatalogName), shop.primaryLocale)
  return (
    <SettingsPage title={t`Languages`}>
      <SettingsSection title={t`Your language`} description={t`Affects only this admin.`}>
        <LanguageSwitch />
      </SettingsSection>
      <SettingsSection title={t`Your customers’ languages`} description={t`From your store’s languages in Shopify.`}>
        <p>
          <Trans>
            Widgets and forms are in the language that a shopper chose in your store. Emails are in the language of the
            order. Where we don’t have a language, we use your store’s main language: {storeLanguage}.
          </Trans>
        </p>
        <Link className="c-plans-link" to={hrefIn(mode, '/collect-reviews/emails')}>
          <Trans>Edit the text and design of emails</Trans>
        </Link>
      </SettingsSection>
    </SettingsPage>
  )
}

/** Returns a language's name in the admin's language; the code itself where the browser knows none. */
function languageName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
