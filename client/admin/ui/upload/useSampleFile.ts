import { useEffect, useState } from 'react'
import { demoLogin } from '../../shell/session/login.ts'
import { RequestFailed } from '../../shell/relay/request.ts'

const samplePath = '/demo/files/judgeme.csv'

/** Returns a function that fetches the demo's own export; null outside the demo. It rejects with RequestFailed. */
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
  // An error page is no file of reviews.
  if (!answer.ok) throw new RequestFailed('server', answer.status)
  return new File([await answer.blob()], 'judgeme.csv', { type: 'text/csv' })
}
