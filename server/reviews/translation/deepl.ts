import { z } from 'zod'
import { parseJson } from '../../../rules/json.ts'
import type { TranslationLanguage } from '../../../rules/translations.ts'
import { bearer } from '../../core/web/request.ts'
import type { Secrets } from '../../shop/integrations/integration.ts'
import { deeplStandIn } from './deepl-stand-in.ts'
import { makeTranslation } from './make-translation.ts'

/** Target languages that DeepL names otherwise. */
const targets: Partial<Record<TranslationLanguage, string>> = { en: 'EN-US', pt: 'PT-BR', zh: 'ZH-HANS' }

const baseUrl = 'https://api.deepl.com'
/** Keys of DeepL's free plan end with `:fx` and have an address of their own. */
const open = ({ authKey = '' }: Secrets) => ({
  baseUrl: authKey.endsWith(':fx') ? 'https://api-free.deepl.com' : baseUrl,
  sign: bearer(authKey, 'DeepL-Auth-Key'),
})

const answers = z.object({
  translations: z.array(z.object({ text: z.string(), detected_source_language: z.string().optional() })),
})

/** DeepL's API v2: POST /v2/translate with at most 50 texts. */
export const deepl = makeTranslation(
  {
    key: 'deepl',
    name: 'DeepL',
    baseUrl,
    fields: ['authKey'],
    buildRequest: ({ texts, target, source }, secrets) => ({
      ...open(secrets),
      method: 'POST',
      path: '/v2/translate',
      json: {
        text: texts,
        target_lang: targets[target] ?? target.toUpperCase(),
        ...(source !== null && { source_lang: source.split('-')[0]?.toUpperCase() }),
      },
    }),
    read({ text }) {
      const { data } = answers.safeParse(parseJson(text))
      return data
        ? data.translations.map(({ text: own, detected_source_language: source }) => ({
            text: own,
            source: source?.toLowerCase() ?? null,
          }))
        : null
    },
  },
  {
    statuses: { 456: 'translatorQuota' },
    test: { request: (_ctx, secrets) => ({ ...open(secrets), method: 'GET', path: '/v2/usage' }) },
    standIn: deeplStandIn,
  },
)
