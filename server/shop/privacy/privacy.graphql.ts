import {
  PRIVACY_KINDS,
  PRIVACY_ORIGINS,
  PRIVACY_STATUSES,
  privacyFileDays,
  type PrivacyKind,
  type PrivacyOrigin,
  type PrivacyStatus,
} from '../../../rules/privacy.ts'
import type { PrivacyRequest } from '../../generated/prisma/client.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { encodeId } from '../../core/global-ids.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { personFileUrl } from './files.ts'
import { listPrivacyRequests } from './privacy.ts'

const Kind = enumOf('PrivacyRequestKind', PRIVACY_KINDS, 'What is asked for.')
const Status = enumOf('PrivacyRequestStatus', PRIVACY_STATUSES, 'State of a request about personal data.')

const Origin = enumOf(
  'PrivacyRequestOrigin',
  PRIVACY_ORIGINS,
  'Who asked: the platform for its customer, or a person of the shop.',
)

export const PersonalDataCount = builder.objectRef<{ kind: string; count: number }>('PersonalDataCount').implement({
  description: 'Records of one kind that were found or erased.',
  fields: (t) => ({ kind: t.exposeString('kind'), count: t.exposeInt('count') }),
})

/** Returns only kinds with records. */
export const listCounts = (counts: Record<string, number>): { kind: string; count: number }[] =>
  Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [{ kind, count }] : []))

export const PrivacyRequestRef = builder.objectRef<PrivacyRequest>('PrivacyRequest').implement({
  description: 'A request about personal data, of the platform or of the merchant.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeId('PrivacyRequest', id) }),
    kind: t.field({ type: Kind, resolve: ({ kind }) => kind as PrivacyKind }),
    status: t.field({ type: Status, resolve: ({ status }) => status as PrivacyStatus }),
    origin: t.field({ type: Origin, resolve: ({ origin }) => origin as PrivacyOrigin }),
    requestedBy: t.exposeString('requestedBy', {
      description: 'Name or address of the person who asked; empty for the platform.',
    }),
    customer: t.string({
      nullable: true,
      description: 'Email address or platform id of the customer, as long as a file or open work needs it.',
      resolve: ({ person }) => {
        const named = person as { email?: string | null; platformId?: string | null } | null
        return named?.email ?? named?.platformId ?? null
      },
    }),
    counts: t.field({
      type: [PersonalDataCount],
      description: 'Only kinds with records.',
      resolve: ({ counts }) => listCounts(counts as Record<string, number>),
    }),
    fileUrl: t.string({
      nullable: true,
      description: 'Signed URL of the file. Null: no file, or it was deleted after 30 days.',
      resolve: (row, _args, { ctx }) => (row.fileKey ? personFileUrl(ctx, row, privacyFileDays) : null),
    }),
    fileSize: t.exposeInt('fileSize', { description: 'In bytes; 0 without a file.' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
})

builder.objectFields(Shop, (t) => ({
  privacyRequests: t.field({
    type: [PrivacyRequestRef],
    description: 'Requests of the platform and of the merchant about personal data, the newest first, 100 at most.',
    complexity: 100,
    resolve: (_shop, _args, { ctx }) => listPrivacyRequests(ctx),
  }),
}))
