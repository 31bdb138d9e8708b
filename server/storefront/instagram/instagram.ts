import { startInstagram, stopInstagram } from './connection.ts'
import type { Integration } from '../../shop/integrations/integration.ts'
import { buildProfileRequest } from './api.ts'
import { answerAsInstagram } from './stand-in.ts'

/** Instagram, whose posts stand in the store (server/storefront/instagram). Merchants connect by logging in there, or with a token of their own app. */
export const instagram: Integration = {
  key: 'instagram',
  name: 'Instagram',
  baseUrl: 'https://graph.instagram.com',
  fields: ['token'],
  test: { request: (_ctx, { token = '' }) => buildProfileRequest(token) },
  changed: (tx, isConnected) => (isConnected ? startInstagram(tx) : stopInstagram(tx)),
  standIn: answerAsInstagram,
}
