import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Text, TextField } from '@shopify/polaris'
import { useId, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { FeedsCard_shop$key } from '../../../__generated__/FeedsCard_shop.graphql.ts'
import type { FeedsCardRenewMutation } from '../../../__generated__/FeedsCardRenewMutation.graphql.ts'
import { Dialog } from '../../shell/Dialog.tsx'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useFormat } from '../../shell/words/useFormat.ts'
import { useCommit } from '../../shell/relay/useCommit.ts'
import { CopyButton } from '../CopyButton.tsx'

const fragment = graphql`
  fragment FeedsCard_shop on Shop { feeds { google meta } feedReads { google meta } }
`
const mutation = graphql`
  mutation FeedsCardRenewMutation($input: RenewFeedsInput!) {
    renewFeeds(input: $input) {
      __typename
      ... on RenewFeedsSuccess { data { id ...FeedsCard_shop } }
      ... on Refusal { code message params }
    }
  }
`

/** Shows the URLs from which Google and Meta fetch the shop's reviews. */
export function FeedsCard({ shop }: { shop: FeedsCard_shop$key }) {
  const { t } = useLingui()
  const { feeds, feedReads } = useFragment(fragment, shop)
  const readOnly = useReadOnly()
  const [asking, setAsking] = useState(false)
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          <Trans>Review feeds</Trans>
        </Text>
        <p className="c-quiet">
          <Trans>
            Show your reviews in Google Shopping and in Meta’s shops. Copy an address into Google Merchant Center or
            Meta Commerce Manager. The feed is always up to date.
          </Trans>
        </p>
        <Address
          label={t`Google product reviews`}
          copy={t`Copy the address for Google`}
          value={feeds.google}
          readAt={feedReads.google}
        />
        <Address
          label={t`Meta product reviews`}
          copy={t`Copy the address for Meta`}
          value={feeds.meta}
          readAt={feedReads.meta}
        />
        <p className="c-quiet">
          <Trans>
            The feeds contain the published reviews that your customers wrote here. Imported reviews and your own are
            left out.
          </Trans>
        </p>
        {!readOnly && (
          <div>
            <Button onClick={() => setAsking(true)}>{t`Make new addresses`}</Button>
          </div>
        )}
      </BlockStack>
      {asking && <RenewDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

interface AddressProps {
  label: string
  copy: string
  value: string
  /** When a service last fetched the feed. */
  readAt: string | null | undefined
}

function Address({ label, copy, value, readAt }: AddressProps) {
  const { t } = useLingui()
  const format = useFormat()
  const id = useId()
  const time = readAt ? format.date(readAt, { dateStyle: 'medium', timeStyle: 'short' }) : null
  return (
    <TextField
      id={id}
      label={label}
      value={value}
      readOnly
      autoComplete="off"
      selectTextOnFocus
      helpText={time ? t`Last fetched on ${time}.` : t`Not fetched yet.`}
      suffix={<CopyButton text={value} label={copy} />}
    />
  )
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [renew, busy] = useCommit<FeedsCardRenewMutation>(mutation)
  const run = async () => {
    await renew({ input: { confirm: true } }, { success: t`The new addresses are ready` })
    onClose()
  }
  return (
    <Dialog
      open
      title={t`Make new addresses?`}
      primary={{ label: t`Make new addresses`, destructive: true, busy, run: () => void run() }}
      onClose={onClose}
    >
      <p>
        <Trans>
          The current addresses stop working immediately. Enter the new ones in Google Merchant Center and Meta Commerce
          Manager.
        </Trans>
      </p>
    </Dialog>
  )
}
