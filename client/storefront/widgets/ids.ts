/** Returns a short key of a product's handle. It keeps the ids of two products on one page apart. */
export function productKey(handle: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < handle.length; at++) hash = Math.imul(hash ^ handle.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Returns an element's id: `candor-<key>-<name>`, or `candor-<name>` in widgets of the whole shop. */
export const widgetId = (name: string, key = ''): string => `candor-${key && `${key}-`}${name}`

/** Returns the id of a product's element, for links from other pages. */
export const productElementId = (name: 'reviews' | 'write' | 'linked', handle: string): string =>
  widgetId(name, productKey(handle))
