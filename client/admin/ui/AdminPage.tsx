import { Page, type PageProps } from '@shopify/polaris'
import { useEffect } from 'react'

type Props = Omit<PageProps, 'title'> & { title: string }

/** A page that sets the browser tab's title. */
export function AdminPage({ title, ...page }: Props) {
  useEffect(() => {
    document.title = `${title} · Candor`
  }, [title])
  return <Page title={title} {...page} />
}
