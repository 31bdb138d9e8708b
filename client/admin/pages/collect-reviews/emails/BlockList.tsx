import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Select, Text } from '@shopify/polaris'
import { BLOCK_ALIGNS, BLOCK_SIZES, BLOCK_TYPES, maxBlocks, newBlock, type BlockType, type EmailBlock } from '../../../../../rules/settings/email-blocks.ts'
import { valueAt } from '../../../../../rules/settings/document.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import type { EmailForm } from './EmailFields.tsx'

const names = {
  heading: msg`Heading`, text: msg`Text`, product: msg`Product`, stars: msg`Stars`, button: msg`Button`, image: msg`Image`, discount: msg`Discount code`, divider: msg`Divider`, footer: msg`Footer`,
} as const
const aligns = { start: msg`Start`, center: msg`Center`, end: msg`End` } as const
const sizes = { small: msg`Small`, medium: msg`Medium`, large: msg`Large` } as const

/** The email's blocks: order, look, adding and removing. */
export function BlockList({ form, name }: { form: EmailForm, name: 'reviewReminder.blocks' }) {
  const { t, i18n } = useLingui()
  const shut = useReadOnly() || form.lockOf(name) !== null
  const blocks = valueAt(form.values, name) as EmailBlock[]
  const put = (next: EmailBlock[]) => form.set(name, next)
  const change = (at: number, look: Partial<EmailBlock>) => put(blocks.map((block, each) => (each === at ? { ...block, ...look } : block)))
  const swap = (at: number) => put(blocks.map((block, each) => (each === at ? blocks[at + 1] : each === at + 1 ? blocks[at] : block) ?? block))
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingSm">{t`Blocks`}</Text>
        {blocks.map((block, at) => {
          const label = i18n._(names[block.type])
          return (
            <InlineStack key={`${at}-${block.type}`} gap="200" blockAlign="center">
              <Text as="span" fontWeight="medium">{label}</Text>
              <Select label={t`Alignment of ${label}`} labelHidden options={BLOCK_ALIGNS.map((value) => ({ value, label: i18n._(aligns[value]) }))} value={block.align} onChange={(align) => change(at, { align: align as EmailBlock['align'] })} disabled={shut} />
              <Select label={t`Size of ${label}`} labelHidden options={BLOCK_SIZES.map((value) => ({ value, label: i18n._(sizes[value]) }))} value={block.size} onChange={(size) => change(at, { size: size as EmailBlock['size'] })} disabled={shut} />
              <Button size="slim" accessibilityLabel={t`Move ${label} up`} disabled={shut || at === 0} onClick={() => swap(at - 1)}>↑</Button>
              <Button size="slim" accessibilityLabel={t`Move ${label} down`} disabled={shut || at === blocks.length - 1} onClick={() => swap(at)}>↓</Button>
              <Button size="slim" accessibilityLabel={t`Remove ${label}`} disabled={shut} onClick={() => put(blocks.filter((_block, each) => each !== at))}>×</Button>
            </InlineStack>
          )
        })}
        <Select
          label={t`Add a block`} options={[{ value: '', label: '' }, ...BLOCK_TYPES.filter((type) => type !== 'image').map((value) => ({ value, label: i18n._(names[value]) }))]} value=""
          onChange={(type) => type && put([...blocks, newBlock(type as BlockType)])} disabled={shut || blocks.length >= maxBlocks}
        />
      </BlockStack>
    </Card>
  )
}
