import {
  PAUSE_REASONS,
  RECORD_KINDS,
  RECORD_STATUSES,
  SENDER_STATES,
  type PauseReason,
  type SenderRecord,
} from '../../../rules/sender.ts'
import { LimitReached, NotAllowed, UpstreamFailed } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { encodeId } from '../../core/global-ids.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { performSenderAction, readSender, SENDER_ACTIONS, type SenderStatus } from './sender.ts'
import { testSender } from './test-mail.ts'

const Record = builder.objectRef<SenderRecord>('SenderRecord').implement({
  description: 'A DNS record that the shop’s domain needs.',
  fields: (t) => ({
    kind: t.field({ type: enumOf('SenderRecordKind', RECORD_KINDS), resolve: ({ kind }) => kind }),
    type: t.exposeString('type', { description: 'TXT or CNAME.' }),
    name: t.exposeString('name'),
    value: t.exposeString('value', {
      description: 'Required value. An existing SPF record keeps its other senders.',
    }),
    status: t.field({ type: enumOf('SenderRecordStatus', RECORD_STATUSES), resolve: ({ status }) => status }),
  }),
})

const Pause = builder.objectRef<NonNullable<SenderStatus['pause']>>('MailPause').implement({
  description: 'Why emails are paused. Requests wait until emails resume.',
  fields: (t) => ({
    reason: t.field({ type: enumOf('MailPauseReason', PAUSE_REASONS), resolve: ({ reason }) => reason as PauseReason }),
    text: t.exposeString('text', {
      description: 'Answer of the mail server, `smtpUnreachable` or the like if it gave none, or the rate.',
    }),
    host: t.exposeString('host', { description: 'The shop’s own mail server; empty without one.' }),
    since: t.expose('since', { type: 'DateTime' }),
  }),
})

const Sender = builder.objectRef<SenderStatus>('MailSender').implement({
  description: 'Sender of the shop’s emails, and whether emails are paused.',
  fields: (t) => ({
    id: t.id({ resolve: (_sender, _args, { ctx }) => encodeId('MailSender', ctx.shop.id) }),
    ownAddress: t.exposeString('ownAddress', {
      description: 'Candor’s own address, used until the shop’s is verified.',
    }),
    domain: t.exposeString('domain', {
      nullable: true,
      description: 'The domain of senderEmail; null without a custom sender.',
    }),
    state: t.field({
      type: enumOf('SenderState', SENDER_STATES),
      description: 'Broken: it was verified, but a record is missing now.',
      resolve: ({ state }) => state,
    }),
    records: t.field({ type: [Record], resolve: ({ records }) => [...records] }),
    dnsFailed: t.exposeBoolean('dnsFailed', {
      description: 'No DNS server answered the last check, so the state is older.',
    }),
    checkedAt: t.expose('checkedAt', { type: 'DateTime', nullable: true }),
    mailedAt: t.expose('mailedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the records were last sent to senderEmail.',
    }),
    isServerVerified: t.exposeBoolean('isServerVerified', {
      nullable: true,
      description: 'The shop’s own mail server passed a test since its settings changed; null without one.',
    }),
    pause: t.field({ type: Pause, nullable: true, resolve: ({ pause }) => pause }),
  }),
})

builder.objectFields(Shop, (t) => ({
  mailSender: t.field({ type: Sender, resolve: (_shop, _args, { ctx }) => readSender(ctx) }),
}))

const ActInput = builder.inputType('ActOnSenderInput', {
  fields: (t) => ({
    act: t.field({
      type: enumOf(
        'SenderAct',
        SENDER_ACTIONS,
        'CHECK looks at the DNS records, CHECK_SERVER logs in at the shop’s own mail server, MAIL_RECORDS sends them to senderEmail, RESUME ends a pause.',
      ),
      required: true,
    }),
  }),
})
const SettingsInput = builder.inputType('TestSenderSettingsInput', {
  description: 'Unsaved fields of the form.',
  fields: (t) => ({
    smtpType: t.field({ type: enumOf('SmtpType', ['default', 'custom']) }),
    host: t.string(),
    port: t.int(),
    encryption: t.field({ type: enumOf('SmtpEncryption', ['automatic', 'tls', 'starttls']) }),
    authentication: t.boolean(),
    username: t.string(),
    senderEmail: t.string(),
    senderName: t.string(),
  }),
})
const TestInput = builder.inputType('TestSenderInput', {
  fields: (t) => ({
    to: t.string({ required: true }),
    settings: t.field({ type: SettingsInput }),
    password: t.string({ description: 'Defaults to the stored password if server and username are the stored ones.' }),
  }),
})

const present = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

builder.mutationFields((t) => ({
  actOnSender: t.field({
    type: Sender,
    description: 'Checks the sender or its mail server, mails its records or resumes paused emails.',
    errors: { types: [NotAllowed, LimitReached, UpstreamFailed] },
    args: { input: t.arg({ type: ActInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => performSenderAction(ctx, input.act),
  }),
  testSender: t.field({
    type: Sender,
    description: 'Sends a test email with the settings. At most 25 in 24 hours.',
    errors: { types: [UpstreamFailed, LimitReached] },
    args: { input: t.arg({ type: TestInput, required: true }) },
    resolve: async (_root, { input: { settings, ...input } }, { ctx }) => {
      await testSender(ctx, { ...present(input), ...(settings && { settings: present(settings) }) })
      return readSender(ctx)
    },
  }),
}))
