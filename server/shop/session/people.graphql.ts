import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { listPeople } from './people.ts'

interface ShopPerson {
  id: string
  email: string
  name: string
  isYou: boolean
}

export const PersonRef = builder.objectRef<ShopPerson>('ShopPerson').implement({
  description: 'A person who can sign in to the shop with an email address and a password.',
  fields: (t) => ({
    accountId: t.exposeString('id'),
    email: t.exposeString('email'),
    name: t.exposeString('name', { description: 'As the person calls itself; may be empty.' }),
    isYou: t.exposeBoolean('isYou'),
  }),
})

builder.objectField(Shop, 'people', (t) =>
  t.field({
    type: [PersonRef],
    description: 'The longest here first.',
    complexity: 20,
    resolve: async (_shop, _args, { ctx }) => (await listPeople(ctx)).people,
  }),
)
