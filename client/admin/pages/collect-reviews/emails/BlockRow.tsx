import { useSortable } from '@dnd-kit/sortable'
import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Icon, InlineStack, Text } from '@shopify/polaris'
import { ChevronDownIcon, ChevronUpIcon, DragHandleIcon } from '@shopify/polaris-icons'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import { HTML_BLOCKS, WORDED_BLOCKS, type EmailBlock } from '../../../../../rules/settings/email-blocks.ts'
import { BlockStyle } from './BlockStyle.tsx'
import { blockNames } from './emailNames.ts'
import { WordsField } from './WordsField.tsx'

interface Props {
  id: string
  block: EmailBlock
  words: { value: string; ours: string }
  fields: readonly string[]
  error: string | undefined
  isOpen: boolean
  isShut: boolean
  areWordsShut: boolean
  /** Whether this email has something to print in it. */
  isPrinted: boolean
  /** Stays at the end. */
  isFixed: boolean
  isRequired: boolean
  onOpen: () => void
  onWords: (value: string) => void
  onLook: (look: Partial<EmailBlock>) => void
  onUp: (() => void) | null
  onDown: (() => void) | null
  onRemove: () => void
}

/** A block in the list: its handle, name and words; open, its fields. */
export function BlockRow(props: Props) {
  const { id, block, words, error, isOpen, isShut, isPrinted, isFixed, onOpen } = props
  const { t, i18n } = useLingui()
  const label = i18n._(blockNames[block.type])
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: isShut || isFixed,
  })
  // Close the block before it is measured: an open one is too tall to pass the others.
  const pick = (name: 'onPointerDown' | 'onKeyDown', event: PointerEvent | KeyboardEvent) => {
    const isPicked = name === 'onPointerDown' || ['Space', 'Enter'].includes((event as KeyboardEvent).code)
    if (isOpen && isPicked) flushSync(onOpen)
    listeners?.[name]?.(event)
  }
  const style = transform ? { transform: `translate3d(0, ${transform.y}px, 0)`, transition } : {}
  return (
    <li ref={setNodeRef} style={style} className={isDragging ? 'c-email-block c-email-block-moved' : 'c-email-block'}>
      <div className="c-email-block-head">
        {isFixed || isShut ? (
          <span className="c-email-grip" />
        ) : (
          <button
            type="button"
            className="c-email-grip"
            {...attributes}
            onPointerDown={(event) => pick('onPointerDown', event)}
            onKeyDown={(event) => pick('onKeyDown', event)}
            aria-label={t`Move ${label}`}
          >
            <Icon source={DragHandleIcon} tone="subdued" />
          </button>
        )}
        <button type="button" className="c-email-block-name" aria-expanded={isOpen} onClick={onOpen}>
          <span>
            <Text as="span" fontWeight="medium">
              {label}
            </Text>
            {!isPrinted && (
              <Text as="span" tone="subdued" variant="bodySm">
                {t`This email has nothing to show here.`}
              </Text>
            )}
            {isPrinted && !isOpen && (
              <span className="c-email-block-words" data-user-content>
                {words.value || words.ours}
              </span>
            )}
          </span>
          <Icon source={isOpen ? ChevronUpIcon : ChevronDownIcon} tone={error ? 'critical' : 'subdued'} />
        </button>
      </div>
      {isOpen && <Panel {...props} label={label} />}
    </li>
  )
}

function Panel(props: Props & { label: string }) {
  const { t } = useLingui()
  const { block, words, fields, error, isShut, areWordsShut, onWords, onLook } = props
  const { type } = block
  const [isStyled, setStyled] = useState(false)
  const [hasWords, isLong] = [WORDED_BLOCKS.includes(type), HTML_BLOCKS.includes(type)]
  const isFoldable = hasWords && type !== 'image'
  const labels: Partial<Record<typeof type, string>> = {
    button: t`Button text`,
    image: t`Description of the picture`,
  }
  return (
    <div className="c-email-block-panel">
      <BlockStack gap="400">
        {hasWords && (
          <WordsField
            label={labels[type] ?? t`Text`}
            value={words.value}
            ours={words.ours}
            onChange={onWords}
            disabled={areWordsShut}
            error={error}
            {...(type === 'text' && { placeholder: t`Write your text` })}
            {...(isLong && { multiline: type === 'text' ? 6 : 2 })}
            {...(type !== 'button' && type !== 'image' && { fields })}
          />
        )}
        {(isStyled || !isFoldable) && <BlockStyle block={block} disabled={isShut} onChange={onLook} />}
        {!isShut && <Actions {...props} isStyled={isStyled} onStyle={isFoldable ? () => setStyled(!isStyled) : null} />}
      </BlockStack>
    </div>
  )
}

type ActionProps = Pick<Props, 'isFixed' | 'isRequired' | 'onUp' | 'onDown' | 'onRemove'> & {
  label: string
  isStyled: boolean
  onStyle: (() => void) | null
}

function Actions({ label, isFixed, isRequired, isStyled, onStyle, onUp, onDown, onRemove }: ActionProps) {
  const { t } = useLingui()
  return (
    <InlineStack gap="200" blockAlign="center">
      {onStyle && (
        <Button
          size="slim"
          accessibilityLabel={t`Design of ${label}`}
          ariaExpanded={isStyled}
          disclosure={isStyled ? 'up' : 'down'}
          onClick={onStyle}
        >{t`Design`}</Button>
      )}
      {!isFixed && <MoveButton block={label} onMove={onUp}>{t`Move up`}</MoveButton>}
      {!isFixed && <MoveButton block={label} onMove={onDown}>{t`Move down`}</MoveButton>}
      {!isRequired && (
        <Button
          size="slim"
          tone="critical"
          variant="plain"
          accessibilityLabel={t`Remove ${label}`}
          onClick={onRemove}
        >{t`Remove`}</Button>
      )}
    </InlineStack>
  )
}

/** Names its block after its own text, which speech control needs at the start of the name. */
function MoveButton({ block, onMove, children }: { block: string; onMove: (() => void) | null; children: string }) {
  return (
    <Button
      size="slim"
      accessibilityLabel={`${children}: ${block}`}
      disabled={!onMove}
      {...(onMove && { onClick: onMove })}
    >
      {children}
    </Button>
  )
}
