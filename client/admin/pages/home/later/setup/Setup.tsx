import './setup.css'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { useSearchParams } from 'react-router'
import { SETUP_STEPS, type SetupStep } from '../../../../../../rules/setup.ts'
import type { SetupRefreshMutation } from '../../../../../__generated__/SetupRefreshMutation.graphql.ts'
import type { SetupQuery, SetupQuery$data } from '../../../../../__generated__/SetupQuery.graphql.ts'
import { useGo, useMode } from '../../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../../shell/frame/PageSkeleton.tsx'
import { OpenPage } from '../../../../shell/frame/OpenPage.tsx'
import { Part, useOwnQuery } from '../../../../shell/Part.tsx'
import { useCommit } from '../../../../shell/relay/useCommit.ts'
import { useLogOut } from '../../../../shell/session/useLogOut.ts'
import { FirstImportCard } from '../FirstImportCard.tsx'
import { useUpdateShop } from '../../useUpdateShop.ts'
import { DiscountStep } from './DiscountStep.tsx'
import { LookStep } from './LookStep.tsx'
import { PlanStep } from './PlanStep.tsx'
import { StartStep } from './StartStep.tsx'
import { keepWish, type Wish } from './wish.ts'

const query = graphql`
  query SetupQuery {
    viewer {
      shop {
        id
        name
        setupStep
        currency
        lockedFeatures
        attention { kind importId }
        products(first: 1) { edges { node { title image } } }
        branding { version }
        discount { version enableDiscount valueAllDiscount }
        ...previewReviews_shop
      }
    }
  }
`
export type SetupShop = NonNullable<SetupQuery$data['viewer']['shop']>

export interface StepProps {
  shop: SetupShop
  wish: Wish | null
  /** Leads to the next step, or from the last one to the dashboard. */
  next: () => void
  back: (() => void) | null
  /** The checked file that waits for its import: kept while the merchant looks at other steps, and on a reload. */
  file: { importId: string | null; keep: (importId: string | null) => void }
}

const steps = { start: StartStep, look: LookStep, discount: DiscountStep, plan: PlanStep } as const
const names = {
  start: msg`Reviews`,
  look: msg`Look`,
  discount: msg`Discount`,
  plan: msg({ message: 'Plan', context: 'step of the setup' }),
} as const satisfies Record<SetupStep, object>

/** The setup of a new shop in four steps (spec 2). Each can be skipped, and a reload continues with the same one. */
export function Setup() {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const shop = useOwnQuery<SetupQuery>(query, {}).viewer.shop
  const { at, show, finish } = useSteps(shop?.setupStep ?? 0)
  const [params] = useSearchParams()
  const [wish] = useState(() => keepWish(params.get('next')))
  const file = useFile(shop)
  const isSettling = useSettling(params.get('success') === 'true')
  if (!shop) return null
  if (isSettling) return <PageSkeleton />
  const Step = steps[SETUP_STEPS[at] ?? 'start']
  const next = () => (at === SETUP_STEPS.length - 1 ? finish() : show(at + 1))
  return (
    <OpenPage title={t`Welcome`}>
      <div className="c-setup">
        <ol className="c-setup-steps" aria-label={t`Steps`}>
          {SETUP_STEPS.map((name, index) => (
            <li key={name} aria-current={index === at ? 'step' : undefined} data-done={index < at ? '' : undefined}>
              {i18n._(names[name])}
            </li>
          ))}
        </ol>
        <Step key={at} shop={shop} wish={wish} file={file} next={next} back={at > 0 ? () => show(at - 1) : null} />
        <Part waits={null} failed={() => null}>
          <FirstImportCard />
        </Part>
        <footer className="c-setup-foot">
          <button type="button" className="c-textbutton" onClick={finish}>
            <Trans>Skip the setup</Trans>
          </button>
          {mode === 'standalone' && <LogOut />}
        </footer>
      </div>
    </OpenPage>
  )
}

function useFile(shop: SetupShop | null | undefined): StepProps['file'] {
  const waiting = shop?.attention.find(({ kind }) => kind === 'import')?.importId ?? null
  const [importId, keep] = useState(waiting)
  return { importId, keep }
}

/** Returns the step shown, and how to change it. The shop remembers it. */
function useSteps(first: number) {
  const go = useGo()
  const [at, setAt] = useState(first)
  const [updateShop] = useUpdateShop()
  return {
    at,
    show(step: number) {
      setAt(step)
      window.scrollTo(0, 0)
      void updateShop({ input: { setupStep: step } })
    },
    finish() {
      void updateShop({ input: { setupDone: true } }).then(({ ok }) => ok && go('/dashboard', { replace: true }))
    },
  }
}

/**
 * Asks the platform once after its approval page, as its webhook may be late. An approved plan ends the setup. Returns
 * whether it still asks.
 */
function useSettling(isBack: boolean): boolean {
  const go = useGo()
  const [refresh] = useCommit<SetupRefreshMutation>(graphql`
    mutation SetupRefreshMutation {
      refreshSubscription {
        __typename
        ... on RefreshSubscriptionSuccess { data { id plan setupDone } }
        ... on Refusal { code message params }
      }
    }
  `)
  const settle = useEffectEvent(async () => {
    const outcome = await refresh({}, { quiet: true })
    const result = outcome.ok ? outcome.data.refreshSubscription : null
    const isDone = result?.__typename === 'RefreshSubscriptionSuccess' && result.data?.setupDone
    go(isDone ? '/subscription?success=true' : '/', { replace: true })
  })
  useEffect(() => {
    if (isBack) void settle()
  }, [isBack])
  return isBack
}

function LogOut() {
  const logOut = useLogOut()
  return (
    <button type="button" className="c-textbutton" onClick={() => void logOut()}>
      <Trans>Log out</Trans>
    </button>
  )
}
