// Waline on the bench's database, with its own defaults but for its log. Says { url } over IPC when it is ready.
import { createServer } from 'node:http'

const { url, services } = JSON.parse(process.argv[2])
const { hostname, port, username, password, pathname, searchParams } = new URL(url)
Object.assign(process.env, {
  PG_HOST: searchParams.get('host') ?? hostname,
  PG_PORT: port || '5432',
  PG_USER: decodeURIComponent(username),
  PG_PASSWORD: decodeURIComponent(password),
  PG_DB: decodeURIComponent(pathname.slice(1)),
  JWT_TOKEN: 'bench',
  // Waline asks this address at every request for the ways to sign in; its own is on the internet.
  OAUTH_URL: services,
})
// It logs every statement.
console.log = console.info = console.debug = () => undefined
process.stdout.write = () => true
const { default: waline } = await import('@waline/vercel')
const server = createServer(waline())
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
