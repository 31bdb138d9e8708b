import type { TranslationLanguage } from '../../../rules/translations.ts'
import type { WebAnswer } from '../../core/files/fetch-remote.ts'
import type { ServiceRequest } from '../../core/web/request.ts'
import type { Integration, Secrets } from '../../shop/integrations/integration.ts'

export interface TranslationOrder {
  texts: readonly string[]
  target: TranslationLanguage
  /** Language of all texts; null lets the service detect it. */
  source: string | null
}

export interface TranslatedText {
  text: string
  /** The language that the service detected; null if it didn't say. */
  source: string | null
}

/** Port to a translation service. */
export interface Translator extends Pick<Integration, 'key' | 'name' | 'baseUrl' | 'fields'> {
  buildRequest(order: TranslationOrder, secrets: Secrets): ServiceRequest
  /** Reads an answer; null if it isn't one of this service. */
  read(answer: WebAnswer): TranslatedText[] | null
}
