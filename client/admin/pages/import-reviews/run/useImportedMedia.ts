import { useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type {
  useImportedMediaQuery,
  useImportedMediaQuery$data,
} from '../../../../__generated__/useImportedMediaQuery.graphql.ts'
import { RequestFailed } from '../../../shell/relay/request.ts'

const recheckMilliseconds = 5_000
/** A server that is away for longer is asked more and more seldom, up to this. */
const mostMilliseconds = 60_000

const query = graphql`
  query useImportedMediaQuery($id: ID!) {
    importRun(id: $id) { media { waiting failed broken { reviewId address problem } } }
  }
`

export type Media = NonNullable<useImportedMediaQuery$data['importRun']>['media']

interface Seen {
  importId: string
  media: Media | undefined
}

/**
 * What is still to come of an import's pictures and videos, looked at again and again until nothing is; null before the first answer. It stands
 * beside what matters more: a look that fails keeps what the last one brought, and takes nothing off the page.
 */
export function useImportedMedia(importId: string): Media | null {
  const environment = useRelayEnvironment()
  const [seen, setSeen] = useState<Seen | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking: { unsubscribe: () => void } | undefined
    let failures = 0
    const look = () => {
      asking = fetchQuery<useImportedMediaQuery>(
        environment,
        query,
        { id: importId },
        { fetchPolicy: 'network-only' },
      ).subscribe({
        next({ importRun }) {
          failures = 0
          setSeen({ importId, media: importRun?.media })
          if (importRun && importRun.media.waiting > 0) timer = setTimeout(look, recheckMilliseconds)
        },
        error(error: Error) {
          // The session layer is already on its way to the login.
          if (error instanceof RequestFailed && error.kind === 'session') return
          failures += 1
          timer = setTimeout(look, Math.min(mostMilliseconds, recheckMilliseconds * 2 ** failures))
        },
      })
    }
    look()
    return () => {
      clearTimeout(timer)
      asking?.unsubscribe()
    }
  }, [environment, importId])
  return seen?.importId === importId ? (seen.media ?? null) : null
}
