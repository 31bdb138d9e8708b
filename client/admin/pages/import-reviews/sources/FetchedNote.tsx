import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { FetchedNote_run$key } from '../../../../__generated__/FetchedNote_run.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { sources } from './sites.ts'
import { useImportPlace } from '../useImportPlace.ts'

const fragment = graphql`
  fragment FetchedNote_run on ImportRun {
    source
    marketplace { total found chosen fetched blockedPage cutShort repliesAndVideosMissing }
  }
`

/** Says how many of a source's reviews were fetched. If the source stopped answering, links to the rest. */
export function FetchedNote({ run: key }: { run: FetchedNote_run$key }) {
  const { t } = useLingui()
  const format = useFormat()
  const { open } = useImportPlace()
  const { source, marketplace } = useFragment(fragment, key)
  if (!marketplace) return null
  const { total, found, chosen, blockedPage, cutShort } = marketplace
  const of = total == null ? null : format.number(total)
  const here = format.number(marketplace.fetched ?? found)
  const view = sources.find(({ name }) => name === source)
  const stopped = blockedPage != null || cutShort
  const wanted = chosen < found && (
    <Plural value={chosen} one="# of them matches your options." other="# of them match your options." />
  )
  if (!stopped) {
    return (
      <p className="c-quiet">
        {marketplace.fetched == null ? (
          <>
            <Plural value={found} one="# review found." other="# reviews found." />{' '}
            {of !== null && (
              <Trans>
                {source} lists {of}.
              </Trans>
            )}
          </>
        ) : of === null ? (
          <Plural value={marketplace.fetched} one="# review fetched." other="# reviews fetched." />
        ) : (
          <Trans>
            {here} of {of} fetched.
          </Trans>
        )}{' '}
        {wanted}
        {marketplace.repliesAndVideosMissing && (
          <>
            {' '}
            <Trans>Judge.me’s API doesn’t include replies or videos.</Trans>
          </>
        )}
      </p>
    )
  }
  const title =
    blockedPage == null
      ? of === null
        ? t`${here} fetched. This import reached its limit.`
        : t`${here} of ${of} fetched. This import reached its limit.`
      : of === null
        ? t`${here} fetched. The marketplace blocked page ${blockedPage}.`
        : t`${here} of ${of} fetched. The marketplace blocked page ${blockedPage}.`
  return (
    <Banner
      tone="warning"
      title={title}
      {...(view ? { action: { content: t`Import the rest`, onAction: () => open(view.id) } } : {})}
    >
      <p>
        {wanted}{' '}
        {marketplace.repliesAndVideosMissing ? (
          <Trans>
            To get the rest, fetch again later or upload your Judge.me export. Reviews that are already here are
            skipped.
          </Trans>
        ) : (
          <Trans>
            Use your own browser for the rest: save or copy the reviews and import them the same way. Reviews that are
            already here are skipped.
          </Trans>
        )}
      </p>
    </Banner>
  )
}
