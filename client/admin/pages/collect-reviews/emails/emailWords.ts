import { graphql } from 'react-relay/hooks'
import type { emailWordsQuery, emailWordsQuery$data } from '../../../../__generated__/emailWordsQuery.graphql.ts'
import type { Locale } from '../../../../../rules/locales.ts'
import {
  BLOCK_FIELDS,
  findBlockText,
  nameBlock,
  type EmailBlock,
  type EmailBlockText,
} from '../../../../../rules/settings/email-blocks.ts'
import {
  findTemplateType,
  type EmailTemplateKey,
  type EmailTemplates,
  type EmailTexts,
} from '../../../../../rules/settings/email-templates.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'
import type { EmailForm } from './EmailFields.tsx'

export type OwnWords = NonNullable<emailWordsQuery$data['viewer']['shop']>['emailOwnWords']

/** Returns our words of an email. Suspends until loaded. */
export function useOwnWords(template: EmailTemplateKey, locale: Locale): OwnWords | undefined {
  return useOwnQuery<emailWordsQuery>(
    graphql`
      query emailWordsQuery($type: String!, $locale: String!) { viewer { shop { id emailOwnWords(type: $type, locale: $locale) { subject preheader content buttonText blocks { type text } } } } }
    `,
    { type: findTemplateType(template), locale },
  ).viewer.shop?.emailOwnWords
}

/** Edits a template's words in one language: the template's own fields in the shop's, else those of `texts`. */
export interface TemplateWords {
  texts: EmailTexts
  path: (field: keyof EmailTexts) => string
  put: (field: Exclude<keyof EmailTexts, 'blockTexts'>, value: string) => void
  /** Returns a block's words, ours for an empty one, and their path. */
  ofBlock: (block: EmailBlock) => { value: string; ours: string; path: string }
  putBlock: (at: number, value: string) => void
}

interface Place {
  template: EmailTemplateKey
  locale: Locale
  primary: Locale
  ours: OwnWords | undefined
}

export function editTemplateWords(form: EmailForm, { template, locale, primary, ours }: Place): TemplateWords {
  const values = (form.values as unknown as EmailTemplates)[template]
  const texts: EmailTexts = locale === primary ? values : values.texts[locale]
  const path = (field: keyof EmailTexts) =>
    locale === primary ? `${template}.${field}` : `${template}.texts.${locale}.${field}`
  const set = (at: string, value: unknown) => form.set(at as 'reviewReminder.blocks', value as EmailBlock[])
  const fieldOf = ({ type, key }: EmailBlock) =>
    key ? undefined : (BLOCK_FIELDS as Partial<Record<string, 'content' | 'buttonText'>>)[type]
  const oursOf = (block: EmailBlock): string => {
    const field = fieldOf(block)
    if (field) return ours?.[field] ?? ''
    if (block.type === 'heading' && !block.key) return texts.subject || (ours?.subject ?? '')
    if (block.type === 'button') return ours?.buttonText ?? ''
    return ours?.blocks.find(({ type }) => type === block.type)?.text ?? ''
  }
  return {
    texts,
    path,
    put: (field, value) => set(path(field), value),
    ofBlock(block) {
      const field = fieldOf(block)
      return {
        value: field ? texts[field] : findBlockText(texts.blockTexts, block.key),
        ours: oursOf(block),
        path: field ? path(field) : `${path('blockTexts')}.${block.key}`,
      }
    },
    putBlock(at, value) {
      const { blocks } = values
      const block = blocks[at]
      if (!block) return
      const field = fieldOf(block)
      if (field) {
        set(path(field), value)
        return
      }
      const key = block.key || nameBlock(block.type, blocks)
      if (!block.key)
        set(
          `${template}.blocks`,
          blocks.map((each, index) => (index === at ? { ...each, key } : each)),
        )
      set(path('blockTexts'), [
        ...texts.blockTexts.filter((each) => each.key !== key),
        ...(value ? [{ key, text: value } satisfies EmailBlockText] : []),
      ])
    },
  }
}
