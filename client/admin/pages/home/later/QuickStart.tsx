import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, ProgressBar, Text } from '@shopify/polaris'
import { useCallback, useEffect } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { QuickStartGap, QuickStartItem } from '../../../../../rules/quick-start.ts'
import type { QuickStartQuery, QuickStartQuery$data } from '../../../../__generated__/QuickStartQuery.graphql.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useOwnQuery } from '../../../shell/Part.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useDismissBanner } from '../../../ui/useDismissBanner.ts'
import { useReturns } from '../../../ui/useReturns.ts'
import { useUpdateShop } from '../useUpdateShop.ts'

interface Words {
  title: MessageDescriptor
  why: MessageDescriptor
  act: MessageDescriptor
}

const words: Readonly<Record<QuickStartItem, Words>> = {
  enableApp: {
    title: msg`Turn the app on`,
    why: msg`Shoppers see reviews only while the app is on.`,
    act: msg`Turn on`,
  },
  displayReview: {
    title: msg`Show reviews on product pages`,
    why: msg`Choose how the review box looks, with a live preview.`,
    act: msg`Customize`,
  },
  importReview: {
    title: msg`Get your first reviews`,
    why: msg`Bring in the reviews you have, or ask your customers.`,
    act: msg`Import`,
  },
  starRating: {
    title: msg`Show star ratings`,
    why: msg`Show stars next to product titles and prices.`,
    act: msg`Set up stars`,
  },
  discount: {
    title: msg`Thank reviewers with a discount`,
    why: msg`A small reward brings in more and better reviews.`,
    act: msg`Set up`,
  },
  reviewReminder: {
    title: msg`Ask for reviews after orders`,
    why: msg`Requests are sent automatically, a week after you ship an order.`,
    act: msg`Check timing`,
  },
  googleSnippet: {
    title: msg`Show stars in search results`,
    why: msg`Search engines read the ratings on your product pages.`,
    act: msg`Check`,
  },
  reviewCarousel: { title: msg`Show a review carousel`, why: msg`Your best reviews, on any page.`, act: msg`Set up` },
}

/** What the product found when it checked an item. */
const found: Readonly<Record<QuickStartGap, MessageDescriptor>> = {
  appOff: msg`The app is off.`,
  widgetOff: msg`The widget is off.`,
  notInTheme: msg`We didn’t find the block in your live theme.`,
  unchecked: msg`Shopify didn’t say what is in your live theme. We’ll check again.`,
  noReview: msg`No review has come in yet.`,
  noDiscount: msg`The discount is off.`,
  noAccess: msg`Shopify doesn’t let us create discount codes yet.`,
  requestsOff: msg`The review request is off.`,
  mailPaused: msg`Your emails are paused.`,
  noRequest: msg`On. We’re waiting for the first order to ask.`,
  snippetOff: msg`Structured data is off.`,
  noRatedProduct: msg`On. No product has a published review yet.`,
  snippetInvalid: msg`The structured data of a product isn’t valid.`,
}

type Step = NonNullable<QuickStartQuery$data['viewer']['shop']>['quickStart'][number]
const query = graphql`query QuickStartQuery { viewer { shop { id dismissedBanners quickStart { item path done gap } } } }`
const banner = 'quick-start'

/**
 * The checklist of spec 2. Candor checks each item, again when the merchant returns to this tab. Render it below a Part.
 */
export function QuickStart() {
  const { t } = useLingui()
  const format = useFormat()
  const shop = useOwnQuery<QuickStartQuery>(query, {}, 'store-and-network').viewer.shop
  const [dismiss] = useDismissBanner()
  const readOnly = useReadOnly()
  const checkAgain = useCheckAgain()
  const steps = shop?.quickStart ?? []
  const done = steps.filter((step) => step.done).length
  if (!shop || shop.dismissedBanners.includes(banner)) return null
  const next = steps.find((step) => !step.done)
  const doneWritten = format.number(done)
  const allWritten = format.number(steps.length)
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            <Trans>Quick start</Trans>
          </Text>
          <InlineStack gap="300" blockAlign="center">
            <Text as="span" tone="subdued">
              <Trans>
                {doneWritten} of {allWritten} done
              </Trans>
            </Text>
            {!readOnly && (
              <Button variant="plain" onClick={() => void dismiss(banner)}>
                {next ? t`Hide` : t`All done. Hide checklist`}
              </Button>
            )}
          </InlineStack>
        </InlineStack>
        <ProgressBar
          progress={Math.round((done / Math.max(1, steps.length)) * 100)}
          size="small"
          tone="success"
          ariaLabelledBy="quick-start-progress"
        />
        <span id="quick-start-progress" className="c-hidden">
          <Trans>Quick start progress</Trans>
        </span>
        <ol className="c-steps">
          {steps.map((step) => (
            <ChecklistStep key={step.item} step={step} isNext={step === next} onActed={checkAgain} />
          ))}
        </ol>
      </BlockStack>
    </Card>
  )
}

/** Returns a function that checks the items again. Also does so when the merchant returns to this tab. */
function useCheckAgain(): () => void {
  const environment = useRelayEnvironment()
  const returns = useReturns()
  const checkAgain = useCallback(() => {
    // A failed check leaves the last one.
    fetchQuery<QuickStartQuery>(environment, query, {}).subscribe({ error: () => undefined })
  }, [environment])
  useEffect(() => {
    if (returns > 0) checkAgain()
  }, [returns, checkAgain])
  return checkAgain
}

interface StepProps {
  step: Step
  isNext: boolean
  /** The item was done in place. */
  onActed: () => void
}

function ChecklistStep({ step, isNext, onActed }: StepProps) {
  const { i18n, t } = useLingui()
  const { title, why } = words[step.item as QuickStartItem]
  const gap = step.gap ? found[step.gap as QuickStartGap] : null
  return (
    <li className="c-step" data-done={step.done ? '' : undefined}>
      <svg viewBox="0 0 24 24" role="img" aria-label={step.done ? t`Done` : t`To do`}>
        <circle cx="12" cy="12" r="10" />
        {step.done && <path d="M7.5 12.5l3 3 6-6.5" />}
      </svg>
      <div>
        <h3>{i18n._(title)}</h3>
        {!step.done && isNext && <p>{i18n._(why)}</p>}
        {gap && <p>{i18n._(gap)}</p>}
      </div>
      {!step.done && <StepButton step={step} isNext={isNext} onActed={onActed} />}
    </li>
  )
}

function StepButton({ step, isNext, onActed }: StepProps) {
  const { i18n } = useLingui()
  const [updateShop, busy] = useUpdateShop()
  const readOnly = useReadOnly()
  const { act } = words[step.item as QuickStartItem]
  const variant = isNext ? { variant: 'primary' as const } : {}
  if (step.item !== 'enableApp')
    return (
      <Button url={step.path} {...variant}>
        {i18n._(act)}
      </Button>
    )
  if (readOnly) return null
  const turnOn = async () => {
    await updateShop({ input: { appStatus: true } }, { success: formatSentence(i18n, 'enabled') })
    onActed()
  }
  return (
    <Button loading={busy} onClick={() => void turnOn()} {...variant}>
      {i18n._(act)}
    </Button>
  )
}
