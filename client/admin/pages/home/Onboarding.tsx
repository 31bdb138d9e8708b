import { Trans, useLingui } from '@lingui/react/macro'
import { Box } from '@shopify/polaris'
import { useState } from 'react'
import { Part } from '../../shell/Part.tsx'
import { lazyComponent } from '../../shell/relay/lazyComponent.tsx'
import { useRouteExists } from '../../shell/relay/existing.ts'
import { useGo, useMode } from '../../shell/frame/mode.tsx'
import { OpenPage } from '../../shell/frame/OpenPage.tsx'
import { useLogOut } from '../../shell/session/useLogOut.ts'
import { useViewer } from '../../shell/frame/viewer.tsx'
import { useUpdateShop } from './useUpdateShop.ts'

const FirstImportCard = lazyComponent(() => import('./FirstImportCard.tsx').then((module) => module.FirstImportCard))

const importPath = '/collect-reviews/import-reviews'
const askPath = '/collect-reviews/review-request'
const previewPath = '/display-settings/box'

/** First screen of a new shop: one question with three ways to start (spec 2). Any of them ends the setup. */
export function Onboarding() {
  const { t } = useLingui()
  const {
    shop: { name },
  } = useViewer()
  const mode = useMode()
  const choice = useSetupChoice()
  const canImport = useRouteExists(importPath)
  const canAsk = useRouteExists(askPath)
  const demoPath = useRouteExists(previewPath) ? previewPath : '/dashboard'
  return (
    <OpenPage title={t`Welcome`}>
      <h1>
        <Trans>Welcome to Candor</Trans>
      </h1>
      <p className="c-open-lead">
        <Trans>
          How do you want to start with <strong data-user-content>{name}</strong>? You can do the rest later.
        </Trans>
      </p>
      <ol className="c-choices">
        {canImport && (
          <Choice
            {...choice(importPath)}
            picture={<ImportPicture />}
            title={t`Import my reviews`}
            act={t`Import reviews`}
          >
            <Trans>Move your reviews from another app or a marketplace. Preview them before anything is saved.</Trans>
          </Choice>
        )}
        {canAsk && (
          <Choice {...choice(askPath)} picture={<AskPicture />} title={t`Ask my customers`} act={t`Ask for reviews`}>
            <Trans>
              Each order gets a friendly request a week after you ship it. Customers can leave a review in two taps.
            </Trans>
          </Choice>
        )}
        <Choice
          {...choice(demoPath)}
          picture={<ThemePicture />}
          title={t`Look around first`}
          act={t`Preview my reviews`}
        >
          <Trans>
            See how reviews will look on your product pages. When you’re ready, a checklist on the dashboard guides you.
          </Trans>
        </Choice>
      </ol>
      <Box paddingBlockStart="400">
        <Part waits={null} failed={() => null}>
          <FirstImportCard />
        </Part>
      </Box>
      {mode === 'standalone' && <LogOut />}
    </OpenPage>
  )
}

function useSetupChoice() {
  const go = useGo()
  const [updateShop, busy] = useUpdateShop()
  const [chosen, setChosen] = useState<string | null>(null)
  const begin = async (path: string) => {
    setChosen(path)
    const outcome = await updateShop({ input: { setupDone: true } })
    if (outcome.ok) go(path, { replace: true })
    else setChosen(null)
  }
  return (path: string) => ({ onChoose: () => void begin(path), busy: busy && chosen === path, disabled: busy })
}

function LogOut() {
  const logOut = useLogOut()
  return (
    <Box paddingBlockStart="500">
      <button type="button" className="c-textbutton" onClick={() => void logOut()}>
        <Trans>Log out</Trans>
      </button>
    </Box>
  )
}

interface ChoiceProps {
  picture: React.ReactNode
  title: string
  act: string
  onChoose: () => void
  busy: boolean
  disabled: boolean
  children: React.ReactNode
}

function Choice({ picture, title, act, onChoose, busy, disabled, children }: ChoiceProps) {
  return (
    <li className="c-choice">
      {picture}
      <h2>{title}</h2>
      <p>{children}</p>
      <button type="button" className="c-choice-act" onClick={onChoose} disabled={disabled} aria-busy={busy}>
        {act}
      </button>
    </li>
  )
}

function ImportPicture() {
  return (
    <svg viewBox="0 0 96 64" aria-hidden="true">
      <rect className="p-soft" x="8" y="10" width="40" height="46" rx="6" />
      <path className="p-line" d="M16 22h24M16 31h24M16 40h14" />
      <path className="p-arrow" d="M54 33h24M69 24l9 9-9 9" />
    </svg>
  )
}

function AskPicture() {
  return (
    <svg viewBox="0 0 96 64" aria-hidden="true">
      <rect className="p-soft" x="14" y="14" width="62" height="42" rx="6" />
      <path className="p-line" d="M15 20l30 20 30-20" />
      <path className="p-star" d="M76 6l3 6.3 7 1-5 4.8 1.2 6.9-6.2-3.3-6.2 3.3L71 18.1l-5-4.8 7-1z" />
    </svg>
  )
}

function ThemePicture() {
  return (
    <svg viewBox="0 0 96 64" aria-hidden="true">
      <rect className="p-soft" x="10" y="8" width="76" height="48" rx="6" />
      <path className="p-arrow" d="M22 46V34M36 46V24M50 46V30" />
      <path className="p-line" d="M64 22h12M64 32h12M64 42h8" />
    </svg>
  )
}
