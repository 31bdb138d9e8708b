import type { World } from '../world.ts'

/** Returns the server's routes, such as `GET /r/:token`. The router's own list lacks wildcards behind a prefix. */
export function mountedRoutes(world: World): string[] {
  const path: string[] = []
  return world.app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([\s│]*)[├└]── (\S+) \(([A-Z, ]+)\)$/u.exec(line)
      if (!found) return []
      const [, indent = '', part = '', methods = ''] = found
      path.length = Math.floor(indent.length / 4)
      path.push(part)
      return methods
        .split(', ')
        .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
        .map((method) => `${method} ${path.join('')}`)
    })
}
