import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover, type ActionListItemDescriptor } from '@shopify/polaris'
import { useState } from 'react'
import { fillReply, rankReplyTemplates, type ReplyValues } from '../../../../../rules/reply-templates.ts'
import type { ReplyForm_review$data } from '../../../../__generated__/ReplyForm_review.graphql.ts'
import type { ReplyPage_templates$data } from '../../../../__generated__/ReplyPage_templates.graphql.ts'
import { useGo } from '../../../shell/frame/mode.tsx'
import { Part } from '../../../shell/Part.tsx'
import { uuidOf } from '../../../shell/relay/rowIds.ts'
import { useFitWords } from '../templates/fitWords.ts'
import { EarlierReplies } from './EarlierReplies.tsx'
import { readyTemplates } from './replyTemplates.ts'

interface Props {
  review: Pick<ReplyForm_review$data, 'id' | 'rate' | 'title' | 'content' | 'language' | 'product'>
  templates: ReplyPage_templates$data['templates']
  values: ReplyValues
  disabled: boolean
  insert: (text: string) => void
}

/** Offers replies to take over: the best fitting templates with the reason, and earlier replies to similar reviews. */
export function ReplyTemplates({ review, templates, values, disabled, insert }: Props) {
  const { t } = useLingui()
  const go = useGo()
  const [open, setOpen] = useState(false)
  const { fitting, others } = useTemplateItems({ review, templates, values, insert })
  const close = () => setOpen(false)
  const fields = [
    { content: t`Customer name`, text: values.customer_name },
    { content: t`Product name`, text: values.product_title },
    { content: t`Store name`, text: values.shop_name },
  ].filter(({ text }) => text !== '')
  return (
    <Popover
      active={open}
      onClose={close}
      preferredAlignment="right"
      preferredPosition="below"
      activator={<Button disclosure disabled={disabled} onClick={() => setOpen(!open)}>{t`Use a template`}</Button>}
    >
      <div className="c-templates">
        <ActionList
          onActionAnyItem={close}
          sections={[{ title: t`Best fit`, items: fitting }].filter(({ items }) => items.length > 0)}
        />
        <Part waits={null} failed={() => null}>
          <EarlierReplies
            reviewId={review.id}
            values={values}
            insert={(text) => {
              insert(text)
              close()
            }}
          />
        </Part>
        <ActionList
          onActionAnyItem={close}
          sections={[
            { title: t`Templates`, items: others },
            {
              title: t`Insert`,
              items: fields.map(({ content, text }) => ({ content, helpText: text, onAction: () => insert(text) })),
            },
            { items: [{ content: t`Manage templates`, onAction: () => go('/reviews/templates') }] },
          ].filter(({ items }) => items.length > 0)}
        />
      </div>
    </Popover>
  )
}

/** Returns the shop's templates that fit, with the reason, then all others. */
function useTemplateItems({ review, templates, values, insert }: Omit<Props, 'disabled'>) {
  const { i18n, t } = useLingui()
  const fitWords = useFitWords()
  const { rate, title, content, language, product } = review
  const asked = { rate, title, content, language: language ?? null, productId: product ? uuidOf(product.id) : null }
  const own = rankReplyTemplates(templates, asked)
  const item = ({ id, label }: { id: string; label: string }, text: string, reason = ''): ActionListItemDescriptor => ({
    id,
    content: label,
    helpText: reason ? `${reason} — ${text}` : text,
    onAction: () => insert(text),
  })
  const fitting = own.map(({ template, fit }) =>
    item(
      { id: template.id, label: template.name },
      fillReply(template.content, values),
      fitWords(fit) || t`Any review`,
    ),
  )
  const unfitting = templates.filter(({ id }) => own.every(({ template }) => template.id !== id))
  const ready = rankReplyTemplates(readyTemplates, asked).map(({ template }) => template)
  const words = {
    name: values.customer_name || t`dear customer`,
    product: values.product_title,
    store: values.shop_name,
  }
  const others = [
    ...[...new Set([...ready, ...readyTemplates])].map(({ id, label, text }) =>
      item({ id, label: i18n._(label) }, i18n._({ ...text, values: words })),
    ),
    ...unfitting.map((template) =>
      item({ id: template.id, label: template.name }, fillReply(template.content, values)),
    ),
  ]
  return { fitting, others }
}
