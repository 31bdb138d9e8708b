import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, ProgressBar, Text } from '@shopify/polaris'
import { use } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { QUICK_START_ITEMS, type QuickStartItem } from '../../../../rules/quick-start.ts'
import type { QuickStart_shop$key } from '../../../__generated__/QuickStart_shop.graphql.ts'
import { RoutesContext } from '../../shell/relay/existing.ts'
import { useDismissBanner } from '../../ui/useDismissBanner.ts'
import { useFormat } from '../../shell/words/useFormat.ts'

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
  importReview: { title: msg`Import your reviews`, why: msg`Bring in your existing reviews.`, act: msg`Import` },
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
    act: msg`Turn on`,
  },
  reviewCarousel: { title: msg`Show a review carousel`, why: msg`Your best reviews, on any page.`, act: msg`Set up` },
}

const isItem = (item: string): item is QuickStartItem => (QUICK_START_ITEMS as readonly string[]).includes(item)
const banner = 'quick-start'

/** The checklist of spec 2. Shows items whose pages exist, and ticks finished ones. */
export function QuickStart({ shop: key }: { shop: QuickStart_shop$key }) {
  const { t } = useLingui()
  const format = useFormat()
  const routes = use(RoutesContext)
  const { quickStart, dismissedBanners } = useFragment(
    graphql`
    fragment QuickStart_shop on Shop {
      dismissedBanners
      quickStart { item path done }
    }
  `,
    key,
  )
  const [dismiss] = useDismissBanner()
  const steps = quickStart.filter(({ item, path }) => isItem(item) && routes.has(path.split('?')[0] ?? path))
  const done = steps.filter((step) => step.done).length
  if (steps.length === 0 || (done === steps.length && dismissedBanners.includes(banner))) return null
  const doneWritten = format.number(done)
  const allWritten = format.number(steps.length)
  const next = steps.find((step) => !step.done)
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            <Trans>Quick start</Trans>
          </Text>
          <Text as="span" tone="subdued">
            <Trans>
              {doneWritten} of {allWritten} done
            </Trans>
          </Text>
        </InlineStack>
        <ProgressBar
          progress={(done / steps.length) * 100}
          size="small"
          tone="success"
          ariaLabelledBy="quick-start-progress"
        />
        <span id="quick-start-progress" className="c-hidden">
          <Trans>Quick start progress</Trans>
        </span>
        <ol className="c-steps">
          {steps.map(
            (step) =>
              isItem(step.item) && <Step key={step.item} step={step} words={words[step.item]} next={step === next} />,
          )}
        </ol>
        {done === steps.length && (
          <InlineStack>
            <Button onClick={() => void dismiss(banner)}>{t`All done. Hide checklist`}</Button>
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  )
}

function Step({
  step,
  words: { title, why, act },
  next,
}: {
  step: { path: string; done: boolean }
  words: Words
  next: boolean
}) {
  const { i18n, t } = useLingui()
  return (
    <li className="c-step" data-done={step.done ? '' : undefined}>
      <svg viewBox="0 0 24 24" role="img" aria-label={step.done ? t`Done` : t`To do`}>
        <circle cx="12" cy="12" r="10" />
        {step.done && <path d="M7.5 12.5l3 3 6-6.5" />}
      </svg>
      <div>
        <h3>{i18n._(title)}</h3>
        {!step.done && <p>{i18n._(why)}</p>}
      </div>
      {!step.done && step.path !== '/dashboard' && (
        <Button url={step.path} {...(next ? { variant: 'primary' as const } : {})}>
          {i18n._(act)}
        </Button>
      )}
    </li>
  )
}
