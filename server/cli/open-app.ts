import { compose, type App } from '../app/compose.ts'
import type { Env } from '../core/env.ts'
import { openForCommand, openOrFail } from './program.ts'

/**
 * Opens the application for a command, beside a running server or alone. It does no background work and receives no
 * bounces, whose port the server holds.
 * @throws CommandEnd with a sentence
 */
export const openCommandApp = async (env: Env): Promise<App> =>
  openOrFail(
    compose({
      env: { ...env, CANDOR_ROLE: 'web', CANDOR_BOUNCE_PORT: undefined },
      database: await openForCommand(env),
    }),
  )
