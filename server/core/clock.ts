import { dayMs } from '../../rules/dates.ts'
import { UserError } from './errors.ts'
import type { DatabaseAccess } from './database/for-shop.ts'
import type { Env } from './env.ts'

/** Business time. Outside the demo and tests it is the wall clock and cannot move. */
export interface Clock {
  now(): Date
  /** Moves business time forward, never back. A restart keeps it. */
  advance(milliseconds: number): Promise<void>
  /** Calls back after each move. */
  onMove(callback: () => void): void
  /** Stops the clock at a moment, for tests. */
  pin(moment: Date): void
}

const stateKey = 'clockOffsetMs'
/** Limit for a demo, which would otherwise reach the end of dates. */
const farthestMs = 50 * 365 * dayMs

export async function openClock(access: DatabaseAccess, env: Pick<Env, 'CANDOR_MODE'>): Promise<Clock> {
  const demo = env.CANDOR_MODE === 'demo'
  const db = access.acrossShops('the demo platform')
  const kept = demo ? await db.demoState.findUnique({ where: { key: stateKey } }) : null
  let offset = typeof kept?.value === 'number' ? kept.value : 0
  let pinned: number | null = null
  const callbacks: (() => void)[] = []
  return {
    now: () => new Date((pinned ?? Date.now()) + offset),
    async advance(milliseconds) {
      if (!demo) throw new UserError('notInDemo')
      if (!(milliseconds > 0) || offset + milliseconds > farthestMs)
        throw new RangeError('The clock goes forward only, and not for ever.')
      offset += milliseconds
      await db.demoState.upsert({
        where: { key: stateKey },
        create: { key: stateKey, value: offset },
        update: { value: offset },
      })
      callbacks.forEach((callback) => callback())
    },
    onMove: (callback) => void callbacks.push(callback),
    pin(moment) {
      pinned = moment.getTime()
      offset = 0
      callbacks.forEach((callback) => callback())
    },
  }
}
