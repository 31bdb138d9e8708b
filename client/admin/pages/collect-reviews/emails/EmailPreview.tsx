import { useLingui } from '@lingui/react/macro'
import { Banner, Spinner } from '@shopify/polaris'
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

/** Shows an email rendered by the server, in a frame without scripts. */
export function EmailFrame(props: Shown) {
  const { t } = useLingui()
  return (
    <Part
      waits={
        <div className="c-email-wait">
          <Spinner size="small" accessibilityLabel={t`Loading`} />
        </div>
      }
    >
      <Frame {...props} />
    </Part>
  )
}

function Frame({ width, dark = false, ...variables }: Shown) {
  const { t } = useLingui()
  const {
    viewer: { shop },
  } = useOwnQuery<EmailPreviewQuery>(
    graphql`
    query EmailPreviewQuery($type: String!, $locale: String, $products: Int, $draft: SaveEmailTemplatesInput) {
      viewer { shop { id emailPreview(type: $type, locale: $locale, products: $products, draft: $draft) { subject html problem } } }
    }
  `,
    variables,
    'network-only',
  )
  const preview = shop?.emailPreview
  if (!preview) return null
  if (preview.problem) return <Banner tone="warning">{preview.problem}</Banner>
  return (
    <>
      <p className="c-email-subject" data-user-content>
        {preview.subject}
      </p>
      <iframe
        title={t`Preview of the email`}
        sandbox=""
        srcDoc={dark ? darkened(preview.html) : preview.html}
        style={width ? { width } : {}}
      />
    </>
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
