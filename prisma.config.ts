import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

// Prisma's native schema engine is downloaded by an install script, which we don't run.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('./scripts/schema-engine.mjs', import.meta.url))

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // The host "embedded" makes the stand-in use an empty database of a private server, enough for everything but deploy
  // and pull.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://embedded/none' },
})
