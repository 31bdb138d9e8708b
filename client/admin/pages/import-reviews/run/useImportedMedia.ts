import { useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type {
  useImportedMediaQuery,
  useImportedMediaQuery$data,
} from '../../../../__generated__/useImportedMediaQuery.graphql.ts'
import { RequestFailed } from '../../../shell/relay/request.ts'

const recheckMilliseconds = 5_000
/** Longest interval between requests while the server is unreachable. */
const mostMilliseconds = 60_000

const query = graphql`
  query useImportedMediaQuery($id: ID!) {
    importRun(id: $id) { media { waiting failed broken { reviewId address problem } } }
  }
`

type Media = NonNullable<useImportedMediaQuery$data['importRun']>['media']

const noMedia: Media = { waiting: 0, failed: 0, broken: [] }

/**
 * Polls an import's pictures and videos until none is pending. A failed request keeps the last result: it must not take
 * more important things off the page.
 */
export function useImportedMedia(importId: string): Media {
  const environment = useRelayEnvironment()
  const [media, setMedia] = useState(noMedia)
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
          setMedia(importRun?.media ?? noMedia)
          if (importRun && importRun.media.waiting > 0) timer = setTimeout(look, recheckMilliseconds)
        },
        error(error: Error) {
          // The session layer is already opening the login.
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
  return media
}
