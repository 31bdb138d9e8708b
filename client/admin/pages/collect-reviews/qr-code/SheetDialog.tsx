import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Checkbox, FormLayout, Modal, Select, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { maxQrCopies, maxQrLabels } from '../../../../../rules/limits.ts'
import { LABEL_WIDTHS, sheetLayout, type LabelSize, type Paper } from '../../../../../rules/qr-card/sheet.ts'
import { QR } from '../../../../../rules/settings/qr.ts'
import { fromGraphql } from '../../../../../rules/settings/shape.ts'
import type { SheetDialog_settings$key } from '../../../../__generated__/SheetDialog_settings.graphql.ts'
import type { SheetDialogQuery } from '../../../../__generated__/SheetDialogQuery.graphql.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'
import { useToast } from '../../../shell/toasts.tsx'
import { formatSentence, formatRefusal } from '../../../shell/words/sentences.ts'
import { download } from './cardFiles.ts'
import { useCardAssets } from './useCardAssets.ts'
import { useGenerate } from './useGenerate.ts'

interface Props {
  /** Relay ids. */
  productIds: readonly string[]
  onClose: () => void
}

/** Loads the saved design and asks how the labels are printed. */
export function SheetDialog(props: Props) {
  const {
    viewer: { shop },
  } = useOwnQuery<SheetDialogQuery>(
    graphql`query SheetDialogQuery { viewer { shop { id qr { ...SheetDialog_settings } } } }`,
    {},
  )
  return shop && <Dialog {...props} settings={shop.qr} />
}

function Dialog({ productIds, onClose, settings }: Props & { settings: SheetDialog_settings$key }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const stored = useFragment(
    graphql`
    fragment SheetDialog_settings on QrSettings { name image title description titleColor descriptionColor fontFamily background codeColor }
  `,
    settings,
  )
  const design = fromGraphql(QR.shape, stored) as typeof QR.defaults
  const assets = useCardAssets(design)
  const [paper, setPaper] = useState<Paper>('a4')
  const [size, setSize] = useState<LabelSize>('medium')
  const [copiesText, setCopies] = useState('1')
  const [hasNames, setHasNames] = useState(true)
  const [busy, setBusy] = useState(false)
  const { generate } = useGenerate()
  const copies = /^\d{1,3}$/.test(copiesText) ? Number(copiesText) : 0
  const isCopiesWrong = copies < 1 || copies > maxQrCopies
  const labels = productIds.length * copies
  const { perPage } = sheetLayout({ paper, size })
  const pages = Math.ceil(labels / perPage)
  const max = maxQrLabels
  const isTooMany = labels > max
  const make = async () => {
    if (!assets) return
    setBusy(true)
    try {
      const codes = await generate(productIds)
      if (!codes) return
      const { makeSheet } = await import('./sheet.ts')
      download(await makeSheet({ design, assets, products: codes, copies, paper, size, hasNames }), 'qr-labels.pdf')
      onClose()
    } catch {
      toast(formatSentence(i18n, 'generateFailed'), { isError: true })
    } finally {
      setBusy(false)
    }
  }
  const [small, medium, large] = [LABEL_WIDTHS.small / 10, LABEL_WIDTHS.medium / 10, LABEL_WIDTHS.large / 10]
  return (
    <Modal
      open
      title={t`Print labels`}
      onClose={onClose}
      primaryAction={{
        content: t`Download PDF`,
        loading: busy || !assets,
        disabled: isCopiesWrong || isTooMany,
        onAction: () => void make(),
      }}
      secondaryActions={[{ content: t`Cancel`, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          <FormLayout>
            <FormLayout.Group>
              <Select
                label={t({ message: 'Paper', context: 'paper to print on' })}
                options={[
                  { value: 'a4', label: t`A4` },
                  { value: 'letter', label: t`US Letter` },
                ]}
                value={paper}
                onChange={(value) => setPaper(value as Paper)}
              />
              <Select
                label={t`Label width`}
                value={size}
                onChange={(value) => setSize(value as LabelSize)}
                options={[
                  { value: 'small', label: t`Small (${small} cm)` },
                  { value: 'medium', label: t`Medium (${medium} cm)` },
                  { value: 'large', label: t`Large (${large} cm)` },
                ]}
              />
              <TextField
                label={t`Copies of each label`}
                type="number"
                min={1}
                max={maxQrCopies}
                autoComplete="off"
                value={copiesText}
                onChange={setCopies}
                error={
                  isCopiesWrong
                    ? formatRefusal(i18n, { code: 'betweenEqual', params: { min: 1, max: maxQrCopies } })
                    : false
                }
              />
            </FormLayout.Group>
            <Checkbox label={t`Print the product’s name below each label`} checked={hasNames} onChange={setHasNames} />
          </FormLayout>
          {isTooMany ? (
            <Banner tone="warning">
              <Trans>A sheet has at most {max} labels. Choose fewer products or copies.</Trans>
            </Banner>
          ) : (
            !isCopiesWrong && (
              <p aria-live="polite">
                <Trans>
                  <Plural value={labels} one="# label" other="# labels" /> on{' '}
                  <Plural value={pages} one="# page" other="# pages" />, with the saved design.
                </Trans>
              </p>
            )
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  )
}
