import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { StartingPage } from '../../shell/frame/StartingPage.tsx'

const poll = 1_000

/** Shown while the server starts (spec 2). Continues as soon as the server responds. */
export function Component() {
  const { t } = useLingui()
  const mode = useMode()
  useEffect(() => {
    document.title = t`Starting` + ' · Candor'
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = setTimeout(() => void look(), poll)
    }
    const look = async () => {
      const ready = await fetch('/readyz', { cache: 'no-store' }).then(
        (response) => response.ok,
        () => false,
      )
      if (ready) location.replace(hrefIn(mode, '/') + location.search)
      else again()
    }
    void look()
    return () => clearTimeout(timer)
  }, [mode, t])
  return <StartingPage />
}
