import { useLingui } from '@lingui/react/macro'
import { Button, InlineStack } from '@shopify/polaris'
import { useEffect, useRef, type ReactNode } from 'react'

interface Props {
  title: string
  lead: ReactNode
  /** What the choice does, shown next to it. */
  effect: ReactNode
  /** Confirms the choice; null while the choices themselves lead on. */
  primary: { label: string; run: () => void; busy?: boolean } | null
  skip: { label?: string; run: () => void }
  back: (() => void) | null
  children: ReactNode
}

/** A step of the setup: the choice, its effect, and the buttons that lead on. */
export function StepFrame({ title, lead, effect, primary, skip, back, children }: Props) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  // Another step replaced the focused button.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="c-setup-step">
      <div className="c-setup-choice">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="c-open-lead">{lead}</p>
        {children}
        <div className="c-setup-acts">
          <InlineStack gap="300" blockAlign="center">
            {primary && (
              <Button variant="primary" size="large" loading={primary.busy ?? false} onClick={primary.run}>
                {primary.label}
              </Button>
            )}
            <Button size="large" variant={primary ? 'tertiary' : 'secondary'} onClick={skip.run}>
              {skip.label ?? t`Skip`}
            </Button>
            {back && (
              <Button size="large" variant="tertiary" onClick={back}>
                {t({ message: 'Back', context: 'to the step before' })}
              </Button>
            )}
          </InlineStack>
        </div>
      </div>
      <div className="c-setup-effect">{effect}</div>
    </div>
  )
}
