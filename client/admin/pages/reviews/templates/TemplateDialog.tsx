import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Collapsible, Button, Select, Spinner, Text, TextField } from '@shopify/polaris'
import { useState } from 'react'
import {
  maxReplyChars,
  maxTemplateNameChars,
  maxTemplateWordChars,
  maxTemplateWords,
} from '../../../../../rules/limits.ts'
import { LOCALE_IDS } from '../../../../../rules/locales.ts'
import { fillReply, findReplyFit, type ReplyValues } from '../../../../../rules/reply-templates.ts'
import type { ReplyTemplate } from '../../../../../rules/settings/reply-templates.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useViewer } from '../../../shell/frame/viewer.tsx'
import { Part } from '../../../shell/Part.tsx'
import { globalIdOf, uuidOf } from '../../../shell/relay/rowIds.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { ProductPicker } from '../../../ui/ProductPicker.tsx'
import { isTooLong, LongField } from '../review/LongField.tsx'
import type { PreviewedReview } from './TemplatesPage.tsx'
import { useLanguageName } from './useLanguageName.ts'

interface Props {
  template: ReplyTemplate
  isNew: boolean
  /** Newest reviews; the first that fits shows the preview. */
  reviews: readonly PreviewedReview[]
  keep: (template: ReplyTemplate) => void
  onClose: () => void
}

/** Writes a template and says which reviews it fits. The page's save bar saves it. */
export function TemplateDialog({ template, isNew, reviews, keep, onClose }: Props) {
  const { t, i18n } = useLingui()
  const [draft, setDraft] = useState(template)
  const [words, setWords] = useState(template.words.join(', '))
  const [asked, setAsked] = useState(false)
  const set = (fields: Partial<ReplyTemplate>) => setDraft((present) => ({ ...present, ...fields }))
  const changeWords = (text: string) => {
    setWords(text)
    set({ words: splitWords(text) })
  }
  const missing = (text: string) => asked && text.trim() === '' && formatSentence(i18n, 'requiredField')
  const submit = () => {
    setAsked(true)
    if (draft.name.trim() === '' || draft.content.trim() === '' || isTooLong(draft.content, maxReplyChars)) return
    keep({ ...draft, name: draft.name.trim(), words: splitWords(words) })
    onClose()
  }
  return (
    <Dialog
      open
      title={isNew ? t`Add template` : t`Edit template`}
      primary={{ label: t`Done`, run: submit }}
      onClose={onClose}
    >
      <BlockStack gap="400">
        <TextField
          label={t`Name`}
          value={draft.name}
          onChange={(name) => set({ name })}
          maxLength={maxTemplateNameChars}
          autoComplete="off"
          error={missing(draft.name)}
        />
        <LongField
          label={t`Reply`}
          value={draft.content}
          onChange={(content) => set({ content })}
          max={maxReplyChars}
          lines={4}
          maxHeight={240}
          error={missing(draft.content) || undefined}
        />
        <MergeFields insert={(field) => set({ content: `${draft.content}${field}` })} />
        <Text as="h3" variant="headingSm">
          <Trans>Offer it for reviews with</Trans>
        </Text>
        <Stars draft={draft} set={set} />
        <Words value={words} change={changeWords} />
        <Language draft={draft} set={set} />
        <Products draft={draft} set={set} />
        <Preview draft={draft} reviews={reviews} />
      </BlockStack>
    </Dialog>
  )
}

const splitWords = (text: string): string[] =>
  [...new Set(text.split(/[,，、،]/).map((word) => word.trim().slice(0, maxTemplateWordChars)))]
    .filter(Boolean)
    .slice(0, maxTemplateWords)

const fieldOf = (name: keyof ReplyValues): string => ['{{', name, '}}'].join(' ')

function MergeFields({ insert }: { insert: (field: string) => void }) {
  const { t } = useLingui()
  const fields = [
    { label: t`Customer name`, field: fieldOf('customer_name') },
    { label: t`Product name`, field: fieldOf('product_title') },
    { label: t`Store name`, field: fieldOf('shop_name') },
  ]
  return (
    <p className="c-quiet">
      <Trans>Insert:</Trans>{' '}
      {fields.map(({ label, field }, at) => (
        <span key={field}>
          {at > 0 && ' · '}
          <Button variant="plain" onClick={() => insert(field)}>
            {label}
          </Button>
        </span>
      ))}
    </p>
  )
}

interface FieldProps {
  draft: ReplyTemplate
  set: (fields: Partial<ReplyTemplate>) => void
}

const stars = ['1', '2', '3', '4', '5']

function Stars({ draft: { minRate, maxRate }, set }: FieldProps) {
  const { t } = useLingui()
  return (
    <div className="c-reply-stars">
      <Select
        label={t`Stars from`}
        options={stars}
        value={String(minRate)}
        onChange={(value) => set({ minRate: Number(value), maxRate: Math.max(Number(value), maxRate) })}
      />
      <Select
        label={t`Stars to`}
        options={stars}
        value={String(maxRate)}
        onChange={(value) => set({ maxRate: Number(value), minRate: Math.min(Number(value), minRate) })}
      />
    </div>
  )
}

function Words({ value, change }: { value: string; change: (text: string) => void }) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Words in the review`}
      value={value}
      onChange={change}
      placeholder={t`delivery, shipping, late`}
      autoComplete="off"
      helpText={t`Any of these words, separated by commas. Empty: any text.`}
    />
  )
}

function Language({ draft: { language }, set }: FieldProps) {
  const { t } = useLingui()
  const nameOf = useLanguageName()
  const codes = [...new Set([...LOCALE_IDS.map((code) => code.split('-')[0] ?? code), language])].filter(Boolean)
  return (
    <Select
      label={t`Language of the review`}
      options={[{ value: '', label: t`Any language` }, ...codes.map((value) => ({ value, label: nameOf(value) }))]}
      value={language}
      onChange={(value) => set({ language: value })}
    />
  )
}

function Products({ draft: { productIds }, set }: FieldProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const count = productIds.length
  return (
    <BlockStack gap="200">
      <Button
        fullWidth
        textAlign="left"
        disclosure={open ? 'up' : 'down'}
        ariaExpanded={open}
        onClick={() => setOpen(!open)}
      >
        {count === 0 ? t`Any product` : t`${plural(count, { one: '# product', other: '# products' })}`}
      </Button>
      <Collapsible id="template-products" open={open}>
        {open && (
          <Part waits={<Spinner size="small" accessibilityLabel={t`Loading products`} />}>
            <ProductPicker
              selected={productIds.map((id) => globalIdOf('Product', id))}
              onChange={(ids) => set({ productIds: ids.map(uuidOf) })}
            />
          </Part>
        )}
      </Collapsible>
    </BlockStack>
  )
}

function Preview({ draft, reviews }: { draft: ReplyTemplate; reviews: readonly PreviewedReview[] }) {
  const { shop } = useViewer()
  if (draft.content.trim() === '') return null
  const review = reviews.find(({ rate, title, content, language, product }) =>
    findReplyFit(draft, {
      ...{ rate, title, content },
      productId: product ? uuidOf(product.id) : null,
      language: language ?? null,
    }),
  )
  const values = {
    customer_name: review?.firstName.trim() ?? '',
    product_title: review?.product?.title ?? shop.name,
    shop_name: shop.name,
  }
  const { rate = 0 } = review ?? {}
  const text = review ? review.title || review.content : ''
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        <Trans>Preview</Trans>
      </Text>
      {review ? (
        <p className="c-quiet">
          {'★'.repeat(rate)} <span data-user-content>{text.slice(0, 120)}</span>
        </p>
      ) : (
        <p className="c-quiet">
          <Trans>None of your 50 newest reviews fits.</Trans>
        </p>
      )}
      <div className="c-reply-preview" data-user-content dir="auto">
        {fillReply(draft.content, values)}
      </div>
    </BlockStack>
  )
}
