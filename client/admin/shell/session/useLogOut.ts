import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { formatSentence } from '../words/sentences.ts'
import type { StandaloneSession } from './session.ts'
import { useToast } from '../toasts.tsx'
import { useRest, useSession } from '../relay/useRest.ts'

/** Ends the standalone session and opens the login page. */
export function useLogOut(): () => Promise<void> {
  const session = useSession()
  const rest = useRest()
  const toast = useToast()
  const navigate = useNavigate()
  const { i18n } = useLingui()
  return async () => {
    // Delete the token even if the server can't be reached: it expires there.
    const ended = await rest.call<{ leave?: string } | undefined>('POST', '/auth/logout', {}).catch(() => null)
    if (session.mode === 'standalone') (session as StandaloneSession).forget()
    // The operator's provider has a session too, which would sign the next person in by a click.
    if (ended?.ok && ended.data?.leave) {
      location.assign(ended.data.leave)
      return
    }
    toast(formatSentence(i18n, 'loggedOut'))
    await navigate('/auth/login')
  }
}
