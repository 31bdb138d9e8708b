import { getOperationAST, GraphQLError, type DocumentNode } from 'graphql'

const kindOf = (document: DocumentNode, name: string | null | undefined): string | undefined =>
  getOperationAST(document, name)?.operation

export const isMutation = (document: DocumentNode, name: string | null | undefined): boolean =>
  kindOf(document, name) === 'mutation'
export const isSubscription = (document: DocumentNode, name: string | null | undefined): boolean =>
  kindOf(document, name) === 'subscription'

export function readDocument<T>(read: () => T): T | GraphQLError {
  try {
    return read()
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}
