import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'

const loaders = new WeakMap<object, Map<unknown, DataLoader<unknown, unknown, string>>>()

/**
 * Loads a field for all rows of a list at once. The keys of one tick go to `load`, which returns values in the same
 * order. Rows of one field of one request share a loader, so arguments and selections are the same.
 */
export function getBatchLoader<Key extends { id: string }, Value>(
  context: object,
  info: Pick<GraphQLResolveInfo, 'fieldNodes'>,
  load: (keys: readonly Key[]) => Promise<Value[]>,
): DataLoader<Key, Value, string> {
  const ofRequest = loaders.get(context) ?? new Map<unknown, DataLoader<unknown, unknown, string>>()
  loaders.set(context, ofRequest)
  const node = info.fieldNodes[0]
  const known = ofRequest.get(node) as DataLoader<Key, Value, string> | undefined
  if (known) return known
  const loader = new DataLoader<Key, Value, string>(load, { cacheKeyFn: ({ id }) => id })
  ofRequest.set(node, loader)
  return loader
}
