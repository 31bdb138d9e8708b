import type { SavedView as Row } from '../../generated/prisma/client.ts'
import { builder } from '../../core/graphql/builder.ts'
import { decodeRowId } from '../../core/global-ids.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { deleteView, listViews, saveView, viewById } from './saved-views.ts'

const SavedViewRef = builder.objectRef<Row>('SavedView')
builder.node(SavedViewRef, {
  description: 'Filters of the review list under a name.',
  id: { resolve: ({ id }) => id },
  loadOne: (id, { ctx }) => viewById(ctx, id).catch(() => null),
  fields: (t) => ({
    name: t.exposeString('name'),
    query: t.exposeString('query', { description: 'The list’s address parameters, without page, cursor and count.' }),
  }),
})

builder.objectField(Shop, 'savedViews', (t) =>
  t.field({
    type: [SavedViewRef],
    description: 'By name.',
    resolve: (_shop, _args, { ctx }) => listViews(ctx, 'reviews'),
  }),
)

const SaveInput = builder.inputType('SaveViewInput', {
  fields: (t) => ({
    id: t.id({ description: 'The view to change; absent for a new one.' }),
    name: t.string({ required: true }),
    query: t.string({
      required: true,
      description: 'Page, cursor and count are ignored. Other unknown parameters are refused.',
    }),
  }),
})
const DeleteInput = builder.inputType('DeleteViewInput', { fields: (t) => ({ id: t.id({ required: true }) }) })
const DeletedView = builder
  .objectRef<{ id: string }>('DeletedView')
  .implement({ fields: (t) => ({ id: t.exposeID('id') }) })

builder.mutationFields((t) => ({
  saveView: t.field({
    type: SavedViewRef,
    description: 'Saves the review list’s filters under a name.',
    errors: {},
    args: { input: t.arg({ type: SaveInput, required: true }) },
    resolve: (_root, { input: { id, name, query } }, { ctx }) =>
      saveView(ctx, { id: id ? decodeRowId('SavedView', id) : null, name, query }),
  }),
  deleteView: t.field({
    type: DeletedView,
    errors: {},
    args: { input: t.arg({ type: DeleteInput, required: true }) },
    resolve: async (_root, { input }, { ctx }) => {
      await deleteView(ctx, decodeRowId('SavedView', input.id))
      return { id: input.id }
    },
  }),
}))
