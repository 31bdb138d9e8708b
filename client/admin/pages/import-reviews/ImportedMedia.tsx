import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import { Link } from 'react-router'
import { hrefIn, useMode } from '../../shell/mode.tsx'
import { useImportedMedia, type Media } from './useImportedMedia.ts'

const tooLarge = msg`It is too large or too long.`
const noMedia = msg`It is no picture or video that we can keep.`
const noAnswer = msg`The server did not answer.`
const notPublic = msg`The address does not lead to a public web server.`
/** Why something could not be had, by the server's word for it. */
const reasons: Readonly<Record<string, MessageDescriptor>> = {
  unreachable: noAnswer,
  timeout: noAnswer,
  status: msg`The server does not give it out.`,
  address: notPublic,
  redirects: notPublic,
  type: noMedia,
  notAnImage: noMedia,
  notAVideo: noMedia,
  damaged: noMedia,
  tooLarge,
  tooManyPixels: tooLarge,
  videoTooLong: tooLarge,
  planRequired: msg`Your plan does not include videos.`,
}
const otherwise = msg`It could not be kept.`

/** The pictures and videos of an import that are still to come, and those that could not be had; nothing where all are here. */
export function ImportedMedia({ importId }: { importId: string }) {
  const media = useImportedMedia(importId)
  if (!media) return null
  const { waiting, failed, broken } = media
  if (waiting + failed === 0) return null
  return (
    <Card>
      <section className="c-import-section" aria-labelledby="imported-media">
        <h2 id="imported-media"><Trans>Pictures and videos</Trans></h2>
        {waiting > 0 && <p role="status"><Plural value={waiting} one="# is still being fetched." other="# are still being fetched." /> <Trans>You can leave this page meanwhile.</Trans></p>}
        {failed > 0 && <p><Plural value={failed} one="# could not be had. Its review came in without it." other="# could not be had. Their reviews came in without them." /></p>}
        {broken.length > 0 && <Broken broken={broken} />}
      </section>
    </Card>
  )
}

function Broken({ broken }: Pick<Media, 'broken'>) {
  const { i18n } = useLingui()
  const mode = useMode()
  return (
    <ul className="c-broken">
      {broken.map(({ reviewId, address, problem }, at) => (
        <li key={at}>
          <code data-user-content dir="ltr">{address}</code>
          <span>{i18n._(reasons[problem] ?? otherwise)} <Link to={hrefIn(mode, `/reviews/reply/${encodeURIComponent(reviewId)}`)}><Trans>See the review</Trans></Link></span>
        </li>
      ))}
    </ul>
  )
}
