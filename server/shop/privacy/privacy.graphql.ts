import {
  PRIVACY_KINDS,
  PRIVACY_STATUSES,
  privacyFileDays,
  type PrivacyKind,
  type PrivacyStatus,
} from '../../../rules/privacy.ts'
import type { PrivacyRequest } from '../../generated/prisma/client.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { encodeId } from '../../core/global-ids.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { personFileUrl } from './files.ts'
import { listPrivacyRequests } from './privacy.ts'

const Kind = enumOf('PrivacyRequestKind', PRIVACY_KINDS, 'What the platform asks for.')
const Status = enumOf('PrivacyRequestStatus', PRIVACY_STATUSES, 'State of a request about personal data.')

const Count = builder.objectRef<{ kind: string; count: number }>('PersonalDataCount').implement({
  description: 'Records of one kind that were found or erased.',
  fields: (t) => ({ kind: t.exposeString('kind'), count: t.exposeInt('count') }),
})

const Request = builder.objectRef<PrivacyRequest>('PrivacyRequest').implement({
  description: 'A request of the platform about personal data.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeId('PrivacyRequest', id) }),
    kind: t.field({ type: Kind, resolve: ({ kind }) => kind as PrivacyKind }),
    status: t.field({ type: Status, resolve: ({ status }) => status as PrivacyStatus }),
    customer: t.string({
      nullable: true,
      description: 'Email address or platform id of the customer, as long as a file or open work needs it.',
      resolve: ({ person }) => {
        const named = person as { email?: string | null; platformId?: string | null } | null
        return named?.email ?? named?.platformId ?? null
      },
    }),
    counts: t.field({
      type: [Count],
      description: 'Only kinds with records.',
      resolve: ({ counts }) =>
        Object.entries(counts as Record<string, number>)
          .map(([kind, count]) => ({ kind, count }))
          .filter(({ count }) => count > 0),
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
    type: [Request],
    description: 'Requests of the platform about personal data, the newest first, 100 at most.',
    complexity: 100,
    resolve: (_shop, _args, { ctx }) => listPrivacyRequests(ctx),
  }),
}))
