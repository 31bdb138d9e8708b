import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export interface MenuEntry {
  /** Route of the specification, without a prefix. */
  path: string
  label: MessageDescriptor
  /** Paths on a 20 x 20 grid, drawn as lines. */
  icon: string
  /** Further routes that highlight this entry. */
  also?: readonly string[]
}

/** The menu of spec 2, in order. Shows entries whose routes exist. */
const menu: readonly MenuEntry[] = [
  {
    path: '/dashboard',
    label: msg`Dashboard`,
    icon: 'M3 9.5 10 3.5l7 6V16a1 1 0 0 1-1 1h-3.5v-4.5h-5V17H4a1 1 0 0 1-1-1z',
    also: ['/'],
  },
  {
    path: '/reviews/list',
    label: msg`Manage reviews`,
    icon: 'M3.5 5.5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9l-4 3.5v-3.5a1.5 1.5 0 0 1-1.5-1.5zM7 7.2h6M7 10h4',
    also: ['/reviews'],
  },
  {
    path: '/collect-reviews',
    label: msg`Collect reviews`,
    icon: 'M3 6.5h14v9H3zM3 7l7 5 7-5',
    also: ['/reviews/import'],
  },
  {
    path: '/branding',
    label: msg`Branding`,
    icon: 'M10 3a7 7 0 1 0 0 14c1.2 0 1.5-.8 1.2-1.6-.4-1.2.4-2.2 1.6-2.2H15a2 2 0 0 0 2-2C17 6.6 14 3 10 3zM6.5 9.5h.01M9 6.5h.01M12.8 7h.01',
  },
  {
    path: '/display-settings',
    label: msg`Display reviews`,
    icon: 'M3 4h14v9.5H3zM7.5 17h5M10 13.5V17',
    also: ['/translations'],
  },
  { path: '/other-compliance', label: msg`Customer survey`, icon: 'M5 3.5h10v13H5zM7.5 7.5l1 1 2-2M7.5 12.5h5' },
  {
    path: '/reward-reviews',
    label: msg`Reward reviews`,
    icon: 'M3.5 8.5h13v8h-13zM2.8 6h14.4v2.5H2.8zM10 6v10.5M10 6C8 2.5 4.8 3.5 6 6M10 6c2-3.5 5.2-2.5 4 0',
  },
  { path: '/analytics', label: msg`Analytics`, icon: 'M4 16.5v-6M8 16.5V6M12 16.5v-8M16 16.5v-13' },
  { path: '/settings', label: msg`Settings`, icon: 'M4 6h5M13 6h3M4 14h3M11 14h5M11 4v4M9 12v4' },
  { path: '/subscription', label: msg`Subscription`, icon: 'M3 5.5h14v9.5H3zM3 9h14M6 12.5h3' },
  {
    path: '/partners',
    label: msg`Recommended apps`,
    also: ['/feature-request'],
    icon: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM14 11.5v5M11.5 14h5',
  },
]

const devZone: MenuEntry = {
  path: '/dev_zone',
  label: msg`Dev zone`,
  icon: 'M7 6.5 3.5 10 7 13.5M13 6.5 16.5 10 13 13.5M11 4.5l-2 11',
}

/** Returns the entries whose pages exist, without those that the shop doesn't see (rules/hidden-pages.ts). */
export const menuOf = (
  routes: ReadonlySet<string>,
  { hiddenPages = [], showsDevZone = false }: { hiddenPages?: readonly string[]; showsDevZone?: boolean } = {},
): readonly MenuEntry[] =>
  [...menu, ...(showsDevZone ? [devZone] : [])].filter(({ path }) => routes.has(path) && !hiddenPages.includes(path))

/** Returns the entry to highlight: the one with the longest matching route. */
export function currentEntry(entries: readonly MenuEntry[], at: string): MenuEntry | undefined {
  const matches = entries.map((entry) => ({
    entry,
    length: Math.max(
      ...rootsOf(entry)
        .filter((root) => leadsTo(root, at))
        .map((root) => root.length),
    ),
  }))
  return matches.reduce(
    (best: (typeof matches)[number] | undefined, one) => (one.length > (best?.length ?? 0) ? one : best),
    undefined,
  )?.entry
}

const rootsOf = ({ path, also = [] }: MenuEntry): string[] => [path, ...also]
const leadsTo = (root: string, at: string): boolean => at === root || (root !== '/' && at.startsWith(`${root}/`))
