import { Page, type PageProps } from '@shopify/polaris'
import { useEffect } from 'react'

type Props = Omit<PageProps, 'title'> & { title: string }

/** A page with its name in the browser's tab. */
export function AdminPage({ title, ...page }: Props) {
  useEffect(() => {
    document.title = `${title} · Candor`
  }, [title])
  return <Page title={title} {...page} />
}
