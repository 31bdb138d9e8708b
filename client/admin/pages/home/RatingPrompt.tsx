import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Text } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { RatingPrompt_shop$key } from '../../../__generated__/RatingPrompt_shop.graphql.ts'
import { formatSentence } from '../../shell/words/sentences.ts'
import { useToast } from '../../shell/toasts.tsx'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useUpdateShop } from './useUpdateShop.ts'

const rates = [1, 2, 3, 4, 5] as const

/** Asks the merchant to rate the app, until they have done so. */
export function RatingPrompt({ shop: key }: { shop: RatingPrompt_shop$key }) {
  const { t, i18n } = useLingui()
  const { isRated } = useFragment(graphql`fragment RatingPrompt_shop on Shop { isRated }`, key)
  const [updateShop, busy] = useUpdateShop()
  const readOnly = useReadOnly()
  const toast = useToast()
  if (isRated || readOnly) return null
  const rate = async () => {
    const outcome = await updateShop({ input: { isRated: true } })
    if (outcome.ok)
      toast(formatSentence(i18n, 'rated'), {
        action: { label: t`Undo`, run: () => void updateShop({ input: { isRated: false } }) },
      })
  }
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingSm">
          <Trans>How do you like Candor?</Trans>
        </Text>
        <div className="c-rate" role="group" aria-label={t`Your rating of Candor`}>
          {rates.map((stars) => (
            <button
              key={stars}
              type="button"
              disabled={busy}
              onClick={() => void rate()}
              aria-label={t`${stars} of 5 stars`}
            >
              ★
            </button>
          ))}
        </div>
      </BlockStack>
    </Card>
  )
}
