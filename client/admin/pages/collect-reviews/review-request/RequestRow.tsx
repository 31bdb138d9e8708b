import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, IndexTable, useBreakpoints } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { itemThumbnailsPerRow, productTitleChars } from '../../../../../rules/limits.ts'
import type { RequestRow_item$data, RequestRow_item$key } from '../../../../__generated__/RequestRow_item.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ProductThumbnail } from '../../../ui/ProductThumbnail.tsx'
import { PushBadge } from './PushBadge.tsx'
import { RequestBadge, RequestReason } from '../../../ui/requests/RequestBadge.tsx'
import { RequestMenu } from './RequestMenu.tsx'
import type { RequestAction } from './useApplyRequestAction.ts'

interface Props {
  item: RequestRow_item$key
  /** The event that the shop's request delays start from. */
  sendMethod: string
  /** Kinds of emails that also send a push notification. */
  pushKinds: readonly string[]
  position: number
  selected: boolean
  act: (act: RequestAction, ids: readonly string[]) => void
  preview: (id: string) => void
}

/** A row of one request. Narrow screens show one cell instead of many. */
export function RequestRow({ item: key, sendMethod, pushKinds, position, selected, act, preview }: Props) {
  const { smDown } = useBreakpoints()
  const item = useFragment(
    graphql`
    fragment RequestRow_item on QueueItem {
      id
      orderName
      isReminder
      customerName
      customerEmail
      isBlockCustomer
      createdOrderAt
      fulfilledDate
      scheduledAt
      sentAt
      lineItems { title image quantity }
      type
      ...RequestBadge_item
      ...PushBadge_item
      ...RequestMenu_item
    }
  `,
    key,
  )
  const menu = (
    <RequestMenu
      item={item}
      isPushOn={pushKinds.includes(item.type)}
      act={(which) => act(which, [item.id])}
      preview={() => preview(item.id)}
    />
  )
  const hasPush = pushKinds.length > 0
  return (
    <IndexTable.Row id={item.id} position={position} selected={selected} onClick={() => undefined}>
      {smDown ? (
        <NarrowCells item={item} sendMethod={sendMethod} hasPush={hasPush} menu={menu} />
      ) : (
        <Cells item={item} sendMethod={sendMethod} hasPush={hasPush} menu={menu} />
      )}
    </IndexTable.Row>
  )
}

interface CellsProps {
  item: RequestRow_item$data
  sendMethod: string
  hasPush: boolean
  menu: React.ReactNode
}

function Cells({ item, sendMethod, hasPush, menu }: CellsProps) {
  return (
    <>
      <IndexTable.Cell>
        <Order item={item} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Items item={item} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Day at={item.fulfilledDate ?? null} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Buyer item={item} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Day at={item.sentAt ?? item.scheduledAt ?? null} withTime />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <RequestBadge item={item} />
        <RequestReason item={item} sendMethod={sendMethod} />
      </IndexTable.Cell>
      {hasPush && (
        <IndexTable.Cell>
          <PushBadge item={item} />
        </IndexTable.Cell>
      )}
      <IndexTable.Cell>{menu}</IndexTable.Cell>
    </>
  )
}

function NarrowCells({ item, sendMethod, hasPush, menu }: CellsProps) {
  return (
    <IndexTable.Cell className="c-narrow-cell">
      <div className="c-request-narrow">
        <div className="c-request-top">
          <Order item={item} />
          <RequestBadge item={item} />
        </div>
        <RequestReason item={item} sendMethod={sendMethod} />
        <Items item={item} />
        <div className="c-request-top">
          <Buyer item={item} />
          {menu}
        </div>
        {(item.sentAt ?? item.scheduledAt) && <Day at={item.sentAt ?? item.scheduledAt ?? null} withTime />}
        {hasPush && <PushBadge item={item} named />}
      </div>
    </IndexTable.Cell>
  )
}

function Order({ item }: { item: RequestRow_item$data }) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <div className="c-request-order">
      <strong data-user-content>{item.orderName}</strong>
      {item.isReminder ? (
        <small>{t`Reminder`}</small>
      ) : (
        <small>{format.date(item.createdOrderAt, { dateStyle: 'medium' })}</small>
      )}
    </div>
  )
}

/** Shows up to three pictures, and titles cut at the length of spec 2. */
function Items({ item: { lineItems } }: { item: RequestRow_item$data }) {
  const more = lineItems.length - itemThumbnailsPerRow
  const [first] = lineItems
  const others = lineItems.length - 1
  return (
    <div className="c-request-items">
      <span className="c-request-thumbs">
        {lineItems.slice(0, itemThumbnailsPerRow).map(({ image }, index) => (
          <ProductThumbnail key={index} image={image ?? null} />
        ))}
      </span>
      <span className="c-request-titles">
        {first && (
          <span data-user-content title={lineItems.map(({ title }) => title).join(', ')}>
            {shortened(first.title)}
          </span>
        )}
        {lineItems.length > 1 && (
          <small>
            {more > 0 ? (
              <Trans>and {others} more</Trans>
            ) : (
              <span data-user-content>
                {lineItems
                  .slice(1)
                  .map(({ title }) => shortened(title))
                  .join(', ')}
              </span>
            )}
          </small>
        )}
      </span>
    </div>
  )
}

function shortened(title: string): string {
  const letters = [...title]
  return letters.length > productTitleChars ? `${letters.slice(0, productTitleChars).join('').trimEnd()}…` : title
}

function Buyer({ item }: { item: RequestRow_item$data }) {
  const { t } = useLingui()
  return (
    <div className="c-request-buyer">
      <span data-user-content>{item.customerName || item.customerEmail}</span>
      {item.customerName && (
        <small data-user-content title={item.customerEmail}>
          {item.customerEmail}
        </small>
      )}
      {item.isBlockCustomer && <Badge tone="critical">{t`Blocked`}</Badge>}
    </div>
  )
}

function Day({ at, withTime = false }: { at: string | null; withTime?: boolean }) {
  const format = useFormat()
  if (!at) return <span className="c-quiet">–</span>
  return (
    <time dateTime={at} className="c-request-day">
      <span>{format.date(at, { dateStyle: 'medium' })}</span>
      {withTime && <small>{format.date(at, { timeStyle: 'short' })}</small>}
    </time>
  )
}
