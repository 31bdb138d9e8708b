import { z } from 'zod'
import { readFlowAction, type FlowRules } from '../flow-action.ts'
import type { PlatformPort } from '../platform.ts'
import type { AdminApi } from './admin-api.ts'
import { flowTriggerDocument } from './documents.ts'
import { webhookHeaders } from './headers.ts'

const data = z.object({
  flowTriggerReceive: z.object({ userErrors: z.array(z.object({ message: z.string() })) }).nullable(),
})

/** Shopify Flow: starts workflows, and reads the calls of their actions. */
export const shopifyFlow = (
  api: AdminApi,
  rules: Omit<FlowRules, 'header'>,
): Pick<PlatformPort, 'startFlows' | 'verifyFlowAction'> => ({
  async startFlows(shop, { handle, payload }) {
    const { flowTriggerReceive } = await api.run(shop, {
      document: flowTriggerDocument,
      variables: { handle, payload },
      data,
    })
    return flowTriggerReceive?.userErrors[0]?.message ?? null
  },
  verifyFlowAction: (rawBody, headers) =>
    readFlowAction(rawBody, headers, { ...rules, header: webhookHeaders.signature }),
})
