import { z } from 'zod'
import { parseJson } from '../../../rules/json.ts'
import type { ReceivedRequest, StandInAnswer } from '../../shop/integrations/integration.ts'
import { misbehave, translateForDemo } from './demo-translation.ts'

/** A key that the demo's LibreTranslate refuses; it needs none. */
export const libreTranslateWrongKey = 'wrong'

/** The parts of LibreTranslate's /translate that Candor uses. */
const order = z.strictObject({
  q: z.array(z.string().min(1)).min(1),
  source: z.string().regex(/^(auto|[a-z]{2})$/),
  target: z.string().regex(/^[a-z]{2}$/),
  format: z.literal('text'),
  api_key: z.string().optional(),
})

/** Answers like LibreTranslate. */
export function libreTranslateStandIn({ method, path, body }: ReceivedRequest): StandInAnswer {
  if (method !== 'POST' || path !== '/translate') return { status: 404, problem: `no route ${method} ${path}` }
  const { data, error } = order.safeParse(parseJson(body))
  if (!data) return { status: 400, body: { error: 'Invalid request' }, problem: z.prettifyError(error) }
  if (data.api_key === libreTranslateWrongKey)
    return { status: 403, body: { error: 'Invalid API key' }, problem: 'key' }
  const wrong = misbehave(data.q)
  if (wrong?.status) return { status: wrong.status === 402 ? 429 : wrong.status }
  const texts = data.q.map((text) => translateForDemo(text, data.target))
  if (texts.includes(null)) return { status: 400, body: { error: `${data.target} is not supported` } }
  return {
    status: 200,
    body: {
      translatedText: wrong?.texts ?? texts,
      ...(data.source === 'auto' && { detectedLanguage: data.q.map(() => ({ confidence: 90, language: 'en' })) }),
    },
  }
}
