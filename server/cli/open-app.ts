import type { App } from '../app/compose.ts'
import type { Env } from '../core/env.ts'
import { openForCommand, openOrFail } from './program.ts'

/**
 * Opens the application for a command, beside a running server or alone. It does no background work and receives no
 * bounces, whose port the server holds.
 * @throws CommandEnd with a sentence
 */
export async function openCommandApp(env: Env): Promise<App> {
  // Loaded on demand, so that a wrong argument is answered at once.
  const { compose } = await import('../app/compose.ts')
  return openOrFail(
    compose({
      env: { ...env, CANDOR_ROLE: 'web', CANDOR_BOUNCE_PORT: undefined, CANDOR_HEALTH_PORT: undefined },
      database: await openForCommand(env),
    }),
  )
}
