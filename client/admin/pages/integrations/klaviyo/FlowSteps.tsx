import { Trans, useLingui } from '@lingui/react/macro'

/** Merge tags of the event that asks for a review, as Klaviyo's editor writes them. */
const tag = (name: string) => ['{{ event.', name, ' }}'].join('')
const reviewTag = tag('review_url')
const unsubscribeTag = tag('unsubscribe_url')

/** Steps in Klaviyo that turn the event into an email. */
export function FlowSteps() {
  return (
    <ol className="c-flow-steps">
      <li>
        <Trans>
          In Klaviyo, open <strong>Flows</strong> and create a flow with the trigger <strong>Metric</strong>.
        </Trans>
      </li>
      <li>
        <Trans>
          Choose the metric <code>Review Request</code>. Klaviyo lists it after the first event has arrived.
        </Trans>
      </li>
      <li>
        <Trans>
          Add an email without a delay, as Candor has already waited. Turn off <strong>Smart Sending</strong>, or
          Klaviyo may skip the request.
        </Trans>
      </li>
      <li>
        <Trans>
          Link the email’s button to <code>{reviewTag}</code>, and a line at the end to <code>{unsubscribeTag}</code>.
        </Trans>
      </li>
      <li>
        <Trans>Turn the flow on, then send a request to yourself from Review requests.</Trans>
      </li>
    </ol>
  )
}

/** What the event has, for the email's texts. */
export function EventFields() {
  const { t } = useLingui()
  const fields = [
    ['review_url', t`The customer’s own review form`],
    ['unsubscribe_url', t`Ends all requests to the customer`],
    ['not_arrived_url', t`Asks again later`],
    ['product_names', t`The names of the items`],
    ['products', t`The items, each with name, url and image_url`],
    ['order_name', t`The order’s number`],
    ['reward', t`What a review earns; empty without a reward`],
  ] as const
  return (
    <dl className="c-flow-fields">
      {fields.map(([name, text]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>
            <code>{tag(name)}</code>
          </dt>
          <dd className="c-quiet">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
