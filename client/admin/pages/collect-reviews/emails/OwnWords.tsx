import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import type { OwnWordsQuery } from '../../../../__generated__/OwnWordsQuery.graphql.ts'
import type { EmailTemplateType, EmailTexts } from '../../../../../rules/settings/email-templates.ts'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'

interface Props {
  type: EmailTemplateType
  locale: string
  disabled: boolean
  onUse: (words: EmailTexts) => void
}

/** Shows our default text while the merchant's own is empty, and a button that copies it into the field. */
export function OwnWords(props: Props) {
  return (
    <Part waits={null}>
      <Words {...props} />
    </Part>
  )
}

function Words({ type, locale, disabled, onUse }: Props) {
  const { t } = useLingui()
  const {
    viewer: { shop },
  } = useOwnQuery<OwnWordsQuery>(
    graphql`
    query OwnWordsQuery($type: String!, $locale: String!) { viewer { shop { id emailOwnWords(type: $type, locale: $locale) { subject preheader content buttonText } } } }
  `,
    { type, locale },
  )
  const words = shop?.emailOwnWords
  if (!words) return null
  const { subject, preheader, content, buttonText } = words
  return (
    <div className="c-email-own">
      <BlockStack gap="200">
        <Text as="h2" variant="headingSm">{t`Default text`}</Text>
        <Text as="p" tone="subdued">{t`Empty fields say this:`}</Text>
        <div lang={locale} dir="auto" className="c-email-own-words">
          <p>
            <strong>{subject}</strong>
          </p>
          <p>{preheader}</p>
          <p>{content}</p>
          <p>
            <strong>{buttonText}</strong>
          </p>
        </div>
        <InlineStack>
          <Button
            size="slim"
            disabled={disabled}
            onClick={() => onUse({ subject, preheader, content, buttonText })}
          >{t`Start from these words`}</Button>
        </InlineStack>
      </BlockStack>
    </div>
  )
}
