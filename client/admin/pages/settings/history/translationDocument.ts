import { msg } from '@lingui/core/macro'
import type { Document } from './documents.ts'

/** What the history calls the settings of translations. */
export const translationDocument: Document = {
  title: msg`Translations`,
  path: '/translations',
  fields: {
    enableTranslateReviewContent: msg`Translate reviews`,
    showTranslateReviewContent: msg`Show the translation first`,
    primaryLanguage: msg`Primary language`,
    languages: msg`Also translate into`,
    monthlyCharacters: msg`Characters a month`,
    labels: msg`Labels`,
  },
}
