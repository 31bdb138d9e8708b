import { startInstagram, stopInstagram } from './connection.ts'
import type { Integration } from '../../shop/integrations/integration.ts'
import { buildProfileRequest } from './api.ts'
import { answerAsInstagram } from './stand-in.ts'

/** Shows Instagram posts in the store. Merchants log in at Instagram or enter a token of their own app. */
export const instagram: Integration = {
  key: 'instagram',
  name: 'Instagram',
  baseUrl: 'https://graph.instagram.com',
  fields: ['token'],
  test: { request: (_ctx, { token = '' }) => buildProfileRequest(token) },
  changed: (tx, isConnected) => (isConnected ? startInstagram(tx) : stopInstagram(tx)),
  standIn: answerAsInstagram,
}
