const encoder = new TextEncoder()

/** Returns the UUID in a Relay id. Settings documents store UUIDs. */
export function uuidOf(globalId: string): string {
  const bytes = atob(globalId.replaceAll('-', '+').replaceAll('_', '/'))
  return bytes.slice(bytes.indexOf(':') + 1)
}

export function globalIdOf(type: 'Product' | 'Review', uuid: string): string {
  const text = String.fromCharCode(...encoder.encode(`${type}:${uuid}`))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
