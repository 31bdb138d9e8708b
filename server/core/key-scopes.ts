import { includesScope, type KeyScope } from '../../rules/api-keys.ts'
import type { Actor, Ctx } from './context.ts'
import { KeyRefused } from './errors.ts'

/** The API key that a request came with. It acts with these scopes, in the place of a person. */
export interface ApiKeyIdentity {
  id: string
  scopes: readonly KeyScope[]
}

/** Returns the API key of a request; null for a person's session, a shopper or the system. */
export const findKey = (actor: Actor): ApiKeyIdentity | null => (actor.kind === 'merchant' && actor.key) || null

/** Returns whether a request has a scope. People have every scope. */
export function hasScope(actor: Actor, scope: KeyScope): boolean {
  const key = findKey(actor)
  return !key || includesScope(key.scopes, scope)
}

/** Refuses a request whose key lacks a scope. @throws KeyRefused */
export function requireScope(actor: Actor, scope: KeyScope): void {
  if (!hasScope(actor, scope)) throw new KeyRefused('keyScopeMissing', { scope })
}

/** Refuses API keys: only a person manages keys, people, plans and passwords. @throws KeyRefused */
export function requirePerson({ actor }: Pick<Ctx, 'actor'>): void {
  if (findKey(actor)) throw new KeyRefused('keyNeedsPerson')
}
