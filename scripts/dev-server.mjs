// Runs Vite in front of the server. Pages come from the server; the development build replaces the built admin in them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createProbe } from 'node:net'
import { relative } from 'node:path'
import { createServer } from 'vite'
import { run } from './children.mjs'
import { root, stop } from './node.mjs'
import { script } from './tools.mjs'

if (existsSync('.env')) process.loadEnvFile('.env')
const port = Number(process.env.PORT ?? 3000)
const host = process.env.HOST ?? '127.0.0.1'
const innerPort = await freePort()
const inner = `http://127.0.0.1:${innerPort}`

const vite = await createServer({
  configFile: 'vite.config.ts',
  appType: 'custom',
  plugins: [serverFiles(), relayDocuments(), adminPages()],
  server: { host, port, strictPort: true, proxy: { '^/(?!@admin/)': { target: inner, ws: true } } },
})
let server = startServer()
await vite.listen().catch((error) => {
  server.kill()
  stop(`Can't listen on port ${port}: ${error.message}`)
})
console.log(`Development server: http://localhost:${port} (restarts when server files change)`)

process.on('disconnect', () => void end())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end())

function startServer() {
  const env = {
    ...process.env,
    PORT: String(innerPort),
    HOST: '127.0.0.1',
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
  }
  return spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function stopServer() {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

async function end() {
  await Promise.all([stopServer(), vite.close()])
  process.exit(0)
}

/** Restarts the server shortly after the last change. A changed schema updates schema.graphql and then Relay. */
function serverFiles() {
  const folders = ['server', 'rules', 'locales', 'prisma', 'client/storefront']
  let timer
  let restarting = Promise.resolve()
  return {
    name: 'server-files',
    configureServer({ watcher }) {
      watcher.add(folders.map((folder) => `${root}/${folder}`))
      watcher.on('all', (_event, path) => {
        const file = relative(root, path)
        if (!folders.some((folder) => file.startsWith(`${folder}/`)) || /generated|\.test\./.test(file)) return
        clearTimeout(timer)
        timer = setTimeout(() => {
          restarting = restarting.then(restart)
        }, 150)
      })
    },
  }
}

async function restart() {
  await stopServer()
  try {
    const schema = await run(script('print-schema.ts'))
    if (schema !== readFileSync('schema.graphql', 'utf8')) writeFileSync('schema.graphql', schema)
  } catch (error) {
    console.error(error.message)
  }
  server = startServer()
}

/** Compiles changed GraphQL documents. Relay's watch mode needs a newer watchman than Debian's. */
function relayDocuments() {
  let compiling = Promise.resolve()
  return {
    name: 'relay-documents',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configureServer: ({ watcher }) => void watcher.add(`${root}/schema.graphql`),
    async hotUpdate({ file, read }) {
      const environment = this.environment
      if (file.includes('/__generated__/')) {
        // The store lacks fields that the new document selects.
        environment.hot.send({ type: 'full-reload' })
        return []
      }
      const isDocument = /\.tsx?$/.test(file) && (await read()).includes('graphql`')
      if (!isDocument && file !== `${root}/schema.graphql`) return undefined
      compiling = compiling
        .then(() => run(script('relay.mjs')))
        .catch((error) => environment.logger.error(error.message))
      await compiling
      return undefined
    },
  }
}

function adminPages() {
  const builtAdmin = /<script type="module"[^>]*src="\/assets\/[^>]*><\/script>/
  const builtLinks = /<link rel="(modulepreload|stylesheet)"[^>]*href="\/assets\/[^>]*>\s*/g
  return {
    name: 'admin-pages',
    configureServer({ middlewares, transformIndexHtml }) {
      middlewares.use((request, response, next) => {
        if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return next()
        void answer(request, response).catch(next)
      })
      async function answer(request, response) {
        const built = await fetch(inner + request.url, {
          headers: { ...request.headers, 'accept-encoding': 'identity' },
          redirect: 'manual',
        })
        response.statusCode = built.status
        for (const [name, value] of built.headers) {
          if (!/^(content-length|content-security-policy|connection|transfer-encoding|keep-alive)$/.test(name))
            response.appendHeader(name, value)
        }
        const body = Buffer.from(await built.arrayBuffer())
        const html = body.toString()
        if (!builtAdmin.test(html)) return response.end(body)
        const source = html
          .replace(builtLinks, '')
          .replace(builtAdmin, '<script type="module" src="/main.tsx"></script>')
        const page = await transformIndexHtml('/index.html', source)
        response.end(page.replaceAll('/@admin/assets/', '/assets/')) // the built icon is good enough
      }
    },
  }
}

async function freePort() {
  const probe = createProbe().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: found } = probe.address()
  probe.close()
  await once(probe, 'close')
  return found
}
