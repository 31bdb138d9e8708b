import { useEffect, useState } from 'react'
import { demoLogin } from '../../shell/login.ts'

const samplePath = '/demo/files/judgeme.csv'

/** Fetches the demo's own export; null where there is no demo. */
export function useSampleFile(): (() => Promise<File>) | null {
  const [isDemo, setIsDemo] = useState(false)
  useEffect(() => {
    let here = true
    demoLogin().then((login) => here && setIsDemo(login !== null), () => undefined)
    return () => {
      here = false
    }
  }, [])
  return isDemo ? fetchSample : null
}

async function fetchSample(): Promise<File> {
  const answer = await fetch(samplePath)
  return new File([await answer.blob()], 'judgeme.csv', { type: 'text/csv' })
}
