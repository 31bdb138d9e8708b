import { getBatchLoader } from '../../core/graphql/batched.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { findReplyMails, REPLY_MAIL_STATES, type ReplyMail } from './changes/reply-mail-state.ts'

const ReplyMailRef = builder.objectRef<ReplyMail>('ReplyMail').implement({
  description: 'The email with a reply.',
  fields: (t) => ({
    state: t.field({ type: enumOf('ReplyMailState', REPLY_MAIL_STATES), resolve: ({ state }) => state }),
    at: t.expose('at', { type: 'DateTime', description: 'When it is due, was sent or failed.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Code of why it failed, or the mail server’s answer.',
    }),
  }),
})

builder.prismaObjectFields('Review', (t) => ({
  replyMail: t.field({
    type: ReplyMailRef,
    nullable: true,
    description: 'What became of the email with the reply; null if none was asked for.',
    select: { id: true, replyContent: true },
    resolve: ({ id, replyContent }, _args, context, info) =>
      replyContent
        ? getBatchLoader(context, info, (reviews: readonly { id: string }[]) =>
            findReplyMails(
              context.ctx,
              reviews.map((review) => review.id),
            ),
          ).load({ id })
        : null,
  }),
}))
