import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../shops/shops.graphql.ts'
import {
  countCustomerData,
  eraseCustomerData,
  exportCustomerData,
  findCustomerData,
  type CustomerData as Found,
} from './customer-data.ts'
import { listCounts, PersonalDataCount, PrivacyRequestRef } from './privacy.graphql.ts'

export const CustomerData = builder.objectRef<Found>('CustomerData').implement({
  description: 'What the shop stores about one email address. Each list has the newest 20.',
  fields: (t) => ({
    email: t.exposeString('email', { description: 'The address in lower case.' }),
    name: t.string({
      nullable: true,
      description: 'The customer’s name; null if none is stored.',
      resolve: ({ person }) => person.names[0] ?? null,
    }),
    counts: t.field({
      type: [PersonalDataCount],
      description: 'Records by kind, as the export has them. Only kinds with records.',
      complexity: 100,
      resolve: async (found, _args, { ctx }) => listCounts(await countCustomerData(ctx, found)),
    }),
  }),
})

builder.objectFields(Shop, (t) => ({
  customerData: t.field({
    type: CustomerData,
    nullable: true,
    description: 'What the shop stores about an email address. Null without an address.',
    complexity: 100,
    args: { email: t.arg.string({ description: 'Upper and lower case don’t matter.' }) },
    resolve: (_shop, { email }, { ctx }) => (email == null ? null : findCustomerData(ctx, email)),
  }),
}))

const Input = builder.inputType('CustomerDataInput', {
  fields: (t) => ({ email: t.string({ required: true, description: 'The customer’s email address.' }) }),
})

builder.mutationFields((t) => ({
  exportCustomerData: t.field({
    type: PrivacyRequestRef,
    description: 'Starts a file with everything about an email address. The request has its URL when it is done.',
    errors: {},
    args: { input: t.arg({ type: Input, required: true }) },
    resolve: (_root, { input }, { ctx }) => exportCustomerData(ctx, input),
  }),
  eraseCustomerData: t.field({
    type: PrivacyRequestRef,
    description: 'Erases everything about an email address. Reviews stay as anonymous texts. This can’t be undone.',
    errors: {},
    args: { input: t.arg({ type: Input, required: true }) },
    resolve: (_root, { input }, { ctx }) => eraseCustomerData(ctx, input),
  }),
}))
