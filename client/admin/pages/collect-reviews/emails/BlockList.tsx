import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, ButtonGroup, Card, InlineError, InlineStack, Select, Text } from '@shopify/polaris'
import { useState } from 'react'
import {
  BLOCK_TYPES,
  maxBlocks,
  newBlock,
  type BlockType,
  type EmailBlock,
} from '../../../../../rules/settings/email-blocks.ts'
import { readPath } from '../../../../../rules/settings/document.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { BlockStyle } from './BlockStyle.tsx'
import type { EmailForm } from './EmailFields.tsx'

const names = {
  heading: msg`Heading`,
  text: msg`Text`,
  product: msg`Product`,
  stars: msg`Stars`,
  button: msg`Button`,
  image: msg`Image`,
  discount: msg`Discount code`,
  divider: msg`Divider`,
  footer: msg`Footer`,
} as const

/** Lists the email's blocks, to add, remove, sort and style them. */
export function BlockList({ form, name }: { form: EmailForm; name: 'reviewReminder.blocks' }) {
  const { t, i18n } = useLingui()
  const shut = useReadOnly() || form.lockOf(name) !== null
  const [open, setOpen] = useState<number | null>(null)
  const blocks = readPath(form.values, name) as EmailBlock[]
  const put = (next: EmailBlock[]) => form.set(name, next)
  const change = (at: number, look: Partial<EmailBlock>) =>
    put(blocks.map((block, each) => (each === at ? { ...block, ...look } : block)))
  const add = (type: string) => {
    if (!type) return
    put([...blocks, newBlock(type as BlockType)])
    // A new image block has no picture yet, so open it.
    if (type === 'image') setOpen(blocks.length)
  }
  const error = form.errorOf(name)
  const swap = (at: number) => {
    setOpen(null)
    put(blocks.map((block, each) => (each === at ? blocks[at + 1] : each === at + 1 ? blocks[at] : block) ?? block))
  }
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingSm">{t`Blocks`}</Text>
        {blocks.map((block, at) => {
          const label = i18n._(names[block.type])
          const isOpen = open === at
          return (
            <div className="c-email-block" key={`${at}-${block.type}`}>
              <InlineStack gap="200" blockAlign="center" align="space-between">
                <Text as="span" fontWeight="medium">
                  {label}
                </Text>
                <ButtonGroup>
                  <Button
                    size="slim"
                    accessibilityLabel={t`Design of ${label}`}
                    ariaExpanded={isOpen}
                    disclosure={isOpen ? 'up' : 'down'}
                    onClick={() => setOpen(isOpen ? null : at)}
                  >{t`Design`}</Button>
                  <Button
                    size="slim"
                    accessibilityLabel={t`Move ${label} up`}
                    disabled={shut || at === 0}
                    onClick={() => swap(at - 1)}
                  >
                    ↑
                  </Button>
                  <Button
                    size="slim"
                    accessibilityLabel={t`Move ${label} down`}
                    disabled={shut || at === blocks.length - 1}
                    onClick={() => swap(at)}
                  >
                    ↓
                  </Button>
                  <Button
                    size="slim"
                    accessibilityLabel={t`Remove ${label}`}
                    disabled={shut}
                    onClick={() => {
                      setOpen(null)
                      put(blocks.filter((_block, each) => each !== at))
                    }}
                  >
                    ×
                  </Button>
                </ButtonGroup>
              </InlineStack>
              {isOpen && (
                <BlockStyle block={block} label={label} disabled={shut} onChange={(look) => change(at, look)} />
              )}
            </div>
          )
        })}
        {error && <InlineError message={error} fieldID="email-blocks" />}
        <Select
          label={t`Add a block`}
          options={[{ value: '', label: '' }, ...BLOCK_TYPES.map((value) => ({ value, label: i18n._(names[value]) }))]}
          value=""
          onChange={add}
          disabled={shut || blocks.length >= maxBlocks}
        />
      </BlockStack>
    </Card>
  )
}
