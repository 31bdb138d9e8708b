import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button } from '@shopify/polaris'
import { useState } from 'react'
import type { managingKeyLoaderQuery$data } from '../../../../__generated__/managingKeyLoaderQuery.graphql.ts'
import type { KeyScope } from '../../../../../rules/api-keys.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'
import { useScopeWords } from './scopeWords.ts'

export type ShownKey = NonNullable<managingKeyLoaderQuery$data['viewer']['shop']>['apiKeys'][number]

interface Props {
  apiKey: ShownKey
  now: string
  canRotate: boolean
  canRevoke: boolean
}

/** One key: what it may do, who made it, when it was used last. */
export function KeyRow({ apiKey, now, canRotate, canRevoke }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const words = useScopeWords()
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null)
  const { name, prefix, scopes, createdBy, lastUsedAt, expiresAt, revokedAt } = apiKey
  const at = (time: string) => format.date(time, { dateStyle: 'medium', timeStyle: 'short' })
  const created = format.date(apiKey.createdAt)
  const used = lastUsedAt && at(lastUsedAt)
  const isOver = expiresAt != null && Date.parse(expiresAt) <= Date.parse(now)
  const works = revokedAt === null && !isOver
  const ends = expiresAt && at(expiresAt)
  // After a rotation, two keys have the same name.
  const revoke = (name: string) => t`Revoke ${name}`
  return (
    <li>
      <div className="c-key-head">
        <h3 data-user-content>{name}</h3>
        {scopes.map((scope) => (
          <Badge key={scope}>{words[scope as KeyScope].badge}</Badge>
        ))}
        {revokedAt !== null && <Badge tone="critical">{t`Revoked`}</Badge>}
        {revokedAt === null && ends && (
          <Badge tone={isOver ? 'critical' : 'attention'}>{isOver ? t`Replaced` : t`Works until ${ends}`}</Badge>
        )}
      </div>
      <code>{prefix}…</code>
      <p className="c-quiet">
        <Trans>
          Created by <span data-user-content>{createdBy}</span> on {created}
        </Trans>
        {' · '}
        {used ? <Trans>Last used {used}</Trans> : <Trans>Never used</Trans>}
      </p>
      {works && canRevoke && (
        <div className="c-key-acts">
          {canRotate && expiresAt === null && (
            <Button accessibilityLabel={t`Rotate ${name}`} onClick={() => setAsking('rotate')}>{t`Rotate`}</Button>
          )}
          <Button
            tone="critical"
            variant="tertiary"
            accessibilityLabel={revoke(ends ? `${name} (${prefix})` : name)}
            onClick={() => setAsking('revoke')}
          >
            {t`Revoke`}
          </Button>
        </div>
      )}
      {asking === 'rotate' && <RotateKeyDialog apiKey={apiKey} onClose={() => setAsking(null)} />}
      {asking === 'revoke' && <RevokeKeyDialog apiKey={apiKey} onClose={() => setAsking(null)} />}
    </li>
  )
}
