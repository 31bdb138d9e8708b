import type { IntegrationDelivery } from '../../generated/prisma/client.ts'

/** Returns the JSON that a webhook sends; null for deliveries of other services. */
export const buildDeliveryBody = ({
  endpointId,
  event,
  createdAt,
  payload,
}: Pick<IntegrationDelivery, 'endpointId' | 'event' | 'createdAt' | 'payload'>): string | null =>
  endpointId && JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data: payload })
