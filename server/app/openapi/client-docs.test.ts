import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openWeb } from '../../core/files/web.ts'
import { localTargets, makeGuard } from '../../core/web/local-targets.ts'
import { mutationText } from '../../testing/documents.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'

const pages = new URL('../../../docs/api/clients/', import.meta.url)
const readBlocks = (page: string, language: string): string[] =>
  [
    ...readFileSync(new URL(page, pages), 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')),
  ].map(([, text = '']) => text)

let world: World
let front: Server
let env: Record<string, string>
const folder = mkdtempSync(join(tmpdir(), 'candor-client-'))
/** Answers of 429 that the front still gives before it passes requests on. */
let refusals = 0

beforeAll(async () => {
  const port = await findFreePort()
  const target = `localhost:${port}`
  const web = openWeb({
    guard: makeGuard(
      localTargets({ CANDOR_LOCAL_TARGETS: [target], CANDOR_MODE: 'production' }, 'https://reviews.example.com'),
    ),
  })
  world = await createWorld({ plan: 'enterprise', env: { CANDOR_LOCAL_TARGETS: target }, web })
  await addReviews(world.ctx, ...Array.from({ length: 201 }, (_, at) => ({ content: `Review ${at}` })))
  await addReviews(world.ctx, { status: 'pending', content: 'Waits' }, { status: 'pending', content: 'Waits too' })
  const input = { name: 'Docs', scopes: ['READ', 'WRITE'] }
  const { data } = await world.graphql(mutationText('createApiKey').text, { input })
  const { key } = (data as unknown as { r: { data: { key: string } } }).r.data
  front = await openFront(await world.url())
  env = {
    ...(process.env as Record<string, string>),
    CANDOR: `http://localhost:${(front.address() as AddressInfo).port}`,
    CANDOR_KEY: key,
    RECEIVER: `http://${target}/hooks`,
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
})
afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** Opens a server before ours that first refuses with 429 as often as `refusals` says. */
async function openFront(behind: string): Promise<Server> {
  const server = createServer((request, response) => {
    void (async () => {
      if (refusals > 0) {
        refusals -= 1
        response.writeHead(429, { 'retry-after': '1' }).end('{}')
        return
      }
      const body: Buffer[] = []
      for await (const chunk of request) body.push(chunk as Buffer)
      const headers = new Headers(request.headers as Record<string, string>)
      for (const name of ['host', 'connection', 'content-length', 'accept-encoding', 'expect']) headers.delete(name)
      const answer = await fetch(`${behind}${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        ...(body.length > 0 && { body: Buffer.concat(body) }),
      })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })()
  })
  await new Promise<void>((ready) => server.listen(0, ready))
  return server
}

/** Runs a program in the client's folder. Throws with its output if it fails. */
const run = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((done, fail) => {
    execFile(program, [...args], { env, cwd: folder, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      error ? fail(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout),
    )
  })

test('each example for curl runs', async () => {
  const blocks = readBlocks('curl.md', 'sh').map((text) =>
    text.replace('https://example.com/hooks', env.RECEIVER ?? ''),
  )
  refusals = 0
  const [list, documents, all, reply, webhook, , refused] = await runInOrder(blocks)
  expect(JSON.parse(list ?? '')).toMatchObject({ success: true, pagination: { hasNext: true } })
  expect(documents).toContain('"rate":')
  expect(all?.match(/"success":true/g)).toHaveLength(3)
  expect(reply).toContain('"content":"Thank you!"')
  expect(webhook).toContain('"secret":"whsec_')
  expect(JSON.parse(refused ?? '')).toMatchObject({ code: 'betweenEqual' })
})

/** Runs each block with the variables of those before, and returns what each printed. */
async function runInOrder(blocks: readonly string[]): Promise<string[]> {
  const mark = '--- next block ---'
  const printed = await run('sh', ['-ec', blocks.join(`\necho '${mark}'\n`)])
  return printed.split(mark)
}

test('the examples for TypeScript compile with the published types, and run', async () => {
  // The webhook of the other page has the same receiver and another secret.
  await world.ctx.db.webhookEndpoint.deleteMany({ where: { shopId: world.shop.id } })
  for (const text of readBlocks('typescript.md', 'sh')) await run('sh', ['-ec', text])
  const program = readBlocks('typescript.md', 'ts').join('\n')
  writeFileSync(join(folder, 'client.ts'), program)
  const misused = `${program}\nawait candor.GET('/api/nothing')\nawait candor.GET('/api/reviews', { params: { query: { sort: 1 } } })\n`
  writeFileSync(join(folder, 'misused.ts'), misused)
  const compiler = [resolve('node_modules/typescript-native/bin/tsc'), '--noEmit', '--strict', '--target', 'es2024']
  const options = ['--module', 'nodenext', '--skipLibCheck', '--types', 'node', '--allowImportingTsExtensions']
  await run(process.execPath, [...compiler, ...options, 'client.ts'])
  const faults = await run(process.execPath, [...compiler, ...options, 'misused.ts']).catch(String)
  expect(faults.match(/misused\.ts\(\d+,\d+\): error TS/g)).toHaveLength(2)
  refusals = 2
  const done = { is: false }
  const running = run(process.execPath, ['client.ts']).finally(() => (done.is = true))
  // Delivers the test event, as schedules do in production.
  while (!done.is) {
    await world.runJobs()
    await new Promise(setImmediate)
  }
  const printed = await running
  expect(printed).toContain('reviews with text')
  expect(printed).toContain('Thank you!')
  expect(printed).toContain('received webhook.test')
}, 180_000)
