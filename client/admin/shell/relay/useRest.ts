import { useLingui } from '@lingui/react/macro'
import { createContext, use } from 'react'
import type { MessageParams } from '../../../../rules/messages.ts'
import { RequestFailed, send } from './request.ts'
import { formatRefusal } from '../words/sentences.ts'
import type { Session } from '../session/session.ts'
import { failureSentence } from './useCommit.ts'

export const SessionContext = createContext<Session | null>(null)

/** Returns the session. @throws Error outside the application's root */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('no session above')
  return session
}

export type RestOutcome<Data> =
  | { ok: true; data: Data; message: string | null }
  /** `notSent`: an upload did not reach the server. `field`: the first refused field, or null. */
  | { ok: false; code: string; message: string; field: string | null }

interface Rest {
  /** Sends a request of spec 7, path without /api or /apiSa. @throws RequestFailed without a response */
  call<Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<RestOutcome<Data>>
  /** Uploads a form; `onProgress` gets the uploaded share, 0 to 1. Never rejects: a failed upload is a refusal. */
  upload<Data>(path: string, form: FormData, onProgress?: (share: number) => void): Promise<RestOutcome<Data>>
}

interface Answer {
  success?: boolean
  data?: unknown
  message?: string
  code?: string
  params?: MessageParams
  fields?: object
}

/** Returns the REST requests of spec 7, for files. Refusals have translated sentences. */
export function useRest(): Rest {
  const session = useSession()
  const { i18n } = useLingui()
  const outcomeOf = <Data>(ok: boolean, answer: Answer): RestOutcome<Data> => {
    if (ok && answer.success !== false) return { ok: true, data: answer.data as Data, message: answer.message ?? null }
    const code = answer.code ?? 'unexpected'
    return {
      ok: false,
      code,
      message: formatRefusal(i18n, { code, ...(answer.params && { params: answer.params }) }),
      field: Object.keys(answer.fields ?? {})[0] ?? null,
    }
  }
  return {
    async call(method, path, body) {
      const response = await send(session, session.restPrefix + path, {
        method,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      return outcomeOf(response.ok, await answerOf(response))
    },
    async upload(path, form, onProgress) {
      try {
        const { ok, answer } = await sendForm(session, path, { form, onProgress })
        return outcomeOf(ok, answer)
      } catch (error) {
        // Also without a proof of the session: rejecting would leave the caller without a result.
        return { ok: false, code: 'notSent', message: failureSentence(i18n, error), field: null }
      }
    },
  }
}

async function answerOf(response: Response): Promise<Answer> {
  return response.headers.get('content-type')?.includes('json') ? ((await response.json()) as Answer) : {}
}

/** Uploads by XMLHttpRequest, because fetch() doesn't report upload progress. */
async function sendForm(
  session: Session,
  path: string,
  upload: { form: FormData; onProgress: ((share: number) => void) | undefined },
) {
  const credentials = await session.credentials()
  return new Promise<{ ok: boolean; answer: Answer }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', session.restPrefix + path)
    request.responseType = 'text'
    for (const [name, value] of Object.entries(credentials)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => upload.onProgress?.(event.lengthComputable ? event.loaded / event.total : 0)
    request.onloadend = () => {
      if (request.status === 0) reject(new RequestFailed('offline'))
      const ok = request.status >= 200 && request.status < 300
      resolve({ ok, answer: parsed(request) })
    }
    request.send(upload.form)
  })
}

function parsed(request: XMLHttpRequest): Answer {
  try {
    return JSON.parse(request.responseText) as Answer
  } catch {
    return {}
  }
}
