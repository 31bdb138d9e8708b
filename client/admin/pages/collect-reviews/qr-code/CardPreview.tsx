import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Link, SkeletonBodyText, Text } from '@shopify/polaris'
import { useDeferredValue, useState } from 'react'
import { cardSvg } from '../../../../../rules/qr-card/card.ts'
import { isScannable } from '../../../../../rules/settings/qr.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { PlanGate } from '../../../ui/PlanGate.tsx'
import { download, pngOf, printCard, svgAddress } from './cardFiles.ts'
import type { QrProduct } from './QrEditorPage.tsx'
import type { QrForm } from './qrForm.ts'
import { useCardAssets } from './useCardAssets.ts'

/** Shows the card as typed: the same SVG that is downloaded and printed. */
export function CardPreview({ form, product: { title, handle, qrCode } }: { form: QrForm; product: QrProduct }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const [busy, setBusy] = useState('')
  const { values } = form
  const assets = useCardAssets(values)
  const svg = assets && cardSvg({ design: values, code: qrCode ?? null, ...assets })
  const shown = useDeferredValue(svg)
  const name = `${handle}-qr`
  const act = (what: string, run: (card: string) => Promise<unknown>) => async () => {
    if (!svg) return
    setBusy(what)
    await run(svg).catch(() => toast(formatSentence(i18n, 'generateFailed'), { isError: true }))
    setBusy('')
  }
  const isUsable = Boolean(svg && qrCode) && isScannable(values.codeColor)
  const actions = [
    { what: 'png', label: t`Download PNG`, run: async (card: string) => download(await pngOf(card), `${name}.png`) },
    {
      what: 'svg',
      label: t`Download SVG`,
      run: async (card: string) => download(new Blob([card], { type: 'image/svg+xml' }), `${name}.svg`),
    },
    { what: 'print', label: t`Print`, run: printCard },
  ]
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">{t`Preview`}</Text>
        <div className="c-qr-preview">
          {shown ? (
            <img src={svgAddress(shown)} alt={t`QR code card of ${title}`} width={300} height={420} />
          ) : (
            <SkeletonBodyText lines={12} />
          )}
        </div>
        <PlanGate feature="qrCode">
          {(locked) => (
            <InlineStack gap="200" align="center">
              {actions.map(({ what, label, run }) => (
                <Button
                  key={what}
                  {...(what === 'png' ? { variant: 'primary' as const } : {})}
                  disabled={locked || !isUsable}
                  loading={busy === what}
                  onClick={() => void act(what, run)()}
                >
                  {label}
                </Button>
              ))}
            </InlineStack>
          )}
        </PlanGate>
        {form.dirty && isUsable && (
          <Text as="p" tone="subdued" alignment="center">{t`Downloads show your unsaved changes.`}</Text>
        )}
        {qrCode && (
          <InlineStack gap="100" align="center" blockAlign="center">
            <Link url={qrCode.url} target="_blank">
              <Trans>Open the review form</Trans>
            </Link>
            <CopyButton text={qrCode.url} label={t`Copy link`} />
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  )
}
