import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, ButtonGroup, InlineStack, Text, type BadgeProps } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  DomainRecords_sender$data,
  DomainRecords_sender$key,
} from '../../../../__generated__/DomainRecords_sender.graphql.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { useSenderAction } from './senderForm.ts'

const fragment = graphql`
  fragment DomainRecords_sender on MailSender { id domain state dnsFailed checkedAt mailedAt records { kind type name value status } }
`
type Record = DomainRecords_sender$data['records'][number]

interface Shown {
  label: MessageDescriptor
  tone?: NonNullable<BadgeProps['tone']>
}
const states: Readonly<{ [state: string]: Shown }> = {
  VERIFIED: { label: msg`Verified`, tone: 'success' },
  UNVERIFIED: { label: msg`Not verified`, tone: 'attention' },
  BROKEN: { label: msg`Broken`, tone: 'critical' },
}
const statuses: Readonly<{ [status: string]: Shown }> = {
  FOUND: { label: msg`Found`, tone: 'success' },
  MISSING: { label: msg`Missing`, tone: 'attention' },
  WRONG: { label: msg`Different value`, tone: 'warning' },
  UNKNOWN: { label: msg`Not checked` },
}
const kinds: Readonly<{ [kind: string]: MessageDescriptor }> = {
  DKIM: msg`Signature (DKIM)`,
  RETURN_PATH: msg`Return path`,
  SPF: msg`Allowed servers (SPF)`,
  DMARC: msg`Policy (DMARC)`,
}
const purposes: Readonly<{ [kind: string]: MessageDescriptor }> = {
  DKIM: msg`Proves that an email is yours and was not changed.`,
  RETURN_PATH: msg`Brings undelivered emails back to us, so that we stop writing to dead addresses.`,
  SPF: msg`Lists who may send for your domain. Keep one SPF record: add our part to the one you have.`,
  DMARC: msg`Tells inboxes what to do with emails that only pretend to be yours.`,
}

/** Shows the state of the shop's domain, and each DNS record with the value found. */
export function DomainRecords({ sender: key, address }: { sender: DomainRecords_sender$key; address: string }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const readOnly = useReadOnly()
  const { domain, state, dnsFailed, checkedAt, mailedAt, records } = useFragment(fragment, key)
  const [act, acting] = useSenderAction()
  const shown = states[state]
  const time = (at: string) => format.date(at, { dateStyle: 'medium', timeStyle: 'short' })
  const [checked, mailed] = [checkedAt && time(checkedAt), mailedAt && time(mailedAt)]
  return (
    <BlockStack gap="400">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingMd">
          <span data-user-content>{domain}</span>
        </Text>
        {shown && <Badge {...(shown.tone ? { tone: shown.tone } : {})}>{i18n._(shown.label)}</Badge>}
      </InlineStack>
      <p>
        {state === 'VERIFIED' ? (
          <Trans>Your emails come from {address} and are signed with your domain.</Trans>
        ) : (
          <Trans>
            Add these records where your domain is managed. Until all of them are found, emails come from Candor’s
            address.
          </Trans>
        )}
      </p>
      <ul className="c-records">
        {records.map((record) => (
          <RecordRow key={record.kind} record={record} />
        ))}
      </ul>
      <div role="status">
        {dnsFailed ? (
          <p className="c-quiet">
            <Trans>The DNS servers didn’t answer, so nothing has changed. Try again in a few minutes.</Trans>
          </p>
        ) : (
          checked && (
            <p className="c-quiet">
              <Trans>Last checked on {checked}. We check every hour.</Trans>
            </p>
          )
        )}
      </div>
      {!readOnly && (
        <ButtonGroup>
          <Button
            loading={acting}
            onClick={() => void act({ input: { act: 'CHECK' } }, { success: t`Records checked` })}
          >
            {checkedAt ? t`Check again` : t`Check records`}
          </Button>
          <Button
            variant="plain"
            disabled={acting}
            onClick={() => void act({ input: { act: 'MAIL_RECORDS' } }, { success: t`Email sent to ${address}` })}
          >{t`Email these records`}</Button>
        </ButtonGroup>
      )}
      {mailed && (
        <p className="c-quiet">
          <Trans>
            Sent to {address} on {mailed}.
          </Trans>
        </p>
      )}
    </BlockStack>
  )
}

function RecordRow({ record: { kind, type, name, value, status } }: { record: Record }) {
  const { t, i18n } = useLingui()
  const [shown, label, purpose] = [statuses[status], kinds[kind], purposes[kind]]
  // The record found may hold other senders: our value would invite to replace it.
  const isJoined = status === 'FOUND' && (kind === 'SPF' || kind === 'DMARC')
  return (
    <li>
      <InlineStack gap="200" blockAlign="center" align="space-between">
        <Text as="h4" variant="headingSm">
          {label && i18n._(label)}
        </Text>
        {shown && <Badge {...(shown.tone ? { tone: shown.tone } : {})}>{i18n._(shown.label)}</Badge>}
      </InlineStack>
      <p className="c-quiet">{purpose && i18n._(purpose)}</p>
      <dl>
        <div>
          <dt>
            <Trans>Type</Trans>
          </dt>
          <dd>
            <code>{type}</code>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Name</Trans>
          </dt>
          <dd>
            <code data-user-content>{name}</code>
            <CopyButton text={name} label={t`Copy name of the ${type} record ${name}`} />
          </dd>
        </div>
        {!isJoined && (
          <div>
            <dt>
              <Trans>Value</Trans>
            </dt>
            <dd>
              <code data-user-content>{value}</code>
              <CopyButton text={value} label={t`Copy value of the ${type} record ${name}`} />
            </dd>
          </div>
        )}
      </dl>
    </li>
  )
}
