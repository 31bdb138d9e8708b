import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button, Card, ProgressBar } from '@shopify/polaris'
import { useEffect, useEffectEvent, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { RunningImport_run$key } from '../../../__generated__/RunningImport_run.graphql.ts'
import { useFormat } from '../../shell/useFormat.ts'
import { Figures } from './Figures.tsx'
import { useDetailsOf, useLiveImport, useShowRun } from './useImportRun.ts'

const fragment = graphql`
  fragment RunningImport_run on ImportRun {
    id
    status
    fileName
    total
    done
    imported
    duplicates
    unmatched
    bad
  }
`

interface Props {
  run: RunningImport_run$key
  /** Shown beside other things: offers the way to the import itself. */
  linked?: boolean
}

/** An import at work, live. */
export function RunningImport({ run: key, linked = false }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const show = useShowRun()
  const run = useFragment(fragment, key)
  const { total, done, imported, duplicates, unmatched, bad } = run
  const all = format.number(total)
  const share = total === 0 ? 0 : Math.floor((done / total) * 100)
  return (
    <Card>
      <div className="c-running">
        <div>
          <h2 id="running-import"><Trans>Your reviews are moving in</Trans></h2>
          <p className="c-quiet" data-user-content>{run.fileName}</p>
        </div>
        <p className="c-running-count"><strong>{format.number(done)}</strong> <span><Trans>of {all}</Trans></span></p>
        <ProgressBar progress={share} tone="primary" ariaLabelledBy="running-import" />
        <Figures bar={false} counts={{ fresh: imported, duplicates, unmatched, bad }} labels={{ fresh: t`Imported`, unmatched: t`Left out` }} />
        <div className="c-running-foot">
          <p><Trans>You can close this page. The import goes on, and you find it here again.</Trans></p>
          {linked && <Button onClick={() => show(run.id)}>{t`Show the import`}</Button>}
        </div>
        <Spoken done={done} total={total} />
      </div>
    </Card>
  )
}

/** The same on the page where imports begin, with the news of its own, and the count once it is in (spec 4). */
export function LinkedImport({ run: key }: { run: RunningImport_run$key }) {
  const { t } = useLingui()
  const show = useShowRun()
  const run = useFragment(fragment, key)
  useLiveImport(run.id)
  useDetailsOf(run.status)
  if (run.status !== 'DONE') return <RunningImport run={key} linked />
  return (
    <Banner tone="success" title={t`Import finished`} action={{ content: t`Show the import`, onAction: () => show(run.id) }}>
      <p><Plural value={run.imported} one="# review was imported." other="# reviews were imported." /></p>
    </Banner>
  )
}

const spokenEveryMilliseconds = 4_000

/** Says the progress now and then to those who cannot see it, rather than at every step. */
function Spoken({ done, total }: { done: number, total: number }) {
  const format = useFormat()
  const [spoken, setSpoken] = useState(done)
  const speak = useEffectEvent(() => setSpoken(done))
  useEffect(() => {
    // A clock of its own: news that come faster than this must not put it off.
    const timer = setInterval(() => speak(), spokenEveryMilliseconds)
    return () => clearInterval(timer)
  }, [])
  const [looked, all] = [format.number(spoken), format.number(total)]
  return <p className="c-hidden" role="status"><Trans>{looked} of {all} reviews looked at</Trans></p>
}
