import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { graphql, useFragment } from 'react-relay/hooks'
import { Link } from 'react-router'
import type { Save_entry$data, Save_entry$key } from '../../../../__generated__/Save_entry.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ChangedValue } from './ChangedValue.tsx'
import { documents } from './documents.ts'
import { fieldLabel, wordsOf } from './fieldLabel.ts'

type Change = Save_entry$data['changes'][number]
/** Changes shown before the rest folds. */
const shown = 6

/** One save: the page, who and when, and each changed field before and after. */
export function Save({ entry }: { entry: Save_entry$key }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const mode = useMode()
  const { key, actor, actorName, at, changes } = useFragment(
    graphql`
      fragment Save_entry on SettingHistoryEntry { key actor actorName at changes { field before after isSecret } }
    `,
    entry,
  )
  const document = documents[key]
  const title = document ? wordsOf(i18n, document.title) : key
  const rest = changes.slice(shown)
  return (
    <article className="c-save">
      <header>
        <h2>{document ? <Link to={hrefIn(mode, document.path)}>{title}</Link> : title}</h2>
        <span className="c-quiet">
          {actorName ? (
            <span data-user-content>{actorName}</span>
          ) : actor === 'MERCHANT' ? (
            t`You or your team`
          ) : (
            'Candor'
          )}
          {' · '}
          {format.date(at, { dateStyle: 'medium', timeStyle: 'short' })}
        </span>
      </header>
      <Changes document={key} changes={changes.slice(0, shown)} />
      {rest.length > 0 && (
        <details>
          <summary>{t`${plural(rest.length, { one: '# more change', other: '# more changes' })}`}</summary>
          <Changes document={key} changes={rest} />
        </details>
      )}
    </article>
  )
}

function Changes({ document, changes }: { document: string; changes: readonly Change[] }) {
  const { i18n } = useLingui()
  return (
    <dl>
      {changes.map(({ field, before, after, isSecret }) => (
        <div key={field}>
          <dt>{fieldLabel(i18n, document, field)}</dt>
          <dd>
            {before === after || isCount(before, after) ? (
              <ins>
                <Trans>Changed</Trans>
              </ins>
            ) : (
              <>
                <del>
                  <ChangedValue {...{ document, field, isSecret }} json={before} other={after} />
                </del>
                <span aria-hidden="true">→</span>
                <ins>
                  <ChangedValue {...{ document, field, isSecret }} json={after} other={before} />
                </ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether both are lists of entries, equally many: the number says nothing about the change. */
function isCount(before: string, after: string): boolean {
  const lists = [before, after].map((json) => JSON.parse(json) as unknown)
  const counts = lists.map((list) => (Array.isArray(list) && typeof list[0] === 'object' ? list.length : -1))
  return counts[0] === counts[1] && counts[0] !== -1
}
