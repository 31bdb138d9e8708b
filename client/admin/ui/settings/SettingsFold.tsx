import './settings.css'
import { BlockStack } from '@shopify/polaris'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'

interface Props {
  title: string
  /** One line below the title: what the section is about. */
  description?: ReactNode
  /** Opens the section for links with this hash. */
  id?: string
  /** Open at first. */
  open?: boolean
  children: ReactNode
}

/** A folding section of settings. Its fields stay mounted while it is closed, so that errors in them are found. */
export function SettingsFold({ title, description, id, open = false, children }: Props) {
  const { hash, key } = useLocation()
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!id || hash !== `#${id}` || !fold.current) return
    fold.current.open = true
    fold.current.scrollIntoView({ block: 'start' })
    fold.current.querySelector('summary')?.focus({ preventScroll: true })
  }, [hash, key, id])
  return (
    <details className="c-fold" ref={fold} id={id} open={open}>
      <summary>
        <h2>{title}</h2>
        {description && <p>{description}</p>}
      </summary>
      <div className="c-fold-body">
        <BlockStack gap="400">{children}</BlockStack>
      </div>
    </details>
  )
}

/** Opens the folded sections around an element. */
export function unfold(element: Element): void {
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
}
