import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Card, InlineStack, TextField } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { maxReviewContentChars, maxReviewTitleChars } from '../../../../../rules/limits.ts'
import type { FieldErrors } from '../../../shell/relay/useCommit.ts'
import { Stars } from '../../../ui/Stars.tsx'
import { LongField } from '../review/LongField.tsx'

interface Props {
  rate: number
  title: string
  content: string
  errors: FieldErrors
  change: (next: { title?: string; content?: string }) => void
  children?: ReactNode
}

/** The editable texts of a review, below its stars, which never change. */
export function EditFields({ rate, title, content, errors, change, children }: Props) {
  const { t } = useLingui()
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Stars rate={rate} size={22} />
          <span className="c-quiet">
            <Trans>The star rating can’t be changed.</Trans>
          </span>
        </InlineStack>
        <TextField
          label={t`Title`}
          value={title}
          onChange={(next) => change({ title: next })}
          maxLength={maxReviewTitleChars}
          autoComplete="off"
          {...(errors['title'] ? { error: errors['title'] } : {})}
        />
        <LongField
          label={t`Text`}
          value={content}
          onChange={(next) => change({ content: next })}
          lines={6}
          maxHeight={480}
          max={maxReviewContentChars}
          error={errors['content']}
        />
        {children}
      </BlockStack>
    </Card>
  )
}

/** Says that the review changed elsewhere during the edit. */
export function StaleBanner({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useLingui()
  return (
    <Banner tone="warning" title={t`This review has changed since you opened it`} onDismiss={onDismiss}>
      <Trans>Your changes are still in the fields. Compare them below, then save again.</Trans>
    </Banner>
  )
}
