import { translationDocument } from './translationDocument.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export interface Document {
  /** The page that edits it; a brand is a plain text. */
  title: MessageDescriptor | string
  path: string
  /** Labels of its fields, by path or by the path's last part. */
  fields: Readonly<Record<string, MessageDescriptor | string>>
}

/** Settings documents about reviews and their replies. */
export const reviewDocuments: Readonly<Record<string, Document>> = {
  moderation: {
    title: msg`Moderation`,
    path: '/settings/moderation',
    fields: {
      words: msg`Words and phrases`,
      wordAct: msg`Reviews with one of these words`,
      wordReason: msg`Reason for the author`,
      linkAct: msg`Reviews with a link`,
      contactAct: msg`Reviews with an email address or phone number`,
      languageAct: msg`Reviews in another language`,
      languages: msg`Languages that reviews may have`,
      rejectNote: msg`Message to the author`,
      markImports: msg`Mark imported reviews, too`,
    },
  },
  survey: {
    title: msg`Customer survey`,
    path: '/other-compliance',
    fields: {
      enabled: msg`Ask customers`,
      question: msg`Question`,
      kind: msg`Customers answer with`,
      choices: msg`Choices`,
      askComment: msg`Also ask for a comment`,
      thankYouPage: msg`On the thank-you page`,
      afterReview: msg`After a review`,
      emailAfter: msg`Delay counts from`,
    },
  },
  replyTemplates: {
    title: msg`Reply templates`,
    path: '/reviews/templates',
    fields: { templates: msg`Templates` },
  },
  translations: translationDocument,
}
