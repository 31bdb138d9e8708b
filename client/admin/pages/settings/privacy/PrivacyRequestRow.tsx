import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, type BadgeProps } from '@shopify/polaris'
import type { privacyLoaderQuery$data } from '../../../../__generated__/privacyLoaderQuery.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { DataCounts } from './DataCounts.tsx'

type Request = NonNullable<privacyLoaderQuery$data['viewer']['shop']>['privacyRequests'][number]

const kinds: Readonly<Record<string, MessageDescriptor>> = {
  DATA_REQUEST: msg`Data request`,
  CUSTOMER_REDACT: msg`Erasure of a customer’s data`,
  SHOP_REDACT: msg`Erasure of the shop’s data`,
}
/** What a person of the shop started on this page. */
const ownKinds: typeof kinds = {
  DATA_REQUEST: msg`Export of a customer’s data`,
  CUSTOMER_REDACT: msg`Erasure of a customer’s data`,
}
const states: Readonly<Record<string, { label: MessageDescriptor; tone?: NonNullable<BadgeProps['tone']> }>> = {
  OPEN: { label: msg`In progress`, tone: 'info' },
  DONE: { label: msg`Done`, tone: 'success' },
  FAILED: { label: msg`Failed`, tone: 'critical' },
  IGNORED: { label: msg`Not needed` },
}
export function PrivacyRequestRow({ request }: { request: Request }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { kind, status, origin, customer, requestedBy, counts, fileUrl, receivedAt, finishedAt } = request
  const isOwn = origin === 'MERCHANT'
  const [name, state] = [(isOwn ? ownKinds : kinds)[kind], states[status]]
  const received = format.date(receivedAt, { dateStyle: 'medium', timeStyle: 'short' })
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const isDone = status === 'DONE'
  const summary =
    kind === 'DATA_REQUEST'
      ? t`${plural(total, { one: '# record found', other: '# records found' })}`
      : t`${plural(total, { one: '# record erased', other: '# records erased' })}`
  return (
    <li>
      <div className="c-privacy-head">
        <h2>{name && i18n._(name)}</h2>
        {state && <Badge {...(state.tone ? { tone: state.tone } : {})}>{i18n._(state.label)}</Badge>}
      </div>
      {customer && <p>{customer}</p>}
      <p className="c-quiet">
        <Started by={isOwn ? requestedBy : null} at={received} />
        {finishedAt && isDone && <> · {summary}</>}
      </p>
      {isDone && counts.length > 0 && <DataCounts counts={counts} />}
      <Outcome request={request} />
      {fileUrl && (
        <Button url={fileUrl} download variant="primary">
          {t`Download file`}
        </Button>
      )}
    </li>
  )
}

/** Says who asked: the customer through Shopify, or a person of the shop. */
function Started({ by, at }: { by: string | null; at: string }) {
  if (by === null) return <Trans>Received {at}</Trans>
  return by ? (
    <Trans>
      Started by <span data-user-content>{by}</span> on {at}
    </Trans>
  ) : (
    <Trans>Started on this page on {at}</Trans>
  )
}

/** Says what the merchant has to do, or why nothing happened. */
function Outcome({ request: { kind, status, fileUrl } }: { request: Request }) {
  if (status === 'FAILED')
    return (
      <p>
        <Trans>We couldn’t complete this request. Contact us so that we finish it in time.</Trans>
      </p>
    )
  if (status === 'IGNORED')
    return (
      <p>
        <Trans>Candor is installed again, so nothing was erased.</Trans>
      </p>
    )
  if (kind !== 'DATA_REQUEST' || status !== 'DONE') return null
  return fileUrl ? (
    <p>
      <Trans>Send this file to the customer within 30 days. It contains personal data.</Trans>
    </p>
  ) : (
    <p className="c-quiet">
      <Trans>The file was deleted after 30 days, or when the customer’s data was erased.</Trans>
    </p>
  )
}
