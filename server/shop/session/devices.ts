import Bowser from 'bowser'
import { cleanLine } from '../../../rules/clean-text.ts'
import { NotFound } from '../../core/errors.ts'
import { isUuid } from '../../core/uuid.ts'
import { endSessions, type SessionDeps } from './end-sessions.ts'

/** What a browser says about itself at the login. */
export interface Device {
  userAgent: string
  /** IANA name, such as Europe/Stockholm; empty: unknown. */
  timeZone: string
}

export function readDevice(userAgent: string | undefined, timeZone: unknown): Device {
  return { userAgent: cleanLine(userAgent ?? '').slice(0, 300), timeZone: readTimeZone(timeZone) }
}

function readTimeZone(value: unknown): string {
  try {
    return typeof value === 'string'
      ? new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
      : ''
  } catch {
    return ''
  }
}

interface SignedInDevice {
  id: string
  /** Null: unknown. */
  browser: string | null
  system: string | null
  timeZone: string
  signedInAt: Date
  lastUsedAt: Date
  isCurrent: boolean
}

const mostListed = 50

/** Returns the account's open sessions, the last used first. */
export async function listDevices(
  { access }: SessionDeps,
  { accountId, tokenHash }: { accountId: string; tokenHash: string },
): Promise<SignedInDevice[]> {
  const rows = await access.acrossShops('log in').loginSession.findMany({
    where: { accountId, expiresAt: { gt: new Date() } },
    orderBy: { lastUsedAt: 'desc' },
    take: mostListed,
  })
  return rows.map((row) => ({
    id: row.id,
    ...nameBrowser(row.userAgent),
    timeZone: row.timeZone,
    signedInAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    isCurrent: row.tokenHash === tokenHash,
  }))
}

function nameBrowser(userAgent: string): { browser: string | null; system: string | null } {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}

/** Signs one device out. @throws NotFound for a session of another account */
export async function revokeDevice(deps: SessionDeps, accountId: string, id: string): Promise<void> {
  if (!isUuid(id) || (await endSessions(deps, { id, accountId })) === 0) throw new NotFound()
}
