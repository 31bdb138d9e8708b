import { Trans, useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import type { CustomerFoundQuery } from '../../../../__generated__/CustomerFoundQuery.graphql.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { CustomerActs } from './CustomerActs.tsx'
import { CustomerRecords } from './CustomerRecords.tsx'
import { DataCounts } from './DataCounts.tsx'

interface Props {
  email: string
  onAsked: () => void
  onErased: () => void
}

/** Shows what the shop stores about an address, with export and erasure. */
export function CustomerFound({ email, onAsked, onErased }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const {
    viewer: { shop },
  } = useOwnQuery<CustomerFoundQuery>(
    graphql`
      query CustomerFoundQuery($email: String!) {
        viewer {
          shop {
            customerData(email: $email) {
              email
              name
              counts { kind count }
              ...CustomerRecords_found
            }
          }
        }
      }
    `,
    { email },
    'network-only',
  )
  const found = shop?.customerData
  if (!found) return null
  const isEmpty = found.counts.length === 0
  return (
    <section className="c-customer" aria-label={t`Customer’s data`}>
      <div className="c-customer-head">
        <div>
          <h3 data-user-content>{found.name ?? found.email}</h3>
          {found.name && (
            <p className="c-quiet" data-user-content>
              {found.email}
            </p>
          )}
        </div>
        {!readOnly && <CustomerActs email={found.email} isEmpty={isEmpty} onAsked={onAsked} onErased={onErased} />}
      </div>
      {isEmpty ? (
        <p className="c-quiet">
          <Trans>
            Candor has no records about this address. Files of imports can still name it; erasing removes it there, too.
          </Trans>
        </p>
      ) : (
        <>
          <DataCounts counts={found.counts} />
          <CustomerRecords found={found} />
        </>
      )}
    </section>
  )
}
