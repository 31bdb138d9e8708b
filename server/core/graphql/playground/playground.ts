import type { Env } from '../../env.ts'
import { NotFound } from '../../errors.ts'
import type { RouteModule } from '../../http/parts.ts'
import { buildConnectPolicy } from '../../http/security.ts'
import { authTokenHeader } from '../../http/credentials.ts'
import { exampleDocuments } from './examples.ts'
import { expanded, playgroundAssets } from './playground-assets.ts'
import type { PlaygroundOptions } from './playground-start.ts'

/** GraphiQL's editor evaluates code and sets styles; no other page may. */
const policy = `default-src 'self' data:; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'`

/** Serves the playground at `GET /graphql`; off in production by default. The page makes no database queries. */
export const playgroundRoutes: RouteModule = (app, { deps }) => {
  if (!deps.env.CANDOR_PLAYGROUND) return
  app.get('/graphql', async (_request, reply) => {
    const { hash } = await playgroundAssets()
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', `${policy}; ${buildConnectPolicy(deps.origin)}`)
      .send(pageOf(`/graphql/assets/${hash}`, deps.env))
  })
  app.get<{ Params: { hash: string; name: string } }>('/graphql/assets/:hash/:name', async (request, reply) => {
    const { hash, files } = await playgroundAssets()
    const file = request.params.hash === hash ? files.get(request.params.name) : undefined
    if (!file) throw new NotFound()
    reply
      .type(file.contentType)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'])))
      return reply.header('content-encoding', 'identity').send(await expanded(file))
    return reply.header('content-encoding', 'gzip').send(file.gzipped)
  })
}

function pageOf(assets: string, { CANDOR_MODE: mode }: Env): string {
  const options: PlaygroundOptions = {
    assets,
    header: authTokenHeader,
    example: exampleDocuments,
    demo: mode === 'demo',
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Candor GraphQL</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}/graphiql.css">
<style>body { display: flex; flex-direction: column; height: 100vh; margin: 0; font-family: system-ui, sans-serif } #root { flex: 1; min-height: 0 } #sign-in { padding: 8px 16px; background: #fff8db }</style>
</head>
<body class="no-focus-outline">
<noscript>The playground needs JavaScript.</noscript>
<div id="sign-in" hidden>You are not signed in. <a href="/">Sign in to the admin</a> in this browser and reload this page. <button type="button">Sign in to the demo</button></div>
<div id="root"></div>
<script type="application/json" id="options">${JSON.stringify(options).replaceAll('<', '\\u003c')}</script>
<script src="${assets}/graphiql.js"></script>
<script src="${assets}/start.js"></script>
</body>
</html>
`
}
