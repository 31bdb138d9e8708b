// Checks the theme app extension as the platform does. The platform's documentation comes with the package: nothing is fetched.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getTheme, loadConfig } from '@shopify/theme-check-node'
import { check } from '@shopify/theme-check-common'
