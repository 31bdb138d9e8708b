import { z } from 'zod'
import { parseJson } from '../../../rules/json.ts'
import type { ServiceRequest } from '../../core/web/request.ts'
import type { Secrets } from '../../shop/integrations/integration.ts'
import { libreTranslateStandIn } from './libretranslate-stand-in.ts'
import { makeTranslation } from './make-translation.ts'
import type { TranslationOrder } from './translator.ts'

const detected = z.object({ language: z.string() })
const answers = z.object({
  translatedText: z.array(z.string()),
  detectedLanguage: z.union([z.array(detected.partial()), detected.partial()]).optional(),
})

const buildRequest = (
  { texts, target, source }: TranslationOrder,
  { url = '', apiKey = '' }: Secrets,
): ServiceRequest => ({
  method: 'POST',
  baseUrl: url.replace(/(?<!\/)\/+$/, ''),
  path: '/translate',
  json: {
    q: texts,
    source: source?.split('-')[0] ?? 'auto',
    target,
    format: 'text',
    ...(apiKey !== '' && { api_key: apiKey }),
  },
})

/** LibreTranslate on the merchant's own server, or one that they rent. */
export const libreTranslate = makeTranslation(
  {
    key: 'libretranslate',
    name: 'LibreTranslate',
    baseUrl: 'https://libretranslate.com',
    fields: ['url', 'apiKey'],
    buildRequest,
    read({ text }) {
      const { data } = answers.safeParse(parseJson(text))
      if (!data) return null
      const { detectedLanguage: found } = data
      return data.translatedText.map((own, at) => ({
        text: own,
        source: (Array.isArray(found) ? found[at] : found)?.language ?? null,
      }))
    },
  },
  {
    optional: ['apiKey'],
    test: {
      request: (_ctx, secrets) => buildRequest({ texts: ['Hello'], source: 'en', target: 'es' }, secrets),
      accepts: ({ text }) => answers.safeParse(parseJson(text)).success,
    },
    standIn: libreTranslateStandIn,
  },
)
