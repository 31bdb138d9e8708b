// Builds what browsers load: the admin and the storefront's scripts and styles.
import { build } from 'vite'
import { compressFolder } from './compress-built.mjs'

process.env.NODE_ENV = 'production' // overrides the shell and test runners: React's development build is twice the size
delete process.env.BABEL_ENV
try {
  for (const configFile of ['vite.config.ts', 'vite.storefront.config.ts'])
    await build({ configFile, mode: 'production', logLevel: 'warn' })
  await compressFolder('dist/admin/assets')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
