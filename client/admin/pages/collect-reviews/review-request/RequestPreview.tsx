import { Trans, useLingui } from '@lingui/react/macro'
import { Modal, Spinner } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { graphql } from 'react-relay/hooks'
import type { RequestBadge_item$key } from '../../../../__generated__/RequestBadge_item.graphql.ts'
import type { RequestPreviewQuery } from '../../../../__generated__/RequestPreviewQuery.graphql.ts'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { RequestBadge, RequestReason } from '../../../ui/requests/RequestBadge.tsx'

/** Shows a request's email: from, to, subject, time and status above the content (spec 2). */
export function RequestPreview({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal open={id !== null} onClose={onClose} title={t`Request email`} size="large">
      <Modal.Section>
        {id && (
          <Part
            waits={
              <div className="c-preview-wait">
                <Spinner accessibilityLabel={t`Loading`} />
              </div>
            }
          >
            <Preview id={id} />
          </Part>
        )}
      </Modal.Section>
    </Modal>
  )
}

function Preview({ id }: { id: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const { node } = useOwnQuery<RequestPreviewQuery>(
    graphql`
    query RequestPreviewQuery($id: ID!) {
      node(id: $id) {
        ... on QueueItem {
          ...RequestBadge_item @alias(as: "badge")
          sentAt
          preview { from to subject html time }
        }
      }
    }
  `,
    { id },
    'network-only',
  )
  const preview = node?.preview
  if (!node || !preview) return <p>{t`There is no content to view`}</p>
  return (
    <div className="c-preview">
      <dl className="c-facts">
        <Fact name={<Trans context="an email’s sender">From</Trans>} value={preview.from} />
        <Fact name={<Trans context="an email’s recipient">To</Trans>} value={preview.to} />
        <Fact name={<Trans>Subject</Trans>} value={preview.subject} />
        <div>
          <dt>{node.sentAt ? t`Sent` : t`Will be sent`}</dt>
          <dd>
            {preview.time
              ? format.date(preview.time, { dateStyle: 'medium', timeStyle: 'short' })
              : t`When its condition is met`}
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Status</Trans>
          </dt>
          <dd>{node.badge && <Status item={node.badge} />}</dd>
        </div>
      </dl>
      {/* Without scripts and without our origin: the email is shown, never run. */}
      <iframe title={t`The email as the buyer sees it`} srcDoc={preview.html} sandbox="" />
    </div>
  )
}

function Fact({ name, value }: { name: ReactNode; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-user-content>{value}</dd>
    </div>
  )
}

const Status = ({ item }: { item: RequestBadge_item$key }) => (
  <>
    <RequestBadge item={item} />
    <RequestReason item={item} sendMethod={null} />
  </>
)
