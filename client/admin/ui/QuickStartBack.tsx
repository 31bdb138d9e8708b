import { Trans } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import { hrefIn, useMode } from '../shell/frame/mode.tsx'

/** Link back to the checklist for merchants who came from it (`?quickstart=true`, spec 2). */
export function QuickStartBack() {
  const mode = useMode()
  const [params] = useSearchParams()
  if (params.get('quickstart') !== 'true') return null
  return (
    <p className="c-quickstart-back">
      <Link to={hrefIn(mode, '/dashboard')}>
        ← <Trans>Back to quick start</Trans>
      </Link>
    </p>
  )
}
