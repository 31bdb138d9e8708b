import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Banner, Button } from '@shopify/polaris'
import { useState } from 'react'
import { Dialog } from '../../shell/Dialog.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { useReadOnly, useViewer } from '../../shell/frame/viewer.tsx'
import { useRestAct } from '../../shell/relay/useRestAct.ts'
import { useRestData } from '../../shell/relay/useRestData.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { SettingsPage, SettingsSection } from '../../ui/settings/SettingsPage.tsx'
import { useIsOwner } from '../../ui/useIsOwner.ts'
import { InviteForm } from './InviteForm.tsx'

interface Person {
  id: string
  email: string
  name: string
  readOnly: boolean
  isYou: boolean
  lastUsedAt: string | null
}

interface Invitation {
  id: string
  email: string
  invitedBy: string
  expiresAt: string
}

interface PeopleData {
  people: readonly Person[]
  invitations: readonly Invitation[]
}

/** Lists who can sign in to the shop, with invitations. */
export function Component() {
  const { t } = useLingui()
  const mode = useMode()
  const isOwner = useIsOwner()
  const { data, failure, reload } = useRestData<PeopleData>('/people')
  if (!data) return failure === null ? <PageSkeleton kind="form" /> : <Banner tone="critical">{failure}</Banner>
  return (
    <SettingsPage title={t`People`} backAction={{ content: t`Settings`, url: hrefIn(mode, '/settings') }}>
      {isOwner && (
        <SettingsSection
          title={t`Invite a person`}
          description={t`They get an email with a link and choose their own password. Everyone can do the same things.`}
        >
          <InviteForm onSent={reload} />
        </SettingsSection>
      )}
      <SettingsSection
        title={t`People`}
        description={t`They sign in to Candor with an email address and a password. Staff who open Candor inside Shopify aren’t listed.`}
      >
        {data.people.length === 0 && (
          <p className="c-quiet">
            <Trans>No one signs in with a password yet.</Trans>
          </p>
        )}
        <ul className="c-people">
          {data.people.map((person) => (
            <PersonRow key={person.id} person={person} reload={reload} />
          ))}
        </ul>
      </SettingsSection>
      {data.invitations.length > 0 && (
        <SettingsSection title={t`Open invitations`} description={t`Each link works once, for 7 days.`}>
          <ul className="c-people">
            {data.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} reload={reload} />
            ))}
          </ul>
        </SettingsSection>
      )}
    </SettingsPage>
  )
}

function PersonRow({ person, reload }: { person: Person; reload: () => Promise<void> }) {
  const { t } = useLingui()
  const format = useFormat()
  const isOwner = useIsOwner()
  const { shop } = useViewer()
  const [asking, setAsking] = useState(false)
  const [act, busy] = useRestAct()
  const { id, email, name, isYou, lastUsedAt } = person
  const shopName = shop.name
  const called = name || email
  const used = lastUsedAt && format.date(lastUsedAt)
  const remove = async () => {
    if ((await act('DELETE', `/people/${id}`)).ok) await reload()
    setAsking(false)
  }
  return (
    <li>
      <div>
        <strong data-user-content>{called}</strong>
        {isYou && <Badge>{t`You`}</Badge>}
        {person.readOnly && <Badge tone="info">{t`Read-only`}</Badge>}
        <p className="c-quiet">
          {name && <span data-user-content>{email} · </span>}
          {used ? <Trans>Last used {used}</Trans> : <Trans>Signed out</Trans>}
        </p>
      </div>
      {!isYou && isOwner && (
        <Button
          tone="critical"
          variant="tertiary"
          accessibilityLabel={t`Remove ${called}`}
          onClick={() => setAsking(true)}
        >
          {t`Remove`}
        </Button>
      )}
      <Dialog
        open={asking}
        title={t`Remove ${called}?`}
        primary={{ label: t`Remove`, run: () => void remove(), destructive: true, busy }}
        onClose={() => setAsking(false)}
      >
        <Trans>
          <span data-user-content>{called}</span> is signed out of <span data-user-content>{shopName}</span> at once.
          What they did stays in the history.
        </Trans>
      </Dialog>
    </li>
  )
}

function InvitationRow({ invitation, reload }: { invitation: Invitation; reload: () => Promise<void> }) {
  const { t } = useLingui()
  const format = useFormat()
  const readOnly = useReadOnly()
  const [act, busy] = useRestAct()
  const { id, email, invitedBy } = invitation
  const until = format.date(invitation.expiresAt)
  const cancel = async () => {
    if ((await act('DELETE', `/people/invitations/${id}`)).ok) await reload()
  }
  return (
    <li>
      <div>
        <strong data-user-content>{email}</strong>
        <p className="c-quiet">
          <Trans>
            Invited by <span data-user-content>{invitedBy}</span>, valid until {until}
          </Trans>
        </p>
      </div>
      {!readOnly && (
        <Button loading={busy} accessibilityLabel={t`Cancel the invitation of ${email}`} onClick={() => void cancel()}>
          {t`Cancel`}
        </Button>
      )}
    </li>
  )
}
