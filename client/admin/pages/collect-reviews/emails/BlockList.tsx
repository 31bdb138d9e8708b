import { useLingui } from '@lingui/react/macro'
import { ActionList, BlockStack, Button, Card, InlineError, InlineStack, Popover, Text } from '@shopify/polaris'
import { useState } from 'react'
import {
  maxBlocks,
  nameBlock,
  newBlock,
  TEMPLATE_BLOCKS,
  type BlockType,
  type EmailBlock,
} from '../../../../../rules/settings/email-blocks.ts'
import type { EmailTemplateKey, EmailTemplates } from '../../../../../rules/settings/email-templates.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { BlockRow } from './BlockRow.tsx'
import { SortableBlocks } from './SortableBlocks.tsx'
import { blockNames } from './emailNames.ts'
import type { EmailForm } from './EmailFields.tsx'
import type { TemplateWords } from './emailWords.ts'

interface Props {
  form: EmailForm
  template: EmailTemplateKey
  words: TemplateWords
  /** Names of the merge fields. */
  fields: readonly string[]
}

/** Lists the email's blocks in their order: to edit, move, add and remove. */
export function BlockList({ form, template, words, fields }: Props) {
  const { t, i18n } = useLingui()
  const name = `${template}.blocks` as 'reviewReminder.blocks'
  const shut = useReadOnly() || form.lockOf(name) !== null
  const stored = (form.values as unknown as EmailTemplates)[template].blocks
  const blocks = listed(stored, template)
  // Without their place, so that a moved row stays the same and keeps its focus.
  const ids = blocks.map((block, at) => idOf(block, blocks.slice(0, at)))
  const [open, setOpen] = useState<string | null>(() => ids[blocks.findIndex(({ type }) => type === 'text')] ?? null)
  const last = blocks.at(-1)?.type === 'footer' ? blocks.length - 1 : blocks.length
  const put = (next: EmailBlock[]) => form.set(name, next)
  const move = (from: number, to: number) => {
    const next = [...blocks]
    next.splice(to, 0, ...next.splice(from, 1))
    put(next)
  }
  const add = (type: BlockType) => {
    const block = newBlock(type, nameBlock(type, blocks))
    put([...blocks.slice(0, last), block, ...blocks.slice(last)])
    setOpen(idOf(block, blocks.slice(0, last)))
  }
  const remove = (at: number) => {
    put(blocks.filter((_block, each) => each !== at))
    setOpen(null)
  }
  const change = (at: number, look: Partial<EmailBlock>) =>
    put(blocks.map((block, each) => (each === at ? { ...block, ...look } : block)))
  const error = form.errorOf(name)
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingSm">{t`Blocks`}</Text>
        <SortableBlocks ids={ids} last={last} labels={blocks.map(({ type }) => i18n._(blockNames[type]))} onMove={move}>
          <ul className="c-email-blocks">
            {blocks.map((block, at) => {
              const id = ids[at] ?? ''
              return (
                <BlockRow
                  key={id}
                  id={id}
                  block={block}
                  words={words.ofBlock(block)}
                  fields={fields}
                  error={form.errorOf(words.ofBlock(block).path)}
                  isOpen={open === id}
                  isShut={shut}
                  areWordsShut={shut || form.lockOf(words.path('content')) !== null}
                  isPrinted={at === last || TEMPLATE_BLOCKS[template].includes(block.type)}
                  isFixed={at === last}
                  isRequired={at === last && !TEMPLATE_BLOCKS[template].includes('footer')}
                  onOpen={() => setOpen(open === id ? null : id)}
                  onWords={(value) => words.putBlock(at, value)}
                  onLook={(look) => change(at, look)}
                  onUp={at > 0 ? () => move(at, at - 1) : null}
                  onDown={at < last - 1 ? () => move(at, at + 1) : null}
                  onRemove={() => remove(at)}
                />
              )
            })}
          </ul>
        </SortableBlocks>
        {error && <InlineError message={error} fieldID="email-blocks" />}
        <AddBlock template={template} disabled={shut || blocks.length >= maxBlocks} onAdd={add} />
      </BlockStack>
    </Card>
  )
}

/** Names a block of a list; blocks of one name are counted. */
function idOf(block: EmailBlock, before: readonly EmailBlock[]): string {
  const name = ({ key, type }: EmailBlock) => key || type
  return `${name(block)} ${before.filter((each) => name(each) === name(block)).length}`
}

/** Requests print the footer last, whatever the stored order, so it is listed last. */
function listed(blocks: readonly EmailBlock[], template: EmailTemplateKey): EmailBlock[] {
  if (TEMPLATE_BLOCKS[template].includes('footer')) return [...blocks]
  const footer = blocks.find(({ type }) => type === 'footer') ?? newBlock('footer')
  return [...blocks.filter(({ type }) => type !== 'footer'), footer]
}

function AddBlock({
  template,
  disabled,
  onAdd,
}: {
  template: EmailTemplateKey
  disabled: boolean
  onAdd: (type: BlockType) => void
}) {
  const { t, i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <InlineStack>
      <Popover
        active={isOpen}
        onClose={() => setOpen(false)}
        autofocusTarget="first-node"
        activator={
          <Button disclosure disabled={disabled} onClick={() => setOpen(!isOpen)}>
            {t`Add a block`}
          </Button>
        }
      >
        <ActionList
          items={TEMPLATE_BLOCKS[template].map((type) => ({
            content: i18n._(blockNames[type]),
            onAction: () => {
              setOpen(false)
              onAdd(type)
            },
          }))}
        />
      </Popover>
    </InlineStack>
  )
}
