import Papa from 'papaparse'
import { calculatedInCsv } from '../testing/formula-cells.ts'
import { client, world } from '../testing/import-stage.ts'

describe('the error file', () => {
  const file = 'body,rating,review_date,reviewer_email\nGood,5,2025-01-01,\n=cmd(),0,soon,\nFine,4,2025-01-01,no address\n,,2025-01-01,\n'

  test('holds the rows that stayed out with their columns and reasons, once', async () => {
    const check = await client.checked(file)
    expect(check.badRows.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'rating', 'ratingZero'], [3, 'review_date', 'dateUnreadable'], [5, 'body', 'contentMissing'], [5, 'rating', 'ratingMissing'],
    ])
    const run = await client.start(check.id)
    expect(run).toMatchObject({ imported: 2, bad: 2 })
    const url = new URL(run.errorFileUrl ?? '').pathname
    const download = await world.inject({ method: 'GET', url })
    expect(download.headers['content-disposition']).toContain('judgeme-errors.csv')
    expect(download.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'body,rating,review_date,reviewer_email,import_error',
      '\'=cmd(),0,soon,,rating: A rating of 0 is not a rating; review_date: The date cannot be read',
      ',,2025-01-01,,body: The review has no text; rating: The rating is missing',
      '',
    ])
    expect((await world.inject({ method: 'GET', url })).statusCode).toBe(404)
    expect((await world.inject({ method: 'GET', url: `${url}x` })).statusCode).toBe(404)
  })

  const nasty = [' =1+1', 'a;=1+1', 'two\n=1+1', '"=1+1"', '＝1+1', "'=1+1", "it's - fine", '- one\n- two']

  test('holds no cell that a spreadsheet calculates, whatever it takes for one; mended, every text is as it was, however often', async () => {
    let rows = nasty.map((text, index) => [text, 'x', `2025-01-0${index + 1}`])
    let columns = ['body', 'rating', 'review_date']
    for (let time = 0; time < 2; time++) {
      const run = await client.start((await client.checked(Papa.unparse([columns, ...rows]))).id)
      const { rawPayload } = await world.inject({ method: 'GET', url: new URL(run.errorFileUrl ?? '').pathname })
      expect(calculatedInCsv(rawPayload)).toEqual([])
      const [header = [], ...others] = Papa.parse<string[]>(rawPayload.toString('utf8').slice(1), { skipEmptyLines: true }).data
      columns = header
      rows = others
    }
    await client.start((await client.checked(Papa.unparse([columns, ...rows.map((row) => row.with(1, '5'))]))).id)
    // An apostrophe that any file has before a formula is its writer's guard.
    expect((await client.reviews()).map(({ content }) => content).sort()).toEqual(nasty.map((text) => text.trim().replace(/^'=/, '=')).sort())
  })

  test('mended, it comes in', async () => {
    await client.start((await client.checked(file)).id)
    const mended = 'body,rating,review_date,reviewer_email,import_error\n\'=cmd(),1,2025-01-02,,rating: A rating of 0 is not a rating\n'
    await client.start((await client.checked(mended)).id)
    expect((await client.reviews()).map(({ content }) => content)).toEqual(['=cmd()', 'Fine', 'Good'])
  })
})
