import type { ServerResponse } from 'node:http'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { logIn } from '../session/login.ts'
import { authTokenHeader, demoLogin } from '../session/login.rest.ts'
import type { Parts } from '../http/parts.ts'
import { exampleDocuments } from './examples.ts'

/** The playground with example documents, its script from our own server; in the demo signed in as the demo's merchant. */
export async function playgroundPage({ deps, throttle }: Parts, response: ServerResponse): Promise<void> {
  const headers = deps.env.CANDOR_MODE === 'demo'
    ? await logIn({ doors: deps.doors, throttle }, demoLogin, 'playground').then(({ token }) => ({ [authTokenHeader]: token }), () => ({}))
    : { [authTokenHeader]: 'your token' }
  const page = renderGraphiQL({
    title: 'Candor GraphQL',
    defaultQuery: exampleDocuments,
    headers: JSON.stringify(headers, null, 2),
    subscriptionsProtocol: 'WS',
    endpoint: '/graphql',
  })
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'x-frame-options': 'DENY',
    'content-security-policy': `default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; frame-ancestors 'none'`,
  })
  response.end(page)
}
