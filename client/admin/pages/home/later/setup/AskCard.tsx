import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import type { AskCardMutation } from '../../../../../__generated__/AskCardMutation.graphql.ts'
import type { AskCardQuery } from '../../../../../__generated__/AskCardQuery.graphql.ts'
import { useOwnQuery } from '../../../../shell/Part.tsx'
import { useCommit } from '../../../../shell/relay/useCommit.ts'
import { AskPicture } from './pictures.tsx'

/** Asks the customers of the last 60 days; the first requests leave within the hour. Render it below a Part. */
export function AskCard({ next }: { next: () => void }) {
  const { t } = useLingui()
  const orders = useOwnQuery<AskCardQuery>(
    graphql`query AskCardQuery { viewer { shop { id oldOrders { count left run { id added } } } } }`,
    {},
  ).viewer.shop?.oldOrders
  const [start, busy] = useCommit<AskCardMutation>(graphql`
    mutation AskCardMutation($input: StartOldOrdersInput!) {
      startOldOrders(input: $input) {
        __typename
        ... on StartOldOrdersSuccess { data { shop { id oldOrders { count left run { id added } } } } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const count = Math.min(orders?.count ?? 0, orders?.left ?? Infinity)
  const ask = async () => {
    const input = { sendAfterCustom: 5, timeUnit: 'MINUTES', spreadHours: 1 } as const
    const { ok } = await start({ input }, { success: t`Requests are scheduled`, fieldless: true })
    if (ok) next()
  }
  return (
    <li className="c-way">
      <AskPicture />
      <div>
        <h2>{t`Ask your customers`}</h2>
        {orders?.run ? (
          <p>{t`You already asked your past customers. New orders are asked a week after you ship them.`}</p>
        ) : count > 0 ? (
          <>
            <p>
              <Plural
                value={count}
                one="# order of the last 60 days can be asked now. Customers review in two taps; the email leaves within the hour."
                other="# orders of the last 60 days can be asked now. Customers review in two taps; the emails leave within the hour."
              />
            </p>
            <div className="c-way-acts">
              <Button size="large" loading={busy} onClick={() => void ask()}>
                {t`Ask for reviews`}
              </Button>
            </div>
          </>
        ) : (
          <p>{t`No past orders to ask. From now on, each order gets a friendly request a week after you ship it.`}</p>
        )}
      </div>
    </li>
  )
}
