import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover } from '@shopify/polaris'
import { useState } from 'react'
import { replyTemplates, type MergeValues } from './replyTemplates.ts'

interface Props {
  values: MergeValues
  disabled: boolean
  insert: (text: string) => void
}

/** Ready-made replies, filled with the review's data. */
export function ReplyTemplates({ values, disabled, insert }: Props) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const fields = [
    { content: t`Customer name`, suffix: values.name, text: values.name },
    { content: t`Product name`, suffix: values.product, text: values.product },
    { content: t`Store name`, suffix: values.store, text: values.store },
  ]
  return (
    <Popover
      active={open}
      onClose={() => setOpen(false)}
      preferredAlignment="right"
      preferredPosition="below"
      activator={<Button disclosure disabled={disabled} onClick={() => setOpen(!open)}>{t`Use a template`}</Button>}
    >
      <div className="c-templates">
        <ActionList
          onActionAnyItem={() => setOpen(false)}
          sections={[
            {
              title: t`Templates`,
              items: replyTemplates.map(({ id, label, text }) => {
                const filled = i18n._({ ...text, values })
                return { id, content: i18n._(label), helpText: filled, onAction: () => insert(filled) }
              }),
            },
            {
              title: t`Insert`,
              items: fields.map(({ content, suffix, text }) => ({
                content,
                helpText: suffix,
                onAction: () => insert(text),
              })),
            },
          ]}
        />
      </div>
    </Popover>
  )
}
