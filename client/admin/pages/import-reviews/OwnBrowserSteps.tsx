import { Trans, useLingui } from '@lingui/react/macro'
import { answerAddress } from './ownBrowser.ts'
import type { Site, SiteId } from './sites.ts'

interface Props {
  site: Site
  /** What is typed as the product's address. */
  address: string
}

const withAnswer: ReadonlySet<SiteId> = new Set(['aliexpress', 'shopee'])

/** What to save or copy where a marketplace shows its reviews to people only. */
export function OwnBrowserSteps({ site, address }: Props) {
  const { name, id } = site
  if (id === 'cj') return <p><Trans>If you asked CJDropshipping’s API yourself (productComments), give us its answer as it is: as a file, or pasted.</Trans></p>
  return (
    <>
      <p><Trans>{name} shows its reviews to people and often refuses programs. What your browser is shown you can bring here.</Trans></p>
      <ol className="c-ways-in">
        {withAnswer.has(id)
          ? (
              <>
                <li><AnswerLink site={site} address={address} /></li>
                <li><Trans>Your browser shows a long text. If it shows a check or a login instead, pass it first.</Trans></li>
                <li><Trans>Select all of it, copy it and paste it here. Or save it as a file.</Trans></li>
              </>
            )
          : (
              <>
                <li><Trans>Open the reviews of the product in your browser, and log in if you are asked to.</Trans></li>
                <li><Trans>Save the page (Ctrl+S, on a Mac ⌘S) as “Webpage, HTML only”.</Trans></li>
                <li><Trans>Choose that file here. Or paste the source of the page.</Trans></li>
              </>
            )}
      </ol>
    </>
  )
}

function AnswerLink({ site: { id, name }, address }: Props) {
  const { t } = useLingui()
  const href = answerAddress(id, address)
  if (!href) return <Trans>Type the address of the product above: a link to its reviews as {name} sends them appears here.</Trans>
  return <a href={href} target="_blank" rel="noreferrer">{t`Open the reviews of this product`}</a>
}
