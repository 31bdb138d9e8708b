import { useEffect, useState } from 'react'
import { demoLogin } from '../../../shell/session/login.ts'
import { RequestFailed } from '../../../shell/relay/request.ts'

const samplePath = '/demo/files/judgeme.csv'

/** Fetches the demo's own export, which rejects with RequestFailed when it does not come; null where there is no demo. */
export function useSampleFile(): (() => Promise<File>) | null {
  const [isDemo, setIsDemo] = useState(false)
  useEffect(() => {
    let here = true
    demoLogin().then(
      (login) => here && setIsDemo(login !== null),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [])
  return isDemo ? fetchSample : null
}

async function fetchSample(): Promise<File> {
  const answer = await fetch(samplePath).catch(() => {
    throw new RequestFailed('offline')
  })
  // The page of an error is no file of reviews.
  if (!answer.ok) throw new RequestFailed('server', answer.status)
  return new File([await answer.blob()], 'judgeme.csv', { type: 'text/csv' })
}
