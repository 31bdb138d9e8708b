import { useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { useDeferredValue, useState, type SyntheticEvent } from 'react'
import { graphql } from 'react-relay/hooks'
import type {
  EmailPreviewQuery,
  EmailPreviewQuery$variables,
} from '../../../../__generated__/EmailPreviewQuery.graphql.ts'
import type { EmailTemplateType } from '../../../../../rules/settings/email-templates.ts'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'

interface FrameOptions {
  width?: number
  /** Shows the email as mail programs with a dark theme do. */
  dark?: boolean
}
type Shown = EmailPreviewQuery$variables & FrameOptions

/** Shows an email rendered by the server, in a frame without scripts. Keeps the old picture while the next one loads. */
export function EmailFrame({ width, dark = false, ...variables }: Shown) {
  const json = useDeferredValue(JSON.stringify(variables))
  return (
    <Part waits={<EmailSkeleton />}>
      <Frame json={json} dark={dark} {...(width ? { width } : {})} />
    </Part>
  )
}

function Frame({ json, width, dark }: FrameOptions & { json: string; dark: boolean }) {
  const {
    viewer: { shop },
  } = useOwnQuery<EmailPreviewQuery>(
    graphql`
    query EmailPreviewQuery($type: String!, $locale: String, $products: Int, $draft: SaveEmailTemplatesInput) {
      viewer { shop { id emailPreview(type: $type, locale: $locale, products: $products, draft: $draft) { subject html problem } } }
    }
  `,
    JSON.parse(json) as EmailPreviewQuery$variables,
    'network-only',
  )
  const preview = shop?.emailPreview
  const [last, setLast] = useState(preview)
  if (preview && !preview.problem && preview !== last) setLast(preview)
  if (!preview) return null
  const { subject, html } = preview.problem && last ? last : preview
  return (
    <>
      {preview.problem && <Banner tone="warning">{preview.problem}</Banner>}
      <p className="c-email-subject" data-user-content>
        {subject}
      </p>
      {html && <Picture html={dark ? darkened(html) : html} {...(width ? { width } : {})} />}
    </>
  )
}

/** Shows HTML in a frame. New HTML loads in a frame behind, which takes the place of the first once it is loaded. */
function Picture({ html, width }: { html: string; width?: number }) {
  const { t } = useLingui()
  const [shown, setShown] = useState(html)
  const show = ({ currentTarget: { contentDocument: next, parentElement } }: SyntheticEvent<HTMLIFrameElement>) => {
    // The merchant's place in a long email.
    const top = parentElement?.querySelector('iframe')?.contentDocument?.documentElement.scrollTop ?? 0
    if (next) next.documentElement.scrollTop = top
    setShown(html)
  }
  return (
    <div className="c-email-frames" style={width ? { width } : {}}>
      {[...new Set([shown, html])].map((each) => (
        <iframe
          key={each}
          title={t`Preview of the email`}
          // Same origin, without scripts, so that the page can keep the scroll position.
          sandbox="allow-same-origin"
          srcDoc={each}
          {...(each !== shown && { className: 'c-email-next', 'aria-hidden': true, tabIndex: -1 })}
          onLoad={each === html ? show : undefined}
        />
      ))}
    </div>
  )
}

/** Stands in the place of an email until the first picture. */
function EmailSkeleton() {
  const { t } = useLingui()
  return (
    <div className="c-email-skeleton" role="status" aria-label={t`Loading`}>
      <span className="c-email-bone c-email-bone-head" />
      <span className="c-email-bone" />
      <span className="c-email-bone" />
      <span className="c-email-bone c-email-bone-picture" />
      <span className="c-email-bone c-email-bone-button" />
    </div>
  )
}

/** Shows a thumbnail of the email. */
export function EmailPicture({ type }: { type: EmailTemplateType }) {
  return (
    <div className="c-email-picture" aria-hidden="true" inert>
      <EmailFrame type={type} width={600} />
    </div>
  )
}

/** A media condition that is always true. */
const ALWAYS = '(min-width:0)'

/** Applies the styles for dark themes whatever the merchant's own theme is. */
const darkened = (html: string): string => html.replace(/\(prefers-color-scheme:\s*dark\)/g, ALWAYS)
