import './emails.css'
import { useLingui } from '@lingui/react/macro'
import { Banner, Card, Select, SkeletonBodyText } from '@shopify/polaris'
import { Suspense, useState, useTransition } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useParams } from 'react-router'
import { LOCALES, matchLocale, type Locale } from '../../../../../rules/locales.ts'
import {
  EMAIL_TEMPLATES,
  EMAIL_TEMPLATE_TYPES,
  isEmailTemplateType,
  isWritten,
  listTemplateLocales,
  type EmailTemplate,
  type EmailTemplates,
  type EmailTemplateType,
} from '../../../../../rules/settings/email-templates.ts'
import type { emailLoaderQuery, emailLoaderQuery$data } from '../../../../__generated__/emailLoaderQuery.graphql.ts'
import { Part } from '../../../shell/Part.tsx'
import { NotFound } from '../../../shell/errors.tsx'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { BrandShown, useBranding } from '../../../ui/settings/brand.ts'
import { SettingsPage } from '../../../ui/settings/SettingsPage.tsx'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'
import { EmailFields } from './EmailFields.tsx'
import { emailNames } from './emailNames.ts'
import { emailMutation, emailQuery } from './emailLoader.ts'
import { LivePreview } from './LivePreview.tsx'

type Stored = NonNullable<emailLoaderQuery$data['viewer']['shop']>

/** Editor of one email (spec 2). The URL names its type. */
export function Component() {
  const { id = '' } = useParams()
  const query = useRouteQuery<emailLoaderQuery>()
  if (!isEmailTemplateType(id)) return <NotFound />
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded key={id} type={id} query={query} />
    </Suspense>
  )
}

function Loaded({ type, query }: { type: EmailTemplateType; query: PreloadedQuery<emailLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<emailLoaderQuery>(emailQuery, query)
  return shop && <Editor type={type} shop={shop} />
}

function Editor({ type, shop }: { type: EmailTemplateType; shop: Stored }) {
  const { i18n, t } = useLingui()
  const mode = useMode()
  const branding = useBranding(shop.branding)
  const { id, version, ...templates } = shop.emailTemplates
  const key = EMAIL_TEMPLATE_TYPES[type]
  // Edit one template at a time, so a reset leaves the others unchanged. All templates have the fields of the first.
  const stored = { id, version, [key]: templates[key] } as unknown as Pick<
    Stored['emailTemplates'],
    'id' | 'version' | 'reviewReminder'
  >
  const form = useSettingsForm({ document: EMAIL_TEMPLATES, stored, mutation: emailMutation })
  const primary = matchLocale(shop.primaryLocale) ?? 'en'
  const [locale, setLocale] = useState(primary)
  const [, startLoading] = useTransition()
  return (
    <SettingsPage
      title={i18n._(emailNames[type].title)}
      subtitle={i18n._(emailNames[type].text)}
      wide
      forms={[form]}
      backAction={{ content: t`Email templates`, url: hrefIn(mode, '/collect-reviews/emails') }}
      notes={type === 'review-reminder' && isSentByKlaviyo(shop) && <KlaviyoNote />}
    >
      <LanguageMenu
        template={(form.values as unknown as EmailTemplates)[key]}
        primary={primary}
        locale={locale}
        onChange={(chosen) => startLoading(() => setLocale(chosen))}
      />
      <div className="c-email-editor">
        <BrandShown value={{ branding, document: 'emailTemplates' }}>
          <Part waits={<FieldsSkeleton />}>
            <EmailFields form={form} template={key} primary={primary} locale={locale} />
          </Part>
        </BrandShown>
        <div className="c-email-live">
          <LivePreview type={type} form={form} locale={locale} sentTo={templates[key].sendTestTo} />
        </div>
      </div>
    </SettingsPage>
  )
}

const isSentByKlaviyo = ({ senders, integrations }: Stored): boolean =>
  senders.reviewReminder.senderApp === 'KLAVIYO' &&
  integrations.some(({ key, isConnected }) => key === 'klaviyo' && isConnected)

function KlaviyoNote() {
  const { t } = useLingui()
  const mode = useMode()
  const name = 'Klaviyo'
  return (
    <Banner
      tone="info"
      title={t`Klaviyo sends this email in its own design. Changes here have no effect.`}
      action={{ content: t`Settings for ${name}`, url: hrefIn(mode, '/settings/integration/klaviyo') }}
    />
  )
}

const FieldsSkeleton = () => (
  <Card>
    <SkeletonBodyText lines={12} />
  </Card>
)

interface LanguageProps {
  template: EmailTemplate
  primary: Locale
  locale: Locale
  onChange: (locale: Locale) => void
}

/** Chooses the language to edit and to preview. Marks those with words of the merchant's own. */
function LanguageMenu({ template, primary, locale, onChange }: LanguageProps) {
  const { t } = useLingui()
  const locales = listTemplateLocales(template, primary)
  const labelOf = (each: Locale) => {
    const isTwice = each.startsWith('zh') && locales.filter((other) => other.startsWith('zh')).length > 1
    const name = isTwice ? `${LOCALES[each]} (${each})` : LOCALES[each]
    if (each === primary) return t`${name} (your shop’s language)`
    return isWritten(template.texts[each]) ? t`${name} (your words)` : name
  }
  return (
    <div className="c-email-language">
      <Select
        label={t`Language`}
        options={locales.map((value) => ({ value, label: labelOf(value) }))}
        value={locale}
        onChange={(value) => onChange(value as Locale)}
      />
    </div>
  )
}
