import { Plural, useLingui } from '@lingui/react/macro'
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
  const { total, found, chosen, fetched, blockedPage, cutShort, repliesAndVideosMissing } = marketplace
  const of = total == null ? null : format.number(total)
  const here = format.number(fetched ?? found)
  const view = sources.find(({ name }) => name === source)
  const wanted = chosen < found && (
    <Plural value={chosen} one="# of them matches your options." other="# of them match your options." />
  )
  const count = () => {
    if (fetched != null && of !== null) return t`${here} of ${of} fetched.`
    if (marketplace.fetched != null)
      return <Plural value={marketplace.fetched} one="# review fetched." other="# reviews fetched." />
    const listed = of !== null && t`${source} lists ${of}.`
    return (
      <>
        <Plural value={found} one="# review found." other="# reviews found." /> {listed}
      </>
    )
  }
  const stop = () => {
    if (blockedPage == null)
      return of === null
        ? t`${here} fetched. This import reached its limit.`
        : t`${here} of ${of} fetched. This import reached its limit.`
    return of === null
      ? t`${here} fetched. The marketplace blocked page ${blockedPage}.`
      : t`${here} of ${of} fetched. The marketplace blocked page ${blockedPage}.`
  }
  if (blockedPage == null && !cutShort)
    return (
      <p className="c-quiet">
        {count()} {wanted} {repliesAndVideosMissing && t`Judge.me’s API doesn’t include replies or videos.`}
      </p>
    )
  return (
    <Banner
      tone="warning"
      title={stop()}
      {...(view ? { action: { content: t`Import the rest`, onAction: () => open(view.id) } } : {})}
    >
      <p>
        {wanted}{' '}
        {repliesAndVideosMissing
          ? t`To get the rest, fetch again later or upload your Judge.me export. Reviews that are already here are skipped.`
          : t`Use your own browser for the rest: save or copy the reviews and import them the same way. Reviews that are already here are skipped.`}
      </p>
    </Banner>
  )
}
