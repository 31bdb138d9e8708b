import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, InlineStack, Tag, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { sameTag } from '../../../../../rules/settings/request-rules.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { ChangedElsewhere } from '../../../ui/settings/SettingFields.tsx'
import type { RulesForm } from './rulesForm.ts'

interface Props {
  form: RulesForm
  name: 'excludedCustomerTags' | 'excludedProductTags'
  label: string
}

/** A list of tags. Enter, a comma or the button adds the typed tag. */
export function TagsField({ form, name, label }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [typed, setTyped] = useState('')
  const tags = form.values[name]
  const add = (text: string) => {
    const fresh = text
      .split(',')
      .map((tag) => tag.trim())
      .filter(
        (tag, at, all) =>
          tag !== '' &&
          !tags.some((known) => sameTag(known, tag)) &&
          all.findIndex((other) => sameTag(other, tag)) === at,
      )
    if (fresh.length > 0) form.set(name, [...tags, ...fresh])
    setTyped('')
  }
  return (
    <BlockStack gap="200">
      <div
        role="presentation"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '') return
          event.preventDefault()
          add(typed)
        }}
      >
        <TextField
          label={label}
          autoComplete="off"
          value={typed}
          disabled={readOnly}
          error={form.errorOf(name) ?? false}
          onBlur={() => add(typed)}
          onChange={(text) => (text.includes(',') ? add(text) : setTyped(text))}
          connectedRight={
            <Button disabled={readOnly || typed.trim() === ''} onClick={() => add(typed)}>{t`Add`}</Button>
          }
        />
      </div>
      {tags.length > 0 && (
        <InlineStack gap="100">
          {tags.map((tag) => (
            <Tag
              key={tag}
              disabled={readOnly}
              onRemove={() =>
                form.set(
                  name,
                  tags.filter((other) => other !== tag),
                )
              }
            >
              {tag}
            </Tag>
          ))}
        </InlineStack>
      )}
      <ChangedElsewhere form={form} names={[name]} show={(stored) => stored[name].join(', ') || t`none`} />
    </BlockStack>
  )
}
