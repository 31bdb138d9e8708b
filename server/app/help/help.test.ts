import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { globSync, readFileSync } from 'node:fs'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const routes = ['routes.tsx', 'integrationRoutes.ts'].flatMap(
  (file) => readFileSync(`client/admin/${file}`, 'utf8').match(/(?<=')\/[\w/:-]*(?=',)/g) ?? [],
)

test('every admin page leads to a doc, in both modes', async () => {
  expect(routes.length).toBeGreaterThan(40)
  for (const page of [...routes, ...routes.map((path) => `/embed${path}`), '/unknown', '']) {
    const { headers } = await world.inject({ url: `/help?page=${encodeURIComponent(page)}` })
    expect([page, (await world.inject({ url: headers.location ?? '' })).statusCode]).toEqual([page, 200])
  }
  const { headers } = await world.inject({ url: '/help?page=/embed/collect-reviews/discount' })
  expect(headers.location).toBe('/help/merchants/discount')
})

test('every link and picture of a merchant doc exists', async () => {
  for (const name of globSync('merchants/*.md', { cwd: 'docs' })) {
    const url = `/help/${name.replace('.md', '')}`
    const { body } = await world.inject({ url })
    for (const [, link = ''] of body.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const target = new URL(link, `http://candor.test${url}`)
      if (target.origin !== 'http://candor.test') continue
      const answer = await world.inject({ url: target.pathname })
      expect([name, link, answer.statusCode]).toEqual([name, link, 200])
      if (target.hash) expect(answer.body).toContain(`id="${target.hash.slice(1)}"`)
    }
  }
})

test.each(['/help/merchants/..%2F..%2FREADME', '/help/merchants/none', '/help/pictures/..%2Fbenchmarks.md'])(
  'serves nothing else: %s',
  async (url) => {
    expect((await world.inject({ url })).statusCode).toBe(404)
  },
)
