import { writeXlsx } from 'hucre/xlsx'
import { client, world } from '../testing/import-stage.ts'
import { workbookParts, zipOf } from '../testing/hostile/workbook-file.ts'
import type { ImportBody } from '../testing/import-client.ts'

interface Read extends ImportBody {
  encoding: string
  sheet: string | null
  skippedSheets: string[]
}

const upload = async (bytes: Uint8Array, name = 'judgeme.csv'): Promise<Read> => {
  const answer = await client.upload(new Uint8Array(bytes), { name })
  expect(answer.json()).toMatchObject({ success: true })
  return (await client.read(answer.json<{ data: { id: string } }>().data.id)) as Read
}
const csv = (text: string) => upload(Buffer.from(text))
const answered = async (id: string, answers: object[]) =>
  (await world.rest('POST', `/imports/${id}/answers`, { body: { answers } })).json<{ data: Read }>().data
const encodingsOf = async (id: string): Promise<unknown> => {
  const { data } = await world.graphql('query ($id: ID!) { importRun(id: $id) { encodings } }', { id })
  return (data as unknown as { importRun: { encodings: unknown } }).importRun.encodings
}
const started = async (id: string, answers: object[]) => {
  await client.start(id, { answers })
  return client.reviews()
}

describe('the scale of ratings', () => {
  const fileOf = (ratings: readonly string[]) =>
    csv(`body,rating\n${ratings.map((rating, at) => `Text ${at},${rating}\n`).join('')}`)

  test.each<[string, string[], { choices: string[]; suggested: string; examples: string[]; rows: number }]>([
    ['0 to 1', ['1', '0.8', '0.2'], { choices: ['1', '5'], suggested: '1', examples: ['1', '0.8', '0.2'], rows: 2 }],
    ['percent', ['100', '60'], { choices: ['100', '5'], suggested: '100', examples: ['100', '60'], rows: 2 }],
    ['10', ['10', '6'], { choices: ['10', '5'], suggested: '10', examples: ['10', '6'], rows: 2 }],
    ['1 alone', ['1', '1', '1'], { choices: ['1', '5'], suggested: '5', examples: ['1'], rows: 0 }],
  ])('is asked for ratings of %s', async (_name, ratings, question) => {
    expect((await fileOf(ratings)).questions).toEqual([{ id: 'scale', ...question }])
  })

  test.each([
    ['4', '3.5', '0.5'],
    ['4½', '½', '0,5'].map((one) => `"${one}"`),
    ['4/5', '80%', '5 out of 5 stars'],
    ['1', '1'],
  ])('is not asked for %s', async (...ratings) => {
    expect((await fileOf(ratings)).questions).toEqual([])
  })

  test('never makes a rating below 1 one star without an answer', async () => {
    expect(await fileOf(['5', '0.8', '0.5'])).toMatchObject({ fresh: 1, bad: 2 })
  })

  test('reads ratings below 1 in a file with ratings between two stars', async () => {
    expect(await fileOf(['4.5', '0.5', '½', '"0,5"', '3½', '0.3'])).toMatchObject({
      fresh: 5,
      bad: 1,
      sampleRows: [5, 1, 1, 1, 4].map((rate) => ({ rate })),
    })
  })

  test('converts the stars by the answer', async () => {
    const { id } = await fileOf(['1', '0.8', '0.2'])
    expect((await started(id, [{ question: 'scale', answer: '1' }])).map(({ rate }) => rate)).toEqual([5, 4, 1])
  })
})

describe('the encoding', () => {
  const western = (text: string) => Buffer.from(text, 'latin1')

  test('is detected and named', async () => {
    const found = await upload(
      Buffer.concat([
        Buffer.from('title,body,rating,date\n'),
        Buffer.from('82c682c482e097c782a22c966791f282c88d918e59837d834f834a8362837682c582b7', 'hex'),
        Buffer.from(',5,2024-01-02\n'),
      ]),
    )
    expect(found).toMatchObject({ encoding: 'shift_jis', sampleRows: [{ title: 'とても良い' }] })
    expect(found.questions.map(({ id }) => id)).not.toContain('encoding')
  })

  test('is asked with the first lines in each reading, and read by the answer', async () => {
    const file = western('body,rating,reviewer_name\nGood,5,Gy\u00F5z\u00F5\n')
    const { id, encoding, questions, sampleRows } = await upload(file)
    const [asked] = questions
    expect(asked).toMatchObject({ id: 'encoding', suggested: encoding })
    expect(asked?.choices).toEqual(expect.arrayContaining(['windows-1252', 'windows-1250']))
    expect(asked?.examples[asked.choices.indexOf('windows-1250')]).toBe('Good,5,Győző')
    expect(sampleRows).toMatchObject([{ author: asked?.suggested === 'windows-1252' ? 'Gyõzõ' : 'Győző' }])
    expect((await world.rest('POST', `/imports/${id}/start`, { body: {} })).json()).toMatchObject({
      code: 'questionUnanswered',
    })
    expect(await answered(id, [{ question: 'encoding', answer: 'windows-1250' }])).toMatchObject({
      encoding: 'windows-1250',
      questions: [{ id: 'encoding', suggested: 'windows-1250' }],
      sampleRows: [{ author: 'Győző' }],
    })
    expect(await started(id, [{ question: 'encoding', answer: 'windows-1252' }])).toMatchObject([
      { firstName: 'Gyõzõ' },
    ])
  })

  test('that is named counts where none was asked, by any of its names', async () => {
    const { id, questions } = await csv('body,rating\nGood \u00E9,5\n')
    expect(questions).toEqual([])
    expect(await answered(id, [{ question: 'encoding', answer: 'Latin1' }])).toMatchObject({
      encoding: 'windows-1252',
      sampleRows: [{ content: 'Good Ã©' }],
    })
    expect(await encodingsOf(id)).toEqual(expect.arrayContaining(['utf-8', 'windows-1252', 'shift_jis']))
  })

  test('changes the columns of a file whose names it changes', async () => {
    const file = western('text,rating,n\u00E9v\nGood,5,Gy\u00F5z\u00F5\n')
    const { id, encoding } = await upload(file)
    const other = encoding === 'windows-1252' ? 'windows-1250' : 'windows-1252'
    const answer = await answered(id, [{ question: 'encoding', answer: other }])
    expect(answer).toMatchObject({ encoding: other, status: 'checked' })
    expect(
      (
        await world.rest('POST', `/imports/${id}/answers`, {
          body: { answers: [{ question: 'encoding', answer: 'klingon' }] },
        })
      ).json(),
    ).toMatchObject({ code: 'answerInvalid' })
  })
})

test('suggests the answers of the earlier import of the same file, so its reviews are duplicates', async () => {
  const file = 'body,rating,review_date,state_note\nA,5,05/03/2024,x\nB,4,06/04/2024,y\n'
  const first = await csv(file)
  await started(first.id, [{ question: 'dates', answer: 'mdy' }])
  const again = await csv(file)
  expect(again).toMatchObject({ duplicates: 2, fresh: 0, questions: [{ id: 'dates', suggested: 'mdy' }] })
  expect((await world.rest('POST', `/imports/${again.id}/start`, { body: {} })).json()).toMatchObject({ success: true })
})

test.each([
  ['an unknown question', [{ question: 'colour', answer: 'red' }]],
  ['a question twice', ['1', '5'].map((answer) => ({ question: 'scale', answer }))],
])('refuses answers with %s', async (_name, answers) => {
  const { id } = await csv('body,rating\nA,1\nB,0.5\n')
  for (const way of ['answers', 'start'])
    expect((await world.rest('POST', `/imports/${id}/${way}`, { body: { answers } })).json()).toMatchObject({
      success: false,
      code: 'valueInvalid',
    })
})

describe('a workbook', () => {
  const reviews = [
    ['body', 'rating'],
    ['Good', 5],
  ]
  const workbook = async (...sheets: { name: string; rows: (string | number)[][]; hidden?: boolean }[]) =>
    upload(
      await writeXlsx({
        sheets: sheets.map(({ hidden, ...sheet }) => ({ ...sheet, ...(hidden && { hidden: true }) })),
      }),
      'a.xlsx',
    )

  test('skips hidden sheets and instructions, reads equal sheets together and names the others', async () => {
    const found = await workbook(
      {
        name: 'Old',
        rows: [
          ['body', 'rating'],
          ['Hidden', 1],
        ],
        hidden: true,
      },
      { name: 'Read me', rows: [['Fill in the next sheet.']] },
      {
        name: 'Summary',
        rows: [
          ['Metric', 'Value', 'Of'],
          ['Reviews', 2, 'all'],
        ],
      },
      { name: '2023', rows: reviews },
      {
        name: '2024',
        rows: [
          ['body', 'rating'],
          ['Better', 4],
        ],
      },
    )
    expect(found).toMatchObject({
      sheet: '2023, 2024',
      skippedSheets: ['Old', 'Read me', 'Summary'],
      total: 2,
      questions: [],
    })
    expect(await encodingsOf(found.id)).toEqual([])
  })

  test('is read below title lines, and under the name of a text', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'One', rows: [['Our reviews'], ['May', '2024'], ...reviews] }] })
    for (const name of ['a.xlsx', 'a.csv'])
      expect(await upload(bytes, name)).toMatchObject({ total: 1, bad: 0, sheet: 'One' })
  })

  test('shows percent cells as percent', async () => {
    const cell = '<c t="inlineStr"><is><t>'
    const sheet = `<worksheet><sheetData><row>${cell}body</t></is></c>${cell}rating</t></is></c></row><row>${cell}Good</t></is></c><c s="0"><v>0.8</v></c></row></sheetData></worksheet>`
    const styles = '<styleSheet><cellXfs><xf numFmtId="9"/></cellXfs></styleSheet>'
    const found = await upload(zipOf(workbookParts(sheet, { 'xl/styles.xml': styles })), 'a.xlsx')
    expect(found).toMatchObject({ questions: [], sampleRows: [{ rate: 4 }] })
  })
})

test('finds the header of a text below title lines, with another separator', async () => {
  const found = await csv('Reviews of our shop, exported in May\n\nbody;rating\nGood, really;5\nBad;none\n')
  expect(found).toMatchObject({ total: 2, fresh: 1, badRows: [{ row: 5, column: 'rating' }] })
})

test('undoes the guards of a spreadsheet', async () => {
  await client.addProduct('guarded', '8100000000001')
  const found = await csv(
    'body,rating,product_id,picture_urls\nGood,"=""5""","=""8100000000001""","=HYPERLINK(""https://a.example.test/x.jpg"",""photo"")"\nFine,\'4,\'8100000000001,\n',
  )
  expect(found).toMatchObject({ fresh: 2, unmatched: 0, sampleRows: [{ rate: 5, pictures: 1 }, { rate: 4 }] })
})

test('imports the rows behind a cell that begins with a word in quotes', async () => {
  const found = await csv('body,rating\n"Best" mug I own,5\nSecond,4\n"Third, quoted",3\n')
  expect(found).toMatchObject({ fresh: 3, bad: 0 })
})
