import type { AppProviderProps } from '@shopify/polaris'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { hrefIn, modeOf, useMode } from './mode.tsx'

type Props = ComponentProps<NonNullable<AppProviderProps['linkComponent']>>

/**
 * What Polaris renders for every `url`: a route of ours without a page load, the mode's prefix added where it is missing; anything else
 * a plain link.
 * A path marked `external` is served by the server (a file, a demo page), so it is left alone.
 */
export function PolarisLink({ url, external, children, target, ...rest }: Props) {
  const mode = useMode()
  const inApp = url.startsWith('/') && !external && target !== '_blank'
  // Polaris' own types allow `undefined` where React's, read exactly, do not.
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
