import type { AppProviderProps } from '@shopify/polaris'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { hrefIn, modeOf, useMode } from './mode.tsx'

type Props = ComponentProps<NonNullable<AppProviderProps['linkComponent']>>

/**
 * Renders Polaris' `url`s: our routes without a page load and with the mode's prefix, anything else as a plain link.
 * Leaves a path with `external` unchanged: the server serves it (a file, a demo page).
 */
export function PolarisLink({ url, external, children, target, ...rest }: Props) {
  const mode = useMode()
  const inApp = url.startsWith('/') && !external && target !== '_blank'
  // Polaris' types allow `undefined` where React's strict types don't.
  const attributes = rest as Record<string, unknown>
  if (inApp)
    return (
      <Link to={modeOf(url) === mode ? url : hrefIn(mode, url)} {...attributes}>
        {children}
      </Link>
    )
  const opensTab = external || target === '_blank'
  return (
    <a href={url} {...(opensTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})} {...attributes}>
      {children}
    </a>
  )
}
