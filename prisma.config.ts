import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

// Prisma's native schema engine is downloaded by an install script, which we don't run.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('./scripts/schema-engine.mjs', import.meta.url))

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // With the host "embedded", the stand-in uses an empty database. This is enough for all but deploy and pull.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://embedded/none' },
})
