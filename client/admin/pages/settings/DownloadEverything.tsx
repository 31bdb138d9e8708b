import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, InlineStack, ProgressBar, Text } from '@shopify/polaris'
import { useMemo, useState } from 'react'
import { graphql, useFragment, useSubscription } from 'react-relay/hooks'
import type { DownloadEverything_archive$key } from '../../../__generated__/DownloadEverything_archive.graphql.ts'
import type { DownloadEverything_shop$key } from '../../../__generated__/DownloadEverything_shop.graphql.ts'
import type { DownloadEverythingDownloadMutation } from '../../../__generated__/DownloadEverythingDownloadMutation.graphql.ts'
import type { DownloadEverythingMutation } from '../../../__generated__/DownloadEverythingMutation.graphql.ts'
import type { DownloadEverythingSubscription } from '../../../__generated__/DownloadEverythingSubscription.graphql.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useCommit } from '../../shell/relay/useCommit.ts'
import { formatSentence } from '../../shell/words/sentences.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { formatFileSize } from '../../ui/fileSize.ts'
import { SettingsSection } from '../../ui/settings/SettingsPage.tsx'

/** Prepares one file with everything that the shop owns, on every plan, and downloads it. */
export function DownloadEverything({ shop: key }: { shop: DownloadEverything_shop$key }) {
  const { t, i18n } = useLingui()
  const shop = useFragment(
    graphql`
    fragment DownloadEverything_shop on Shop { id email newestArchive { id status fileKept ...DownloadEverything_archive } }
  `,
    key,
  )
  const { newestArchive: archive } = shop
  const [start, starting] = useStart(shop.id)
  // Stays open when the file gets ready.
  const [isOpen] = useState(archive?.status === 'RUNNING')
  const isReady = archive?.fileKept ?? false
  const isReadOnly = useReadOnly()
  return (
    <SettingsSection
      id="everything"
      title={t`Download everything`}
      description={t`All your shop has in Candor, in one file.`}
      open={isOpen}
    >
      <p>
        <Trans>
          Reviews with their photos and videos, customers and what they agreed to, orders, requests, emails, settings
          and statistics. Passwords and keys are not in the file. Another Candor can bring it all back.
        </Trans>
      </p>
      {archive?.status === 'RUNNING' && <Progress archive={archive} email={shop.email} />}
      {archive?.status === 'FAILED' && (
        <Text as="p" tone="critical">
          {formatSentence(i18n, 'archiveFailed')}
        </Text>
      )}
      {isReady && archive && <Ready archive={archive} />}
      {archive?.status !== 'RUNNING' && !isReadOnly && (
        <InlineStack>
          <Button loading={starting} variant={isReady ? 'plain' : 'secondary'} onClick={() => void start()}>
            {isReady ? t`Prepare a new file` : t`Prepare the file`}
          </Button>
        </InlineStack>
      )}
    </SettingsSection>
  )
}

/** Starts an archive, which becomes the shop's newest. */
function useStart(shopId: string): [() => Promise<unknown>, boolean] {
  const [commit, starting] = useCommit<DownloadEverythingMutation>(graphql`
    mutation DownloadEverythingMutation($input: StartArchiveInput!) {
      startArchive(input: $input) {
        __typename
        ... on StartArchiveSuccess { data { id status fileKept ...DownloadEverything_archive } }
        ... on Refusal { code message params }
      }
    }
  `)
  const start = () =>
    commit(
      { input: {} },
      {
        updater(store) {
          const row = store.getRootField('startArchive').getLinkedRecord('data')
          store.get(shopId)?.setLinkedRecord(row, 'newestArchive')
        },
      },
    )
  return [start, starting]
}

const fragment = graphql`
  fragment DownloadEverything_archive on ShopArchive { id status total done fileName fileKept fileSize createdAt }
`

function Progress({ archive: key, email }: { archive: DownloadEverything_archive$key; email: string }) {
  const format = useFormat()
  const { id, total, done } = useFragment(fragment, key)
  useSubscription<DownloadEverythingSubscription>(
    useMemo(
      () => ({
        subscription: graphql`
      subscription DownloadEverythingSubscription($archiveId: ID!) { archiveProgress(archiveId: $archiveId) { ...DownloadEverything_archive } }
    `,
        variables: { archiveId: id },
      }),
      [id],
    ),
  )
  const [written, all] = [format.number(done), format.number(Math.max(done, total))]
  return (
    <BlockStack gap="200">
      <ProgressBar
        progress={total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0}
        size="small"
        tone="primary"
      />
      <p role="status">
        {total === 0 ? (
          <Trans>Counting…</Trans>
        ) : (
          <Trans>
            {written} of {all} entries. You can leave this page. We’ll email <span data-user-content>{email}</span> when
            the file is ready.
          </Trans>
        )}
      </p>
    </BlockStack>
  )
}

function Ready({ archive: key }: { archive: DownloadEverything_archive$key }) {
  const { t } = useLingui()
  const format = useFormat()
  const { id, fileName, fileSize, createdAt } = useFragment(fragment, key)
  const [ask, downloading] = useCommit<DownloadEverythingDownloadMutation>(graphql`
    mutation DownloadEverythingDownloadMutation($input: DownloadArchiveInput!) {
      downloadArchive(input: $input) {
        __typename
        ... on DownloadArchiveSuccess { data { url } }
        ... on Refusal { code message params }
      }
    }
  `)
  /** Requests the URL at the click: it works once, for some minutes. */
  const download = async () => {
    const outcome = await ask({ input: { id } })
    if (!outcome.ok) return
    const link = document.createElement('a')
    link.href = outcome.data.downloadArchive.data?.url ?? ''
    link.download = ''
    link.click()
  }
  const about = [
    format.date(createdAt, { dateStyle: 'medium', timeStyle: 'short' }),
    formatFileSize(fileSize, format.number),
    t`available for 7 days`,
  ]
  return (
    <InlineStack align="space-between" blockAlign="center" gap="300">
      <div>
        <p data-user-content>{fileName}</p>
        <Text as="p" tone="subdued">
          {about.join(' · ')}
        </Text>
      </div>
      <Button variant="primary" loading={downloading} onClick={() => void download()}>{t`Download`}</Button>
    </InlineStack>
  )
}
