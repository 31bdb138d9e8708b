// Builds what browsers load: the admin and the storefront's scripts and styles.
import { build } from 'vite'

for (const configFile of ['vite.config.ts', 'vite.storefront.config.ts']) await build({ configFile, logLevel: 'warn' })
