import { z } from 'zod'
import { parseJson } from '../../../rules/json.ts'
import type { ReceivedRequest, StandInAnswer } from '../../shop/integrations/integration.ts'
import { misbehave, translateForDemo } from './demo-translation.ts'

/** The only key that the demo's DeepL accepts. */
export const deeplDemoKey = 'demo-deepl-key:fx'

/** The parts of DeepL's /v2/translate that Candor uses. */
const order = z.strictObject({
  text: z.array(z.string().min(1)).min(1).max(50),
  target_lang: z.enum([
    'AR',
    'DE',
    'EN-GB',
    'EN-US',
    'ES',
    'FR',
    'HE',
    'HI',
    'IT',
    'JA',
    'KO',
    'NL',
    'PT-BR',
    'PT-PT',
    'VI',
    'ZH-HANS',
  ]),
  source_lang: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
})

/** Answers like DeepL's API v2. */
export function deeplStandIn({ method, path, headers, body }: ReceivedRequest): StandInAnswer {
  if (headers.authorization !== `DeepL-Auth-Key ${deeplDemoKey}`) return { status: 403, problem: 'authorization' }
  if (method === 'GET' && path === '/v2/usage')
    return { status: 200, body: { character_count: 0, character_limit: 500_000 } }
  if (method !== 'POST' || path !== '/v2/translate') return { status: 404, problem: `no route ${method} ${path}` }
  const { data, error } = order.safeParse(parseJson(body))
  if (!data) return { status: 400, body: { message: 'Bad request' }, problem: z.prettifyError(error) }
  const language = data.target_lang.split('-')[0]?.toLowerCase() ?? ''
  const wrong = misbehave(data.text)
  if (wrong?.status) return { status: wrong.status === 402 ? 456 : wrong.status }
  return {
    status: 200,
    body: {
      translations: (wrong?.texts ?? data.text.map((text) => translateForDemo(text, language) ?? '')).map((text) => ({
        detected_source_language: data.source_lang ?? 'EN',
        text,
      })),
    },
  }
}
