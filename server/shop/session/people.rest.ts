import { z } from 'zod'
import { formatMessage } from '../../../rules/messages.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { flag, emptyBody, text, time, timeOrNull, uuid } from '../../core/rest/shapes.ts'
import { cancelInvitation, invitePerson, listPeople, removePerson } from './people.ts'

const personShape = z.object({
  id: uuid,
  email: text,
  name: text,
  readOnly: flag,
  isYou: flag,
  lastUsedAt: timeOrNull,
})
const invitationShape = z.object({ id: uuid, email: text, invitedBy: text, expiresAt: time })

/** Routes of the people who can sign in to the shop. */
export const peopleRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/people',
    summary: 'List people and invitations',
    answer: { data: z.object({ people: z.array(personShape), invitations: z.array(invitationShape) }) },
    run: async (ctx) => ({ success: true, data: await listPeople(ctx) }),
  },
  {
    method: 'POST',
    path: '/people/invitations',
    summary: 'Invite a person',
    answer: { data: z.looseObject({ email: z.string() }) },
    personOnly: true,
    body: z.object({ email: z.string() }),
    async run(ctx, { body }) {
      const data = await invitePerson(ctx, body)
      return { success: true, message: formatMessage('inviteSent', { email: data.email }), data }
    },
  },
  {
    method: 'DELETE',
    path: '/people/invitations/:id',
    summary: 'Withdraw an invitation',
    answer: { body: z.object({ success: z.literal(true) }) },
    personOnly: true,
    body: emptyBody,
    async run(ctx, { params }) {
      await cancelInvitation(ctx, params.id ?? '')
      return { success: true }
    },
  },
  {
    method: 'DELETE',
    path: '/people/:id',
    summary: 'Remove a person from the shop',
    answer: { body: z.object({ success: z.literal(true) }) },
    personOnly: true,
    body: emptyBody,
    async run(ctx, { params }) {
      await removePerson(ctx, params.id ?? '')
      return { success: true }
    },
  },
]
