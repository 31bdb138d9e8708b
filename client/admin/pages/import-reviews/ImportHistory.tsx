import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Badge, Button, Card, type BadgeProps } from '@shopify/polaris'
import { Link, useLocation } from 'react-router'
import { templateSource, unknownSource } from '../../../../rules/import-apps.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { DiscardButton } from './run/DiscardButton.tsx'
import { UndoButton } from './run/UndoButton.tsx'
import { useRunFigures, type RunFigures } from './run/useRunFigures.ts'
import { runParam, useShowRun } from './useImportRun.ts'
import type { Imports } from './useImports.ts'

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

/** Lists the latest imports. Each links to its result or its open step. */
export function ImportHistory({ runs, more, loading }: Imports) {
  const { t } = useLingui()
  return (
    <Card padding="0">
      <section className="c-history" aria-labelledby="import-history">
        <h2 id="import-history">{t`Import history`}</h2>
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

function Row({ run: key }: { run: Imports['runs'][number] }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { pathname, search } = useLocation()
  const show = useShowRun()
  const run = useRunFigures(key)
  // The API names these two sources; an app has the same name in every language.
  const names: Record<string, string> = { [unknownSource]: t`Unknown app`, [templateSource]: t`Candor template` }
  const params = new URLSearchParams(search)
  params.set(runParam, run.id)
  const status = statuses[run.status]
  return (
    <li>
      <Link to={`${pathname}?${params}`}>
        <span>
          <strong data-user-content>{run.fileName}</strong>
          <span className="c-quiet">
            {names[run.source] ?? run.source} ·{' '}
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
function Came({ run }: { run: RunFigures }) {
  const { t } = useLingui()
  const { status, undoable, toImport, imported, removed, duplicates, unmatched, bad } = run
  const format = useFormat()
  const all = format.number(toImport)
  if (status === 'RUNNING' || status === 'PAUSED') return <span>{`${format.number(imported)} ${t`of ${all}`}`}</span>
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
