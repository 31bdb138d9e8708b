import { formatMessage } from '../../../rules/messages.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { cancelInvitation, invitePerson, listPeople, removePerson } from './people.ts'

/** Routes of the people who can sign in to the shop. */
export const peopleRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/people', run: async (ctx) => ({ success: true, data: await listPeople(ctx) }) },
  {
    method: 'POST',
    path: '/people/invitations',
    body: { email: true },
    async run(ctx, { body }) {
      const data = await invitePerson(ctx, body)
      return { success: true, message: formatMessage('inviteSent', { email: data.email }), data }
    },
  },
  {
    method: 'DELETE',
    path: '/people/invitations/:id',
    body: {},
    async run(ctx, { params }) {
      await cancelInvitation(ctx, params.id ?? '')
      return { success: true }
    },
  },
  {
    method: 'DELETE',
    path: '/people/:id',
    body: {},
    async run(ctx, { params }) {
      await removePerson(ctx, params.id ?? '')
      return { success: true }
    },
  },
]
