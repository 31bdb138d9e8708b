import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Plural, useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import { Link } from 'react-router'
import { maxImageMegapixels as megapixels } from '../../../../../rules/limits.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useImportedMedia } from './useImportedMedia.ts'

const tooLarge = msg`It’s too large or too long.`
const noMedia = msg`It isn’t a supported photo or video.`
const noAnswer = msg`The server didn’t respond.`
const notPublic = msg`The URL doesn’t lead to a public website.`
/** Texts of the server's reasons for a failed download. */
const reasons: Readonly<Record<string, MessageDescriptor>> = {
  unreachable: noAnswer,
  timeout: noAnswer,
  status: msg`The server refused the download.`,
  address: notPublic,
  redirects: notPublic,
  type: noMedia,
  notAnImage: noMedia,
  notAVideo: noMedia,
  damaged: msg`It’s damaged or incomplete.`,
  tooLarge,
  tooManyPixels: msg`It has more than ${megapixels} megapixels.`,
  videoTooLong: tooLarge,
  planRequired: msg`Your plan doesn’t include videos.`,
}
const otherwise = msg`We couldn’t save it.`

/** Lists pictures and videos of an import that are pending or failed. Shows nothing when all are loaded. */
export function ImportedMedia({ importId }: { importId: string }) {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const { waiting, failed, broken } = useImportedMedia(importId)
  if (waiting + failed === 0) return null
  return (
    <Card>
      <section className="c-import-section" aria-labelledby="imported-media">
        <h2 id="imported-media">{t`Photos and videos`}</h2>
        {waiting > 0 && (
          <p role="status">
            <Plural value={waiting} one="# is still downloading." other="# are still downloading." />{' '}
            {t`You can leave this page.`}
          </p>
        )}
        {failed > 0 && (
          <p>
            <Plural
              value={failed}
              one="# couldn’t be downloaded. Its review was imported without it."
              other="# couldn’t be downloaded. Their reviews were imported without them."
            />
          </p>
        )}
        {broken.length > 0 && (
          <ul className="c-broken">
            {broken.map(({ reviewId, address, problem }, at) => (
              <li key={at}>
                <code data-user-content dir="ltr">
                  {address}
                </code>
                <span>
                  {i18n._(reasons[problem] ?? otherwise)}{' '}
                  <Link to={hrefIn(mode, `/reviews/reply/${encodeURIComponent(reviewId)}`)}>{t`View review`}</Link>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Card>
  )
}
