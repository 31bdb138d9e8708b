import './sender.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { Suspense, useEffect, useRef, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { senderFormMutation } from '../../../../__generated__/senderFormMutation.graphql.ts'
import type { senderLoaderQuery, senderLoaderQuery$data } from '../../../../__generated__/senderLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { Part } from '../../../shell/Part.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { MailPauseBanner } from '../../../ui/MailPauseBanner.tsx'
import { SettingCheckbox, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { DomainRecords } from './DomainRecords.tsx'
import { MailServer } from './MailServer.tsx'
import { saveSender, useFaultedFields, useSenderAction, useSenderForm, type SenderForm } from './senderForm.ts'
import { senderQuery } from './senderLoader.ts'
import { SendTest } from './SendTest.tsx'

type Shop = NonNullable<senderLoaderQuery$data['viewer']['shop']>

/** Sender of the shop's emails, and their mail server (spec 3: Email setting). */
export function Component() {
  const query = useRouteQuery<senderLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<senderLoaderQuery> }) {
  const {
    viewer: { account, shop },
  } = usePreloadedQuery<senderLoaderQuery>(senderQuery, query)
  return shop && <Sender shop={shop} testTo={account?.email ?? shop.email} />
}

function Sender({ shop, testTo }: { shop: Shop; testTo: string }) {
  const { t } = useLingui()
  const { form, passwordIsSet, version } = useSenderForm(shop.emailSetting.form)
  const refusal = useFollow(form, version)
  const {
    mailSender: { domain, records, isServerVerified },
  } = shop
  const { stored } = form
  return (
    <SettingsPage title={t`Email sender`} forms={[form]} notes={<Notes shop={shop} address={stored.senderEmail} />}>
      <SettingsSection title={t`Sender`} description={t`What your customers see in their inbox.`}>
        <Inbox form={form} shop={shop} />
        <SettingText
          form={form}
          name="senderName"
          label={t`Sender name`}
          placeholder={shop.name}
          helpText={t`Leave blank to use your shop’s name.`}
        />
        <SettingText
          form={form}
          name="replyTo"
          label={t`Send replies to`}
          placeholder={shop.email}
          helpText={t`Leave blank to use your shop’s email.`}
        />
        <SettingCheckbox
          form={form}
          name="isCustomSenderEnabled"
          label={t`Send from an address on my own domain`}
          helpText={t`Emails from your own domain look familiar and land in spam less often. You need access to your domain’s DNS records.`}
        />
        {(form.values.isCustomSenderEnabled || form.values.smtpType === 'custom') && (
          <SettingText
            form={form}
            name="senderEmail"
            label={t`Sender address`}
            placeholder="reviews@example.com"
            helpText={
              form.values.smtpType === 'custom'
                ? t`Your mail server must accept this address.`
                : t`Not an address of a public email service, such as gmail.com.`
            }
          />
        )}
      </SettingsSection>
      {domain && (
        <SettingsSection
          title={t`Your domain`}
          description={t`DNS records prove to inboxes that we may send in your name.`}
        >
          <DomainRecords sender={records} address={stored.senderEmail} />
        </SettingsSection>
      )}
      <MailServer form={form} passwordIsSet={passwordIsSet} isVerified={isServerVerified ?? null} refusal={refusal} />
      <SendTest form={form} to={testTo} />
    </SettingsPage>
  )
}

/**
 * Reloads the DNS records after a save and checks the saved mail server. Returns why the server failed the check, and
 * marks the field at fault.
 */
function useFollow(form: SenderForm, version: number): string | null {
  const { revalidate } = useRevalidator()
  const [act] = useSenderAction()
  const faulted = useFaultedFields()
  const [refusal, setRefusal] = useState<string | null>(null)
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    const { smtpType, host } = form.stored
    const follow = async () => {
      if (smtpType === 'custom') {
        const outcome = await act({ input: { act: 'CHECK_SERVER' } }, { quiet: true })
        form.refuse(faulted(outcome, host))
        setRefusal(outcome.ok ? null : outcome.message)
      }
      await revalidate()
    }
    void follow()
  })
  return refusal
}

function Inbox({ form: { values }, shop }: { form: SenderForm; shop: Shop }) {
  const { ownAddress, domain, state } = shop.mailSender
  const name = values.senderName || shop.name
  const isOwn =
    values.smtpType === 'custom' ||
    (values.isCustomSenderEnabled && state === 'VERIFIED' && values.senderEmail.toLowerCase().endsWith(`@${domain}`))
  const address = isOwn ? values.senderEmail || values.username || ownAddress : ownAddress
  const reply = values.replyTo || shop.email
  return (
    <div className="c-inbox">
      <span className="c-inbox-mark" aria-hidden="true">
        {[...name][0]?.toLocaleUpperCase()}
      </span>
      <span className="c-inbox-words">
        <strong data-user-content>{name}</strong>
        <span data-user-content>{address}</span>
        <span className="c-quiet">
          <Trans>Replies go to {reply}</Trans>
        </span>
      </span>
    </div>
  )
}

function Notes({ shop, address }: { shop: Shop; address: string }) {
  const { t } = useLingui()
  const [save] = useCommit<senderFormMutation>(saveSender)
  const { state, domain } = shop.mailSender
  const { hiddenBannerVerify } = shop.emailSetting
  return (
    <>
      <Part waits={null} failed={() => null}>
        <MailPauseBanner />
      </Part>
      {domain && state === 'BROKEN' && (
        <Banner tone="critical" title={t`A DNS record of ${domain} is gone`}>
          <Trans>Your emails come from Candor’s address again. Restore the record below, then check again.</Trans>
        </Banner>
      )}
      {domain && state === 'UNVERIFIED' && !hiddenBannerVerify && (
        <Banner
          tone="info"
          title={t`Verify your domain to send from ${address}`}
          onDismiss={() => void save({ input: { hiddenBannerVerify: true } })}
        >
          <Trans>
            Add the records below. Until then, your emails come from Candor’s address and replies still reach you.
          </Trans>
        </Banner>
      )}
    </>
  )
}
