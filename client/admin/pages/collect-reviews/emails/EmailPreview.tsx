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
  /** As mail programs with a dark theme show it. */
  dark?: boolean
}
type Shown = EmailPreviewQuery$variables & FrameOptions

/** An email as the server renders it, in a frame where nothing runs. */
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

/** The email small, as a picture of itself. */
export function EmailPicture({ type }: { type: EmailTemplateType }) {
  return (
    <div className="c-email-picture" aria-hidden="true" inert>
      <EmailFrame type={type} width={600} />
    </div>
  )
}

/** A condition of styles that always holds. */
const ALWAYS = '(min-width:0)'

/** Styles for dark themes apply whatever the merchant's own theme is. */
const darkened = (html: string): string => html.replace(/\(prefers-color-scheme:\s*dark\)/g, ALWAYS)
