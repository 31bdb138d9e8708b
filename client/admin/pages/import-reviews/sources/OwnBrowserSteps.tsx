import { useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const { name, id } = site
  if (id === 'cj')
    return (
      <p>{t`If you called CJDropshipping’s API yourself (productComments), upload its response as a file or paste it.`}</p>
    )
  const steps = withAnswer.has(id)
    ? [
        <AnswerLink key="link" site={site} address={address} />,
        t`Your browser shows a long text. If you see a security check or a login instead, complete it first.`,
        t`Select all of it, copy it, and paste it here, or save it as a file.`,
      ]
    : [
        t`Open the product’s reviews in your browser, and log in if asked.`,
        t`Save the page (Ctrl+S, on a Mac ⌘S) as “Webpage, HTML only”.`,
        t`Choose that file here, or paste the page source.`,
      ]
  return (
    <>
      <p>{t`${name} often blocks automated requests. You can import what your own browser shows.`}</p>
      <ol className="c-ways-in">
        {steps.map((step, at) => (
          <li key={at}>{step}</li>
        ))}
      </ol>
    </>
  )
}

function AnswerLink({ site: { id, name }, address }: Props) {
  const { t } = useLingui()
  const href = answerAddress(id, address)
  if (!href) return t`Enter the product URL above to get a link to its reviews on ${name}.`
  return <a href={href} target="_blank" rel="noreferrer">{t`Open this product’s reviews`}</a>
}
