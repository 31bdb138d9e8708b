import { readFileSync } from 'node:fs'

/** Every path of the router's tables, so that new pages are included. */
export const adminRoutes = ['routes.tsx', 'integrationRoutes.ts']
  .flatMap((file) => [
    ...readFileSync(`client/admin/${file}`, 'utf8').matchAll(/\b(?:page|furtherPage)\(\s*'([^']+)'/g),
  ])
  .map(([, path = '']) => path)

/** Other paths of pages that are in the list anyway, and the one that leaves for the server's page. */
const aliases = [
  '/dashboard',
  '/collect-reviews/reviews/import',
  '/reviews/import',
  '/collect-reviews/emails/grid',
  '/settings/notifications',
  '/settings/subscription',
  '/auth/shopify',
]

type Ask = <T>(query: string) => Promise<T>

interface Examples {
  viewer: { shop: Record<'reviews' | 'products', { edges: { node: { id: string } }[] }> }
}

/** Returns a path of each admin page, with a review, product, email or plan of the demo's shop. */
export async function adminPaths(ask: Ask): Promise<string[]> {
  const { viewer } = await ask<Examples>(
    '{ viewer { shop { reviews(first: 1) { edges { node { id } } } products(first: 1) { edges { node { id } } } } } }',
  )
  const firstOf = (of: 'reviews' | 'products') => encodeURIComponent(viewer.shop[of].edges[0]?.node.id ?? '')
  const review = firstOf('reviews')
  const parameters: Readonly<Record<string, string>> = {
    '/subscribe/:plan': 'pro',
    '/collect-reviews/emails/:id': 'review-reminder',
    '/collect-reviews/qr-code/:id': firstOf('products'),
  }
  return adminRoutes
    .filter((path) => !aliases.includes(path))
    .map((path) => path.replace(/:\w+$/, parameters[path] ?? review))
}
