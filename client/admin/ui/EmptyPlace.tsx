import { Button, ButtonGroup } from '@shopify/polaris'
import type { ReactNode } from 'react'

interface EmptyPlaceAction {
  content: string
  url?: string
  onAction?: () => void
}

interface Props {
  title: string
  primary?: EmptyPlaceAction
  secondary?: EmptyPlaceAction
  children: ReactNode
}

/** Empty state: what will be here, and the next step. */
export function EmptyPlace({ title, primary, secondary, children }: Props) {
  return (
    <div className="c-empty">
      <svg viewBox="0 0 160 100" aria-hidden="true">
        <rect x="34" y="14" width="104" height="36" rx="12" />
        <rect x="18" y="58" width="104" height="32" rx="12" />
        <path d="M50 30h44M50 38h28M34 76h44" />
        <path className="c-star-full" d="M118 22l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" />
      </svg>
      <h2>{title}</h2>
      <p>{children}</p>
      {(primary ?? secondary) && (
        <ButtonGroup>
          {secondary && <ActionButton act={secondary} />}
          {primary && <ActionButton act={primary} primary />}
        </ButtonGroup>
      )}
    </div>
  )
}

function ActionButton({
  act: { content, url, onAction },
  primary = false,
}: {
  act: EmptyPlaceAction
  primary?: boolean
}) {
  return (
    <Button
      {...(primary ? { variant: 'primary' as const } : {})}
      {...(url ? { url } : {})}
      {...(onAction ? { onClick: onAction } : {})}
    >
      {content}
    </Button>
  )
}
