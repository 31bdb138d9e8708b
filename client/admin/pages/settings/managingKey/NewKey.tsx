import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, TextField } from '@shopify/polaris'
import { CopyButton } from '../../../ui/CopyButton.tsx'

/** Shows a key the only time that it is shown. */
export function NewKey({ value }: { value: string }) {
  const { t } = useLingui()
  return (
    <BlockStack gap="400">
      <Banner tone="warning">
        <Trans>Copy the key now and keep it in a safe place. You can’t see it again.</Trans>
      </Banner>
      <TextField
        label={t`API key`}
        value={value}
        readOnly
        monospaced
        autoComplete="off"
        selectTextOnFocus
        suffix={<CopyButton text={value} label={t`Copy key`} />}
      />
      <p className="c-quiet">
        <Trans>
          Send it as a header: <code>Authorization: Bearer</code> and the key. Never put it into a URL or a page of your
          store.
        </Trans>
      </p>
    </BlockStack>
  )
}
