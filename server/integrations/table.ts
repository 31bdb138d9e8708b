import { cj } from './cj/cj.ts'
import type { Integration } from './integration.ts'
import { judgeme } from './judgeme/judgeme.ts'

/** The services a shop can connect to, in the order of their cards. */
export const INTEGRATIONS: readonly Integration[] = [judgeme, cj]
