import { useLingui } from '@lingui/react/macro'
import { Page, type PageProps } from '@shopify/polaris'
import { useEffect } from 'react'
import { useLocation } from 'react-router'

type Props = Omit<PageProps, 'title'> & { title: string }

/** A page that sets the browser tab's title and leads to its help. */
export function AdminPage({ title, titleMetadata, ...page }: Props) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} · Candor`
  }, [title])
  return (
    <Page
      title={title}
      titleMetadata={
        <>
          {titleMetadata}
          <a
            className="c-help"
            href={`/help?page=${pathname}`}
            target="_blank"
            rel="noopener"
            aria-label={t`Help for this page`}
          >
            ?
          </a>
        </>
      }
      {...page}
    />
  )
}
