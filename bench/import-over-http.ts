import { setTimeout as later } from 'node:timers/promises'
import type { Child } from './child.ts'
import { fetchText } from './load.ts'

const pollMs = 250

interface ImportAnswer {
  data: { id: string; status: string; imported: number; total: number }
}

/**
 * Runs an import like a merchant's script: upload, wait for the check, start, wait for the end. Returns the seconds.
 */
export async function importOverHttp(
  { ready: { url } }: Pick<Child, 'ready'>,
  token: string,
  file: { name: string; bytes: Uint8Array },
): Promise<number> {
  const headers = { 'x-auth-token': token }
  const started = performance.now()
  const form = new FormData()
  form.set('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name)
  const answer = await fetch(`${url}/apiSa/imports`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`)
  const path = `/apiSa/imports/${encodeURIComponent(((await answer.json()) as ImportAnswer).data.id)}`
  const until = async (status: string): Promise<ImportAnswer['data']> => {
    for (;;) {
      const { data } = JSON.parse(await fetchText(url, { path, headers })) as ImportAnswer
      if (data.status !== status) return data
      await later(pollMs)
    }
  }
  await until('checking')
  await fetchText(url, {
    path: `${path}/start`,
    method: 'POST',
    body: '{}',
    headers: { ...headers, 'content-type': 'application/json' },
  })
  const { status, imported, total } = await until('running')
  if (status !== 'done' || imported !== total)
    throw new Error(`The import ended ${status} with ${imported} of ${total}.`)
  return (performance.now() - started) / 1000
}
