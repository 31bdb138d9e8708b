import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Text } from '@shopify/polaris'
import { FLOW_ACTIONS, FLOW_TRIGGERS, type FlowActionName, type FlowTriggerName } from '../../../../../rules/flow.ts'
import { ServicePage } from '../service/ServicePage.tsx'

const triggers: Readonly<Record<FlowTriggerName, MessageDescriptor>> = {
  created: msg`A customer or you wrote a review.`,
  published: msg`A review appeared in your store.`,
  negative: msg`A new or changed review has few stars. Settings > Notifications says how many.`,
  reported: msg`A shopper reported a review.`,
  test: msg`You sent a test event from this page.`,
}

const actions: Readonly<Record<FlowActionName, MessageDescriptor>> = {
  publish: msg`Shows a review in your store.`,
  hide: msg`Hides a review, and tells its author the reason.`,
  request: msg`Sends the review request of an order now.`,
}

interface Example {
  title: MessageDescriptor
  /** Names in quotation marks are Flow’s own. */
  steps: readonly MessageDescriptor[]
}

const examples: readonly Example[] = [
  {
    title: msg`Answer unhappy customers first`,
    steps: [msg`Start: “Negative review received”`, msg`Then: “Send internal email” with the review link`],
  },
  {
    title: msg`Remember your fans`,
    steps: [
      msg`Start: “Review published”`,
      msg`Check: the rating is 5`,
      msg`Then: “Add customer tags” with the tag “fan”`,
    ],
  },
  {
    title: msg`Ask for a review when you choose`,
    steps: [
      msg`Start: “Order fulfilled”`,
      msg`Check: the customer’s tags include “VIP”`,
      msg`Wait: 3 days`,
      msg`Then: “Request review” of Candor`,
    ],
  },
]

/** Shopify Flow: on or off, a test, what workflows can do with Candor, and the log (spec 2). */
export function Component() {
  const { t } = useLingui()
  return (
    <ServicePage>
      <Parts title={t`Triggers that start a workflow`} names={FLOW_TRIGGERS} words={triggers} />
      <Parts title={t`Actions for your workflows`} names={FLOW_ACTIONS} words={actions} />
      <Examples />
    </ServicePage>
  )
}

interface PartsProps<Name extends string> {
  title: string
  /** Flow shows these names in English. */
  names: Readonly<Record<Name, { name: string }>>
  words: Readonly<Record<Name, MessageDescriptor>>
}

function Parts<Name extends string>({ title, names, words }: PartsProps<Name>) {
  const { i18n } = useLingui()
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        <dl className="c-flow-parts">
          {(Object.keys(names) as Name[]).map((key) => (
            <div key={key}>
              <dt lang="en">{names[key].name}</dt>
              <dd>{i18n._(words[key])}</dd>
            </div>
          ))}
        </dl>
      </BlockStack>
    </Card>
  )
}

function Examples() {
  const { i18n } = useLingui()
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          <Trans>Examples</Trans>
        </Text>
        <ul className="c-flow-examples">
          {examples.map(({ title, steps }) => (
            <li key={title.id}>
              <h3>{i18n._(title)}</h3>
              <ol>
                {steps.map((step) => (
                  <li key={step.id}>{i18n._(step)}</li>
                ))}
              </ol>
            </li>
          ))}
        </ul>
      </BlockStack>
    </Card>
  )
}
