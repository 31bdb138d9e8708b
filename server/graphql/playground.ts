import type { ServerResponse } from 'node:http'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { logIn } from '../session/login.ts'
import { authTokenHeader, demoLogin } from '../session/login.rest.ts'
import type { Parts } from '../http/parts.ts'
import { exampleDocuments } from './examples.ts'

const openingBody = '<body id="body" class="no-focus-outline">'

/** The playground with example documents, its script from our own server; in the demo signed in as the demo's merchant. */
export async function playgroundPage({ deps, throttle }: Parts, response: ServerResponse): Promise<void> {
  const token = deps.env.CANDOR_MODE === 'demo'
    ? await logIn({ doors: deps.doors, throttle }, demoLogin, 'playground').then(({ token }) => token, () => '')
    : 'your token'
  const page = renderGraphiQL({ title: 'Candor GraphQL', defaultQuery: exampleDocuments, subscriptionsProtocol: 'WS', endpoint: '/graphql' })
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'x-frame-options': 'DENY',
    'content-security-policy': `default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; frame-ancestors 'none'`,
  })
  response.end(page.replace(openingBody, () => `${openingBody}<script>(${openLastTab.toString()})(${literal(token)}, ${literal(authTokenHeader)}, ${literal(exampleDocuments)})</script>`))
}

const literal = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c')

/**
 * Runs in the browser before GraphiQL, which opens the tab whose query, variables and headers are those it remembers, and
 * else a new one: for whom a token is new with every visit, always an empty one.
 */
function openLastTab(token: string, header: string, example: string): void {
  interface Tab {
    query?: string | null
    variables?: string | null
    headers?: string | null
  }
  const given = localStorage.getItem('candor.playground.token')
  const kept = localStorage.getItem('graphiql:tabState') ?? '{}'
  const state = given ? kept.replaceAll(given, token) : kept
  const { tabs = [], activeTabIndex = 0 } = JSON.parse(state) as { tabs?: Tab[]; activeTabIndex?: number }
  const fresh = { query: example, headers: JSON.stringify({ [header]: token }, null, 2) }
  const tab: Tab = [tabs[activeTabIndex], ...tabs].find((candidate) => candidate?.query?.trim()) ?? fresh
  for (const name of ['query', 'variables', 'headers'] as const) localStorage.setItem(`graphiql:${name}`, tab[name] ?? '')
  if (tabs.length > 0) localStorage.setItem('graphiql:tabState', state)
  localStorage.setItem('candor.playground.token', token)
}
