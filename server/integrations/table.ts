import { aem } from './aem/aem.ts'
import { cj } from './cj/cj.ts'
import { instagram } from './instagram/instagram.ts'
import type { Integration } from './integration.ts'
import { judgeme } from './judgeme/judgeme.ts'
import { pushOwl } from './pushowl/pushowl.ts'

/** The services a shop can connect to, in the order of their cards. */
export const INTEGRATIONS: readonly Integration[] = [judgeme, cj, aem, pushOwl, instagram]
