import SchemaBuilder from '@pothos/core'
import { isObjectType } from 'graphql'
import ComplexityPlugin from '@pothos/plugin-complexity'
import ErrorsPlugin from '@pothos/plugin-errors'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import type { MessageParams } from '../../../rules/messages.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { getDatamodel } from '../../generated/pothos.ts'
import type PrismaTypes from '../../generated/pothos.ts'
import type { Ctx } from '../context.ts'
import type { DatabaseAccess } from '../database/for-shop.ts'
import { InvalidInput, NotFound } from '../errors.ts'
import type { Session } from '../../shop/session/session.ts'
import { noteRefusal } from './idempotent-mutations.ts'
import { decodeNodeId, encodeId } from '../global-ids.ts'
import { loadedColumns } from './loaded-columns.ts'
import type { PubSub } from './subscriptions/pubsub.ts'

/** The context of resolvers. Reading any property of `ctx` throws while the session has no shop. */
export interface GqlContext {
  session: Session
  readonly ctx: Ctx
  pubsub: PubSub
  access: DatabaseAccess
}

/** Limits of a document: a full page of the largest screen costs about a tenth. */
export const limits = { complexity: 20_000, depth: 12, breadth: 450 }

export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

interface Types {
  Context: GqlContext
  PrismaTypes: PrismaTypes
  DefaultFieldNullability: false
  Scalars: {
    DateTime: { Input: Date; Output: Date }
    ID: { Input: string; Output: string | number }
    MessageParams: { Input: never; Output: MessageParams }
  }
}

/** The builder's types, for functions that add fields to several inputs. */
export type BuilderTypes = PothosSchemaTypes.ExtendDefaultTypes<Types>

export const builder = new SchemaBuilder<Types>({
  plugins: [ErrorsPlugin, ComplexityPlugin, RelayPlugin, loadedColumns, PrismaPlugin],
  defaultFieldNullability: false,
  complexity: { limit: limits, defaultListMultiplier: 1 },
  relay: {
    // One request for any number of rows would bypass the bounded pages.
    nodesQueryOptions: false,
    nodeQueryOptions: {
      // Ids of types without a page of their own, such as an answer of the survey, name no node.
      resolve: (_root, { id }, _context, { schema }, resolveNode) => {
        const type = schema.getType(id.typename)
        const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')
        return isNode ? resolveNode(id) : null
      },
    },
    encodeGlobalID: encodeId,
    decodeGlobalID: decodeNodeId,
  },
  prisma: {
    client: (context) => context.ctx.db as PrismaClient,
    dmmf: getDatamodel(),
    onUnusedQuery: process.env.NODE_ENV === 'production' ? null : 'warn',
    maxConnectionSize: 100,
    defaultConnectionSize: 20,
  },
  errors: {
    defaultTypes: [InvalidInput, NotFound],
    onResolvedError: noteRefusal,
    defaultUnionOptions: { name: ({ fieldName }) => `${capitalised(fieldName)}Result` },
    defaultResultOptions: { name: ({ fieldName }) => `${capitalised(fieldName)}Success` },
  },
})

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})
