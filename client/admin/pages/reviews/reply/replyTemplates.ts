import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReplyConditions } from '../../../../../rules/reply-templates.ts'

interface ReadyTemplate extends ReplyConditions {
  id: string
  /** The reviews that the template is for. */
  label: MessageDescriptor
  /** Takes name, product and store as its values. */
  text: MessageDescriptor
}

const any = { words: [], productIds: [], language: '' } as const

/** Replies that every shop has. Their stars decide their order only. */
export const readyTemplates: readonly ReadyTemplate[] = [
  {
    id: 'thanks',
    label: msg`A warm thank you`,
    text: msg({
      message:
        'Thank you, {name}! It makes our day to read that {product} found such a good home. We hope to see you again at {store}.',
    }),
    ...{ ...any, minRate: 4, maxRate: 5 },
  },
  {
    id: 'photo',
    label: msg`Thanks for the pictures`,
    text: msg({
      message:
        'What lovely pictures, {name}, thank you! Seeing {product} in real life helps everyone who is still choosing.',
    }),
    ...{ ...any, minRate: 3, maxRate: 5 },
  },
  {
    id: 'mixed',
    label: msg`Good, but not perfect`,
    text: msg({
      message:
        'Thank you for your honest words, {name}. We have noted what could be better about {product} and will work on it. If there is anything we can do for you, just write to us.',
    }),
    ...{ ...any, minRate: 3, maxRate: 4 },
  },
  {
    id: 'sorry',
    label: msg`An apology`,
    text: msg({
      message:
        'We are sorry, {name}. This is not what {product} should be like. Please write to us with your order number: we want to put it right.',
    }),
    ...{ ...any, minRate: 1, maxRate: 2 },
  },
  {
    id: 'late',
    label: msg`Late or damaged parcel`,
    text: msg({
      message:
        'We are sorry that your parcel gave you trouble, {name}. Please write to us with your order number, and {store} will replace what arrived late or damaged.',
    }),
    ...{ ...any, minRate: 1, maxRate: 3 },
  },
]
