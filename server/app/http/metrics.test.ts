import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { createWorld, type World } from '../../testing/world.ts'

const token = 'a-token-for-prometheus'
let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_METRICS_TOKEN: token, CANDOR_HEALTH_PORT: '0' } })
})
afterAll(() => world.close())

const readOn = (path: string, authorization?: string) =>
  fetch(`http://127.0.0.1:${world.app.healthPort}${path}`, { headers: authorization ? { authorization } : {} })

test('serves health on the health port, and nothing else', async () => {
  expect(await (await readOn('/healthz')).json()).toMatchObject({
    status: 'ok',
    role: 'all',
    version: expect.any(String),
  })
  expect((await readOn('/')).status).toBe(404)
})

const sameLength = `Bearer ${token.slice(1)}é`
test.each([undefined, 'Bearer wrong', `Bearer ${token}x`, `Basic ${token}`, sameLength])(
  'refuses metrics to %s',
  async (given) => {
    const answer = await readOn('/metrics', given)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  },
)

test('serves metrics in the text format of Prometheus on both ports', async () => {
  await world.ctx.enqueue('mails.privacy', { id: world.shop.id })
  await world.runJobs()
  await world.rest('GET', '/shops')
  await world.graphql('{ shop { id } }')
  const { statusCode, body, headers } = await world.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${token}` },
  })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  for (const line of body.split('\n').filter(Boolean))
    expect(line).toMatch(
      /^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="(?:[^"\\\n]|\\.)*",?)+\})? (-?[\d.]+(e[+-]?\d+)?|\+Inf|Nan))$/i,
    )
  const answer = await readOn('/metrics', `Bearer ${token}`)
  const text = await answer.text()
  for (const part of [
    'candor_info{version=',
    'candor_http_request_duration_seconds_count{method="GET",route="/apiSa/shops",status="200"}',
    'candor_http_request_duration_seconds_count{method="POST",route="/graphql",status="200"}',
    'candor_job_duration_seconds_count{job="mails.privacy",outcome="completed"}',
    'candor_queue_jobs{queue="mails.privacy",state="waiting"}',
    'candor_queue_late_seconds{queue="mails.privacy"} 0',
    'candor_schedule_late_seconds{schedule="send due requests"} 0',
    'candor_database_connections{pool="requests",state="waiting"} 0',
    'candor_database_up 1',
    'candor_mail_server_up 1',
    'nodejs_eventloop_lag_seconds',
  ])
    expect(text).toContain(part)
})

test('has every metric that the rounds and their alerts name', async () => {
  const { body } = await world.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  const rounds = readFileSync('docs/operations/rounds.md', 'utf8')
  const named = new Set(
    rounds.match(/\b(?:candor|nodejs|process)_[a-z\d]\w*/g)?.map((name) => name.replace(/_(count|bucket)$/, '')),
  )
  expect(named.size).toBeGreaterThan(10)
  for (const name of named) expect(body).toContain(`# TYPE ${name} `)
})

test('has no metrics without a token', async () => {
  const other = await createWorld()
  expect((await other.inject({ url: '/metrics' })).statusCode).toBe(404)
  expect(other.app.healthPort).toBeNull()
  await other.close()
})

// Stays last.
test('reports that it drains while it still serves', async () => {
  world.app.beginDrain()
  const ready = await readOn('/readyz')
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }])
  expect((await world.inject({ url: '/readyz' })).statusCode).toBe(503)
  expect((await world.rest('GET', '/shops')).statusCode).toBe(200)
})
