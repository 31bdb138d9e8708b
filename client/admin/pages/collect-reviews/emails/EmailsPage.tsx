import './emails.css'
import { Plural, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from '@shopify/polaris'
import { Suspense } from 'react'
import { graphql, usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useLocation, useNavigate } from 'react-router'
import {
  EMAIL_TEMPLATES,
  EMAIL_TEMPLATE_TYPES,
  type EmailTemplateType,
} from '../../../../../rules/settings/email-templates.ts'
import type { emailsLoaderQuery, emailsLoaderQuery$data } from '../../../../__generated__/emailsLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox } from '../../../ui/settings/SettingFields.tsx'
import { SettingsPage } from '../../../ui/settings/SettingsPage.tsx'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'
import { EmailPicture } from './EmailPreview.tsx'
import { emailNames, emailTypes } from './emailNames.ts'
import { emailsQuery } from './emailsLoader.ts'

const mutation = graphql`
  mutation EmailsPageMutation($input: SaveEmailTemplatesInput!) {
    saveEmailTemplates(input: $input) {
      __typename
      ... on SaveEmailTemplatesSuccess {
        data {
          id version
          reviewReminder { enabled } photoReminder { enabled } confirmEdit { enabled } reviewReply { enabled } discountReview { enabled } survey { enabled }
        }
      }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Lists the emails to customers, with or without pictures (spec 2). */
export function Component() {
  const query = useRouteQuery<emailsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<emailsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<emailsLoaderQuery>(emailsQuery, query)
  return shop && <Emails stored={shop.emailTemplates} sent={shop.sentEmails} />
}

type Stored = NonNullable<emailsLoaderQuery$data['viewer']['shop']>

function Emails({ stored, sent }: { stored: Stored['emailTemplates']; sent: Stored['sentEmails'] }) {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const isGrid = useLocation().pathname.endsWith('/grid')
  const navigate = useNavigate()
  const open = (path: string) => void navigate(hrefIn(mode, path))
  const form = useSettingsForm({ document: EMAIL_TEMPLATES, stored, mutation })
  const item = (type: EmailTemplateType) => {
    const { title, text } = emailNames[type]
    const name = i18n._(title)
    return (
      <li key={type}>
        <Card>
          <div className="c-email">
            <EmailPicture type={type} />
            <BlockStack gap="200">
              <Text as="h2" variant="headingMd">
                {name}
              </Text>
              <Text as="p" tone="subdued">
                {i18n._(text)}
              </Text>
              <Text as="p" tone="subdued" variant="bodySm">
                <Plural
                  value={sent.find((each) => each.type === type)?.count ?? 0}
                  one="# email sent"
                  other="# emails sent"
                />
              </Text>
              <SettingCheckbox form={form} name={`${EMAIL_TEMPLATE_TYPES[type]}.enabled`} label={t`Send this email`} />
              <InlineStack>
                <Button
                  url={hrefIn(mode, `/collect-reviews/emails/${type}`)}
                  accessibilityLabel={t`Edit ${name}`}
                >{t`Edit`}</Button>
              </InlineStack>
            </BlockStack>
          </div>
        </Card>
      </li>
    )
  }
  return (
    <SettingsPage
      title={t`Email templates`}
      wide
      forms={[form]}
      backAction={{ content: t`Collect reviews`, url: hrefIn(mode, '/collect-reviews') }}
    >
      <div className="c-page-row">
        <ButtonGroup variant="segmented">
          <Button pressed={!isGrid} onClick={() => open('/collect-reviews/emails')}>{t`List`}</Button>
          <Button pressed={isGrid} onClick={() => open('/collect-reviews/emails/grid')}>{t`Grid`}</Button>
        </ButtonGroup>
      </div>
      <ul className={isGrid ? 'c-emails c-emails-grid' : 'c-emails'}>{emailTypes.map(item)}</ul>
    </SettingsPage>
  )
}
