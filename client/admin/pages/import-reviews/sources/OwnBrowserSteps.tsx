import { Trans, useLingui } from '@lingui/react/macro'
import { answerAddress } from './ownBrowser.ts'
import type { Site, SiteId } from './sites.ts'

interface Props {
  site: Site
  /** The product's URL as typed. */
  address: string
}

const withAnswer: ReadonlySet<SiteId> = new Set(['aliexpress', 'shopee'])

/** Explains what to save or copy, for marketplaces that block servers. */
export function OwnBrowserSteps({ site, address }: Props) {
  const { name, id } = site
  if (id === 'cj')
    return (
      <p>
        <Trans>
          If you called CJDropshipping’s API yourself (productComments), upload its response as a file or paste it.
        </Trans>
      </p>
    )
  return (
    <>
      <p>
        <Trans>{name} often blocks automated requests. You can import what your own browser shows.</Trans>
      </p>
      <ol className="c-ways-in">
        {withAnswer.has(id) ? (
          <>
            <li>
              <AnswerLink site={site} address={address} />
            </li>
            <li>
              <Trans>
                Your browser shows a long text. If you see a security check or a login instead, complete it first.
              </Trans>
            </li>
            <li>
              <Trans>Select all of it, copy it, and paste it here, or save it as a file.</Trans>
            </li>
          </>
        ) : (
          <>
            <li>
              <Trans>Open the product’s reviews in your browser, and log in if asked.</Trans>
            </li>
            <li>
              <Trans>Save the page (Ctrl+S, on a Mac ⌘S) as “Webpage, HTML only”.</Trans>
            </li>
            <li>
              <Trans>Choose that file here, or paste the page source.</Trans>
            </li>
          </>
        )}
      </ol>
    </>
  )
}

function AnswerLink({ site: { id, name }, address }: Props) {
  const { t } = useLingui()
  const href = answerAddress(id, address)
  if (!href) return <Trans>Enter the product URL above to get a link to its reviews on {name}.</Trans>
  return <a href={href} target="_blank" rel="noreferrer">{t`Open this product’s reviews`}</a>
}
