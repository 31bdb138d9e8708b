import { aem } from '../shop/integrations/aem/aem.ts'
import { cj } from '../shop/integrations/cj/cj.ts'
import { flow } from '../shop/integrations/flow/flow.ts'
import { instagram } from '../storefront/instagram/instagram.ts'
import type { Integration } from '../shop/integrations/integration.ts'
import { klaviyo } from '../shop/integrations/klaviyo/klaviyo.ts'
import { judgeme } from '../shop/integrations/judgeme/judgeme.ts'
import { webhook } from '../shop/webhooks/webhook.ts'
import { deepl } from '../reviews/translation/deepl.ts'
import { libreTranslate } from '../reviews/translation/libretranslate.ts'
import { joy } from '../requests/points/joy/joy.ts'
import { pushOwl } from '../requests/push/pushowl/pushowl.ts'

export const INTEGRATIONS: readonly Integration[] = [
  judgeme,
  cj,
  aem,
  klaviyo,
  joy,
  pushOwl,
  flow,
  instagram,
  deepl,
  libreTranslate,
  webhook,
]
