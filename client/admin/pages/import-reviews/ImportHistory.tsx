import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Card, type BadgeProps } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { Link, useLocation } from 'react-router'
import type {
  ImportHistory_runs$data,
  ImportHistory_runs$key,
} from '../../../__generated__/ImportHistory_runs.graphql.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { DiscardButton } from './run/DiscardButton.tsx'
import { UndoButton } from './run/UndoButton.tsx'
import { SourceName } from './sources/SourceName.tsx'
import { runParam, useShowRun } from './useImportRun.ts'

const fragment = graphql`
  fragment ImportHistory_runs on ImportRun @relay(plural: true) {
    id
    status
    source
    fileName
    createdAt
    total
    done
    imported
    duplicates
    unmatched
    bad
    removed
    undoable
    discardable
  }
`

type Run = ImportHistory_runs$data[number]

const statuses: Readonly<Record<string, { label: MessageDescriptor; tone?: NonNullable<BadgeProps['tone']> }>> = {
  CHECKING: { label: msg`Checking`, tone: 'info' },
  CHECKED: { label: msg`Not started`, tone: 'attention' },
  RUNNING: { label: msg`Running`, tone: 'info' },
  PAUSED: { label: msg`Paused` },
  DONE: { label: msg`Done`, tone: 'success' },
  FAILED: { label: msg`Failed`, tone: 'critical' },
  CANCELLED: { label: msg`Canceled` },
  UNDOING: { label: msg`Undoing`, tone: 'info' },
  UNDONE: { label: msg`Undone` },
}

interface Props {
  runs: ImportHistory_runs$key
  /** Loads older imports; null when all are loaded. */
  more: (() => void) | null
  loading: boolean
}

/** Lists the latest imports. Each links to its result or its open step. */
export function ImportHistory({ runs: key, more, loading }: Props) {
  const { t } = useLingui()
  const runs = useFragment(fragment, key)
  return (
    <Card padding="0">
      <section className="c-history" aria-labelledby="import-history">
        <h2 id="import-history">
          <Trans>Import history</Trans>
        </h2>
        <ul>
          {runs.map((run) => (
            <Row key={run.id} run={run} />
          ))}
        </ul>
        {more && (
          <div className="c-history-more">
            <Button loading={loading} onClick={more}>{t`Show older imports`}</Button>
          </div>
        )}
      </section>
    </Card>
  )
}

function Row({ run }: { run: Run }) {
  const { i18n } = useLingui()
  const format = useFormat()
  const { pathname, search } = useLocation()
  const show = useShowRun()
  const params = new URLSearchParams(search)
  params.set(runParam, run.id)
  const status = statuses[run.status]
  return (
    <li>
      <Link to={`${pathname}?${params}`}>
        <span>
          <strong data-user-content>{run.fileName}</strong>
          <span className="c-quiet">
            <SourceName source={run.source} /> ·{' '}
            {format.date(run.createdAt, { dateStyle: 'medium', timeStyle: 'short' })}
          </span>
        </span>
        <span className="c-history-count">
          <Came run={run} />
        </span>
        {status && <Badge {...(status.tone ? { tone: status.tone } : {})}>{i18n._(status.label)}</Badge>}
      </Link>
      {run.undoable && <UndoButton short importId={run.id} fileName={run.fileName} onBegun={() => show(run.id)} />}
      {run.discardable && <DiscardButton short importId={run.id} fileName={run.fileName} />}
    </li>
  )
}

/** Says what an ended import brought, or how far an open one is. The page itself shows the running import. */
function Came({ run: { status, undoable, total, done, imported, removed, duplicates, unmatched, bad } }: { run: Run }) {
  const format = useFormat()
  const all = format.number(total)
  if (status === 'RUNNING' || status === 'PAUSED')
    return (
      <span>
        {format.number(done)} <Trans>of {all}</Trans>
      </span>
    )
  if (status === 'UNDONE') return <Plural value={removed} one="# removed" other="# removed" />
  if (!undoable && status !== 'DONE') return null
  const leftOut = unmatched + bad
  return (
    <>
      <Plural value={imported} one="# review" other="# reviews" />
      <span className="c-quiet">
        {duplicates > 0 && <Plural value={duplicates} one="# duplicate" other="# duplicates" />}
        {duplicates > 0 && leftOut > 0 && ' · '}
        {leftOut > 0 && <Plural value={leftOut} one="# not imported" other="# not imported" />}
      </span>
    </>
  )
}
