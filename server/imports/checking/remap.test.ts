import type { ImportBody } from '../../testing/import-client.ts'
import { client, world } from '../../testing/import-stage.ts'

const file =
  'note;texte;auteur;objet vendu;moment J;statut\n5;Très bien;Ann;Blue mugs;05/01/2025;actif\n4;Bien;Bo;Blue mugs;25/01/2025;caché\n'
type Body = ImportBody & {
  source: string
  columns: { name: string; field: string | null; samples: string[] }[]
  suggestions: Record<string, { id: string; title: string }>
}
const checked = async (text: string) => (await client.checked(text)) as Body
const remap = (id: string, mapping: unknown) => world.rest('POST', `/imports/${id}/columns`, { body: { mapping } })
const guess = '{"content":1,"rating":0,"author":2,"status":5}'

test('guesses the columns of an unknown app and asks the merchant to confirm', async () => {
  const check = await checked(file)
  expect(check).toMatchObject({ source: 'other', status: 'checked', total: 2, fresh: 2, bad: 0 })
  expect(check.columns).toEqual([
    { name: 'note', field: 'rating', samples: ['5', '4'] },
    { name: 'texte', field: 'content', samples: ['Très bien', 'Bien'] },
    { name: 'auteur', field: 'author', samples: ['Ann', 'Bo'] },
    { name: 'objet vendu', field: null, samples: ['Blue mugs'] },
    { name: 'moment J', field: null, samples: ['05/01/2025', '25/01/2025'] },
    { name: 'statut', field: 'status', samples: ['actif', 'caché'] },
  ])
  expect(check.questions).toEqual([{ id: 'columns', choices: [guess], suggested: guess, examples: [] }])
  const refused = await world.rest('POST', `/imports/${check.id}/start`, { body: {} })
  expect(refused.json()).toMatchObject({
    code: 'questionUnanswered',
    fields: { columns: { code: 'questionUnanswered' } },
  })
  const changed = await world.rest('POST', `/imports/${check.id}/start`, {
    body: { answers: [{ question: 'columns', answer: '{"content":2,"rating":0}' }] },
  })
  expect(changed.json()).toMatchObject({ fields: { 'answers.0.answer': { code: 'columnsNotChecked' } } })
  await client.start(check.id, {
    answers: [{ question: 'columns', answer: '{ "rating": 0, "content": 1, "status": 5, "author": 2 }' }],
  })
  expect((await client.reviews()).map(({ content, rate, status }) => [content, rate, status])).toEqual([
    ['Bien', 4, 'hidden'],
    ['Très bien', 5, 'published'],
  ])
})

test('asks only about the columns when it can guess none', async () => {
  const check = await checked('Wie wars?;Wie viele?;Tag\nSchön;5;05/01/2025\nGut;4;06/01/2025\n')
  expect(check).toMatchObject({
    source: 'other',
    status: 'checked',
    total: 2,
    fresh: 0,
    bad: 0,
    unmatched: 0,
    badRows: [],
  })
  expect(check.columns.map(({ samples }) => samples)).toEqual([
    ['Schön', 'Gut'],
    ['5', '4'],
    ['05/01/2025', '06/01/2025'],
  ])
  expect(check.questions).toEqual([
    { id: 'columns', choices: [], suggested: null, examples: ['Wie wars?', 'Wie viele?', 'Tag'] },
  ])
  const start = (answers: object[]) => world.rest('POST', `/imports/${check.id}/start`, { body: { answers } })
  expect((await start([])).json()).toMatchObject({ fields: { columns: { code: 'questionUnanswered' } } })
  for (const answer of ['{}', '{"content":0,"rating":1}'])
    expect((await start([{ question: 'columns', answer }])).json()).toMatchObject({
      fields: { 'answers.0.answer': { code: 'columnsNotChecked' } },
    })
  const again = (await remap(check.id, { content: 0, rating: 1, date: 2 })).json<{ data: Body }>().data
  expect(again.questions.map(({ id }) => id)).toEqual(['dates'])
  expect(await client.start(check.id, { answers: [{ question: 'dates', answer: 'dmy' }] })).toMatchObject({
    status: 'done',
    imported: 2,
  })
})

test('imports a file of ratings alone once the merchant has named the column', async () => {
  const check = await checked('how many,who\n5,Ann\n4,Bo\n')
  expect(check.questions).toMatchObject([{ id: 'columns', choices: [] }])
  expect((await remap(check.id, { rating: 0, author: 1 })).json<{ data: Body }>().data).toMatchObject({
    questions: [],
    fresh: 2,
    bad: 0,
  })
  expect(await client.start(check.id)).toMatchObject({ status: 'done', imported: 2 })
})

test('checks and imports with the merchant’s mapping, and asks no more about columns', async () => {
  const mug = await client.addProduct('blue-mug')
  const check = await checked(file)
  const mapping = { rating: 0, content: 1, author: 2, productTitle: 3, date: 4 }
  const answer = await remap(check.id, mapping)
  expect(answer.statusCode).toBe(200)
  const again = answer.json<{ data: Body }>().data
  expect(again).toMatchObject({
    source: 'other',
    status: 'checked',
    unmatched: 2,
    unmatchedProducts: { 'Blue mugs': 2 },
    suggestions: { 'Blue mugs': { id: mug, title: 'The blue-mug' } },
  })
  // The mapping leaves out a column that hides a review.
  expect(again.questions.map(({ id, examples }) => [id, examples])).toEqual([
    ['status', ['statut: caché']],
    ['unmatched', ['Blue mugs']],
  ])
  const [first] = (await remap(check.id, { ...mapping, date: undefined, title: 5 }))
    .json<{ data: Body }>()
    .data.columns.slice(5)
  expect(first).toMatchObject({ field: 'title' })
  await remap(check.id, mapping)
  const answers = [
    { question: 'unmatched', answer: 'blue-mug' },
    { question: 'status', answer: 'published' },
  ]
  expect(await client.start(check.id, { answers })).toMatchObject({
    status: 'done',
    imported: 2,
  })
  expect(
    (await client.reviews()).map(({ content, productId, createdAt, status }) => [
      content,
      productId,
      createdAt.toISOString(),
      status,
    ]),
  ).toEqual([
    ['Bien', mug, '2025-01-25T12:00:00.000Z', 'published'],
    ['Très bien', mug, '2025-01-05T12:00:00.000Z', 'published'],
  ])
  expect((await remap(check.id, mapping)).json()).toMatchObject({ code: 'importStarted' })
})

test('remaps a file that was detected as another app’s', async () => {
  const check = await checked('body,rating,title\nShort,5,The text itself\n')
  expect(check).toMatchObject({ source: 'judgeme', questions: [] })
  const again = (await remap(check.id, { content: 2, rating: 1 })).json<{ data: Body }>().data
  expect(again).toMatchObject({ source: 'other', sampleRows: [{ content: 'The text itself' }] })
})

test.each([
  ['no rating', { content: 1 }, { 'mapping.rating': { code: 'required' } }],
  ['one column for two', { rating: 0, content: 0 }, { 'mapping.content': { code: 'columnTwice' } }],
  ['a column that is not there', { rating: 0, content: 6 }, { 'mapping.content': { code: 'valueInvalid' } }],
  [
    'a field that is not there',
    { rating: 0, content: 1, nonsense: 2 },
    { 'mapping.nonsense': { code: 'unknownField' } },
  ],
  ['no mapping', 'x', { mapping: { code: 'malformedInput' } }],
])('%s is refused and nothing changes', async (_name, mapping, fields) => {
  const check = await checked(file)
  const refused = await remap(check.id, mapping)
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ fields })
  expect(await client.read(check.id)).toMatchObject({ status: 'checked', fresh: 2 })
})

test('refuses a start or a concurrent remap that comes too late, and imports the checked rows', async () => {
  for (let round = 0; round < 4; round++) {
    await client.clear()
    const check = await checked(file)
    const start = () =>
      world.rest('POST', `/imports/${check.id}/start`, { body: { answers: [{ question: 'columns', answer: guess }] } })
    const change = () => remap(check.id, { rating: 0, content: 2 })
    const answers = await Promise.all(round % 2 === 0 ? [start(), change()] : [change(), start()])
    const [started, changed] = round % 2 === 0 ? answers : answers.toReversed()
    await world.runJobs()
    const end = await client.read(check.id)
    expect([200, 409, 422]).toContain(changed?.statusCode)
    // The loser's answer has no question any more, or its start has no checked file.
    if (started?.statusCode === 200 && changed?.statusCode !== 200)
      expect((await client.reviews()).map(({ content }) => content)).toEqual(['Bien', 'Très bien'])
    else expect(changed?.statusCode).toBe(200)
    expect(end.status).not.toBe('failed')
  }
})

test('reuses the merchant’s mapping for corrected rows, and suggests it for the shop’s next such file', async () => {
  const text = 'Wie wars?;Wie viele?;Tag\nSchön;5;25/01/2025\nSchlecht;keine;26/01/2025\n'
  const { id } = await checked(text)
  const mapping = { content: 0, rating: 1, date: 2 }
  await remap(id, mapping)
  const { errorFileUrl } = await client.start(id)
  const errors = await world.inject({ method: 'GET', url: new URL(errorFileUrl ?? '').pathname })
  const mended = await checked(errors.body.replace('keine', '1'))
  const same = [
    {
      id: 'columns',
      choices: [JSON.stringify({ content: 0, rating: 1, date: 2 })],
      suggested: JSON.stringify({ content: 0, rating: 1, date: 2 }),
      examples: [],
    },
  ]
  expect(mended).toMatchObject({ source: 'other', fresh: 1, bad: 0, questions: [] })
  // The column of reasons may be at any position.
  expect(await checked('import_error,Wie wars?,Wie viele?,Tag\n,Gut,4,25/01/2025\n')).toMatchObject({
    fresh: 1,
    questions: [],
    sampleRows: [{ content: 'Gut' }],
  })
  expect(await checked(text)).toMatchObject({ fresh: 0, duplicates: 1, bad: 1, questions: same })
  expect((await checked('Wie wars?;Wie viele?;Datum\nSchön;5;25/01/2025\n')).questions).toMatchObject([{ choices: [] }])
  const foreign = await client.upload(text, { token: world.otherToken })
  expect(
    (
      await world.rest('GET', `/imports/${foreign.json<{ data: { id: string } }>().data.id}`, {
        token: world.otherToken,
      })
    ).json(),
  ).toMatchObject({ data: { questions: [{ choices: [] }] } })
})

test('reuses a mapping for the corrected error file, but not for the app’s next file', async () => {
  const text = 'body,rating,title\nShort,5,The text itself\nBad,none,Another\n'
  const { id } = await checked(text)
  await remap(id, { content: 2, rating: 1 })
  const { errorFileUrl } = await client.start(id)
  const errors = await world.inject({ method: 'GET', url: new URL(errorFileUrl ?? '').pathname })
  expect(await checked(errors.body.replace('none', '2'))).toMatchObject({
    source: 'other',
    sampleRows: [{ content: 'Another' }],
    questions: [],
  })
  expect(await checked(text)).toMatchObject({ source: 'judgeme', questions: [] })
})

test('reads corrected rows of an app’s file by its format after a remap of the same columns', async () => {
  const text = (title: string) => `body,rating,title\nShort,5,${title}\nBad,none,Another\n`
  const otherwise = await checked(text('One'))
  await remap(otherwise.id, { content: 2, rating: 1 })
  await client.start(otherwise.id)
  const { errorFileUrl } = await client.start((await checked(text('Two'))).id)
  const errors = await world.inject({ method: 'GET', url: new URL(errorFileUrl ?? '').pathname })
  expect(await checked(errors.body.replace('none', '2'))).toMatchObject({
    source: 'judgeme',
    sampleRows: [{ content: 'Bad', title: 'Another' }],
  })
})

test('gives an app one name in the API, whichever of its formats a file has', async () => {
  expect(
    await checked(
      'id,status,rating,nickname,full_name,review,date,productId,handle,img\n1,Active,5,Jo,Jo,Good,2024-11-05,,,\n',
    ),
  ).toMatchObject({ source: 'loox' })
  expect(
    await checked('product_handle,rating,author,body,created_at,photo_url\n,5,Jo,Well,2024-11-05,\n'),
  ).toMatchObject({ source: 'loox' })
})

test('hides another shop’s import', async () => {
  const check = await checked(file)
  expect(
    (
      await world.rest('POST', `/imports/${check.id}/columns`, {
        token: world.otherToken,
        body: { mapping: { rating: 0, content: 1 } },
      })
    ).statusCode,
  ).toBe(404)
})

test('remaps over GraphQL', async () => {
  const { id } = await checked(file)
  const answer = await world.graphql(
    `mutation ($id: ID!) {
    remapImport(input: { importId: $id, mapping: [{ field: "content", column: 1 }, { field: "rating", column: 0 }, { field: "productTitle", column: 3 }] }) {
      ... on RemapImportSuccess { data { source columnsGuessed fields columns { name field samples } unmatchedProducts { key rows title suggestion { productId title } } questions { id } } }
    }
  }`,
    { id },
  )
  expect(answer).toMatchObject({
    data: {
      remapImport: {
        data: {
          source: 'Unknown app',
          columnsGuessed: false,
          unmatchedProducts: [{ key: 'Blue mugs', rows: 2, title: '', suggestion: null }],
          questions: [{ id: 'status' }, { id: 'unmatched' }],
        },
      },
    },
  })
})

test('imports every column of the template', async () => {
  const template = await world.inject({ method: 'GET', url: '/api/imports/template.csv' })
  expect(template.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="candor-reviews.csv"',
  })
  const check = await checked(
    `${template.body},,5,Ann,,,Good,2025-01-02,https://p.example.test/1.jpg,https://v.example.test/1.mp4,,,hidden,amazon,FR,yes,yes,yes,yes,a-1\n`,
  )
  await client.start(check.id)
  expect(await client.reviews()).toMatchObject([
    {
      status: 'hidden',
      source: 'amazon',
      origin: 'imported',
      verifiedBy: 'merchant',
      featured: true,
      pinned: true,
      incentivized: true,
      country: 'FR',
      externalId: 'template:a-1',
    },
  ])
  expect(
    await client.db().reviewMedia.findMany({
      where: { shopId: world.shop.id },
      orderBy: { position: 'asc' },
      select: { kind: true, sourceUrl: true },
    }),
  ).toEqual([
    { kind: 'image', sourceUrl: 'https://p.example.test/1.jpg' },
    { kind: 'video', sourceUrl: 'https://v.example.test/1.mp4' },
  ])
})
