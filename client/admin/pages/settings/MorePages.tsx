import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'

/** Rows that lead to the settings with a page of their own. */
export function MorePages() {
  const { t } = useLingui()
  const mode = useMode()
  const pages = [
    { path: '/people', title: t`People`, about: t`Who can sign in to your shop.` },
    {
      path: '/settings/privacy',
      title: t`Privacy requests`,
      about: t`Look up, export or erase a customer’s data.`,
    },
    {
      path: '/translations',
      title: t`Translations`,
      about: t`Reviews in your shoppers’ languages, and your own words on the widgets.`,
    },
    {
      path: '/feature-request',
      title: t`Feature request`,
      about: t`Vote for what comes next, or tell us what’s missing.`,
    },
  ]
  return pages.map(({ path, title, about }) => (
    <Link key={path} className="c-fold" to={hrefIn(mode, path)}>
      <h2>{title}</h2>
      <p>{about}</p>
    </Link>
  ))
}
