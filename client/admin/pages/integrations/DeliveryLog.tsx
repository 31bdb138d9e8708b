import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Layout } from '@shopify/polaris'
import type { DeliveryRow_delivery$key } from '../../../__generated__/DeliveryRow_delivery.graphql.ts'
import { DeliveryRow } from './DeliveryRow.tsx'

interface Props {
  deliveries: readonly { id: string; row: DeliveryRow_delivery$key }[]
  /** All deliveries are to one service, which the rows then don't name. */
  isOfOne?: boolean
}

/** Lists recent deliveries to services, with the reason of each failure. */
export function DeliveryLog({ deliveries, isOfOne = false }: Props) {
  const { t } = useLingui()
  return (
    <Card>
      <section className="c-deliveries" aria-labelledby="deliveries">
        <h2 id="deliveries">
          <Trans>Recent activity</Trans>
        </h2>
        {deliveries.length === 0 ? (
          <p className="c-quiet">
            <Trans>Nothing was sent in the last 30 days. Connection tests and deliveries show up here.</Trans>
          </p>
        ) : (
          <div className="c-deliveries-scroll" tabIndex={0} role="region" aria-label={t`Recent activity`}>
            <table>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Time</Trans>
                  </th>
                  {!isOfOne && (
                    <th scope="col">
                      <Trans>Service</Trans>
                    </th>
                  )}
                  <th scope="col">
                    <Trans>Event</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Status</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Reason</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {deliveries.map(({ id, row }) => (
                  <DeliveryRow key={id} delivery={row} isNamed={!isOfOne} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </Card>
  )
}

interface OwnLogProps {
  edges: readonly { node: Props['deliveries'][number] }[]
}

/** The log of one service, at the end of its settings. */
export function OwnLog({ edges }: OwnLogProps) {
  return (
    <Layout.Section>
      <DeliveryLog deliveries={edges.map(({ node }) => node)} isOfOne />
    </Layout.Section>
  )
}
