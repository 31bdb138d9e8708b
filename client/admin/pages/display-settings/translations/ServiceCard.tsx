import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, ProgressBar, Text } from '@shopify/polaris'
import { useEffect, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ServiceCard_state$key } from '../../../../__generated__/ServiceCard_state.graphql.ts'
import type { ServiceCardQuery } from '../../../../__generated__/ServiceCardQuery.graphql.ts'
import type { ServiceCardTranslateMutation } from '../../../../__generated__/ServiceCardTranslateMutation.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { TRANSLATOR_NAMES } from '../../../../../rules/translations.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { usePolling } from '../../../ui/usePolling.ts'

/** Characters of a usual review. With fewer left, the month's limit counts as used up. */
const leastRoom = 300
/** How long the page looks for the requests of a translation that was just asked for. */
const startsWithinMs = 30_000

const query = graphql`query ServiceCardQuery { viewer { shop { id translationState { ...ServiceCard_state } } } }`

interface Props {
  state: ServiceCard_state$key
  /** Whether reviews are translated at all. */
  isOn: boolean
  isDirty: boolean
}

/** The connected service, the month's characters, and the button for reviews that are not translated yet. */
export function ServiceCard({ state: key, isOn, isDirty }: Props) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const { service, used, limit, waiting } = useFragment(
    graphql`fragment ServiceCard_state on TranslationState { service used limit waiting }`,
    key,
  )
  const [translate, busy] = useCommit<ServiceCardTranslateMutation>(graphql`
    mutation ServiceCardTranslateMutation($input: TranslateReviewsInput!) {
      translateReviews(input: $input) {
        __typename
        ... on TranslateReviewsSuccess { data { waiting } }
        ... on Refusal { code message params }
      }
    }
  `)
  const [isStarting, setStarting] = useState(false)
  useEffect(() => {
    if (!isStarting) return
    const timer = setTimeout(() => setStarting(false), startsWithinMs)
    return () => clearTimeout(timer)
  }, [isStarting])
  usePolling<ServiceCardQuery>(query, isStarting || waiting > 0)
  if (service == null) return <ConnectBanner />
  const name = TRANSLATOR_NAMES[service] ?? service
  const isFull = limit - used < leastRoom
  const run = async () => {
    const { ok } = await translate({ input: { confirm: true } }, { success: t`Candor looks for reviews to translate` })
    setStarting(ok)
  }
  return (
    <BlockStack gap="300">
      <Text as="p">
        <Trans>{name} translates your reviews.</Trans>
      </Text>
      <Usage used={used} limit={limit} isFull={isFull} />
      {!readOnly && (
        <BlockStack gap="100" inlineAlign="start">
          <Button
            disabled={isDirty || isFull || !isOn}
            loading={busy}
            onClick={() => void run()}
          >{t`Translate existing reviews`}</Button>
          <Text as="p" tone="subdued">
            {isDirty
              ? t`Save your changes first.`
              : !isOn
                ? formatSentence(i18n, 'translationOff')
                : waiting > 0
                  ? t`Translation is running. Problems appear in the log of your integrations.`
                  : t`Newest first. What is translated already is not sent again.`}
          </Text>
        </BlockStack>
      )}
    </BlockStack>
  )
}

function ConnectBanner() {
  const { t } = useLingui()
  const mode = useMode()
  return (
    <Banner
      tone="info"
      title={t`Connect a translation service`}
      action={{ content: t`Connect DeepL or LibreTranslate`, url: hrefIn(mode, '/settings/integration') }}
    >
      <Trans>Reviews are translated with your own account. Until then, shoppers see the originals.</Trans>
    </Banner>
  )
}

function Usage({ used, limit, isFull }: { used: number; limit: number; isFull: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const [done, all] = [format.number(used), format.number(limit)]
  return (
    <BlockStack gap="100">
      <ProgressBar
        size="small"
        tone={isFull ? 'critical' : 'primary'}
        progress={Math.min(100, (100 * used) / limit)}
        ariaLabelledBy="translated-characters"
      />
      <Text as="p" id="translated-characters" tone={isFull ? 'critical' : 'subdued'}>
        {isFull
          ? t`${done} of ${all} characters this month. New translations wait until you raise the limit or the month ends.`
          : t`${done} of ${all} characters this month.`}
      </Text>
    </BlockStack>
  )
}
