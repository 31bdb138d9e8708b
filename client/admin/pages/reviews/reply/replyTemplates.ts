import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Merge fields in templates and replies: {{name}}, {{product}}, {{store}}. */
type MergeField = 'name' | 'product' | 'store'
export type MergeValues = Readonly<Record<MergeField, string>>

/** Replaces {{name}}, {{product}} and {{store}} with the review's values. Other text in braces stays. */
export function fillIn(text: string, values: MergeValues): string {
  return text.replace(/\{\{\s*(name|product|store)\s*\}\}/g, (_whole, field: MergeField) => values[field])
}

interface ReplyTemplate {
  id: string
  /** The reviews that the template is for. */
  label: MessageDescriptor
  /** Takes the merge fields as its values. */
  text: MessageDescriptor
}

export const replyTemplates: readonly ReplyTemplate[] = [
  {
    id: 'thanks',
    label: msg`A warm thank you`,
    text: msg({
      message:
        'Thank you, {name}! It makes our day to read that {product} found such a good home. We hope to see you again at {store}.',
    }),
  },
  {
    id: 'photo',
    label: msg`Thanks for the pictures`,
    text: msg({
      message:
        'What lovely pictures, {name}, thank you! Seeing {product} in real life helps everyone who is still choosing.',
    }),
  },
  {
    id: 'mixed',
    label: msg`Good, but not perfect`,
    text: msg({
      message:
        'Thank you for your honest words, {name}. We have noted what could be better about {product} and will work on it. If there is anything we can do for you, just write to us.',
    }),
  },
  {
    id: 'sorry',
    label: msg`An apology`,
    text: msg({
      message:
        'We are sorry, {name}. This is not what {product} should be like. Please write to us with your order number: we want to put it right.',
    }),
  },
  {
    id: 'late',
    label: msg`Late or damaged parcel`,
    text: msg({
      message:
        'We are sorry that your parcel gave you trouble, {name}. Please write to us with your order number, and {store} will replace what arrived late or damaged.',
    }),
  },
]
