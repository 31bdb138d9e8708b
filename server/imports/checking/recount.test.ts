import { largeImportFileBytes } from '../../../rules/limits.ts'
import { client, world } from '../../testing/import-stage.ts'
import { importIdOf } from '../ids.ts'

const file = 'body,rating,review_date,reviewer_name\nGood,8,03/04/2025,Ann\nFine,4,05/06/2025,Bob\n'
const recount = (id: string, answers: object) => world.rest('POST', `/imports/${id}/answers`, { body: { answers } })
const both = [
  { question: 'scale', answer: '10' },
  { question: 'dates', answer: 'mdy' },
]

test('counts a file with the given rating scale and date order', async () => {
  await client.start((await client.checked(file)).id, { answers: both })
  const { id, fresh, duplicates, questions } = await client.checked(file)
  expect([fresh, duplicates]).toEqual([0, 2])
  expect(questions).toMatchObject([{ id: 'scale' }, { id: 'dates', suggested: 'mdy' }])
  const answer = await recount(id, both)
  expect(answer.json()).toMatchObject({
    success: true,
    data: {
      status: 'checked',
      fresh: 0,
      duplicates: 2,
      questions: [
        { id: 'scale', suggested: '10' },
        { id: 'dates', suggested: 'mdy' },
      ],
    },
  })
  expect(
    (
      await recount(id, [
        { question: 'scale', answer: '10' },
        { question: 'dates', answer: 'dmy' },
      ])
    ).json(),
  ).toMatchObject({
    data: {
      fresh: 2,
      sampleRows: [
        { rate: 4, createdAt: '2025-04-03T12:00:00.000Z' },
        { rate: 2, createdAt: '2025-06-05T12:00:00.000Z' },
      ],
    },
  })
  expect(await client.start(id, { answers: both })).toMatchObject({ imported: 0, duplicates: 2 })
})

test('reads nothing for repeated answers, and refuses some of many concurrent recounts', async () => {
  const { id } = await client.checked(file)
  const where = { shopId: world.shop.id, id: importIdOf(id) }
  const version = async () => (await client.db().import.findFirstOrThrow({ where, select: { version: true } })).version
  await recount(id, both)
  const before = await version()
  expect((await recount(id, both)).json()).toMatchObject({
    success: true,
    data: { questions: [{ suggested: '10' }, { suggested: 'mdy' }] },
  })
  expect(await version()).toBe(before)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_none, at) => recount(id, [{ question: 'scale', answer: at % 2 ? '10' : '5' }])),
  )
  const codes = new Set(answers.map(({ statusCode }) => statusCode))
  expect([codes.has(200), codes.has(429), codes.size]).toEqual([true, true, 2])
})

test('answers without a recount when the answers equal the suggested ones', async () => {
  const { id } = await client.checked(file)
  const where = { shopId: world.shop.id, id: importIdOf(id) }
  const suggested = [
    { question: 'scale', answer: '10' },
    { question: 'dates', answer: 'dmy' },
  ]
  const before = await client.db().import.findFirstOrThrow({ where })
  expect(before.questions).toMatchObject([{ suggested: '10' }, { suggested: 'dmy' }])
  expect((await recount(id, suggested)).json()).toMatchObject({
    success: true,
    data: { questions: [{ suggested: '10' }, { suggested: 'dmy' }] },
  })
  expect((await client.db().import.findFirstOrThrow({ where })).version).toBe(before.version)
})

test('counts each of two concurrent recounts with its own answers', async () => {
  const { id } = await client.checked(file)
  const by = (scale: string, dates: string) =>
    recount(id, [
      { question: 'scale', answer: scale },
      { question: 'dates', answer: dates },
    ])
  // The order at the database is open: one recount waits, and neither is lost.
  const [first, second] = await Promise.all([by('5', 'dmy'), by('10', 'mdy')])
  expect(first.json()).toMatchObject({ success: true, data: { questions: [{ suggested: '5' }, { suggested: 'dmy' }] } })
  expect(second.json()).toMatchObject({
    success: true,
    data: { questions: [{ suggested: '10' }, { suggested: 'mdy' }] },
  })
})

test('accepts offered answers only, ignores other questions and refuses a started import', async () => {
  const { id } = await client.checked(file)
  expect((await recount(id, [{ question: 'dates', answer: 'ymd' }])).json()).toMatchObject({
    success: false,
    fields: { 'answers.0.answer': { code: 'answerInvalid' } },
  })
  for (const question of ['dates', 'unmatched:\0x', 'unmatched:\ud800']) {
    const start = await world.rest('POST', `/imports/${id}/start`, {
      body: { answers: [{ question, answer: 'a\0b' }] },
    })
    expect([start.statusCode, start.json<{ code: string }>().code]).toEqual([422, 'malformedInput'])
  }
  expect((await recount(id, [{ question: 'unmatched', answer: 'shop' }])).json()).toMatchObject({
    success: true,
    data: { fresh: 2, questions: [{ suggested: '10' }, { suggested: 'dmy' }] },
  })
  await client.start(id, { answers: both })
  expect((await recount(id, both)).json()).toMatchObject({ success: false, code: 'importStarted' })
  const foreign = await world.rest('POST', `/imports/${id}/answers`, {
    body: { answers: both },
    token: world.otherToken,
  })
  expect(foreign.statusCode).toBe(404)
})

test('recounts a large file in a job', async () => {
  const text = `body,rating,review_date\n${Array.from({ length: 5_000 }, (_none, at) => `${String(at)} ${'Long words. '.repeat(40)},5,03/04/2025\n`).join('')}`
  expect(text.length).toBeGreaterThan(largeImportFileBytes)
  const { id } = await client.checked(text)
  await world.runJobs()
  expect((await recount(id, [{ question: 'dates', answer: 'mdy' }])).json()).toMatchObject({ success: true })
  await world.runJobs()
  expect(await client.read(id)).toMatchObject({
    status: 'checked',
    fresh: 5_000,
    questions: [{ id: 'dates', suggested: 'mdy' }],
  })
})
