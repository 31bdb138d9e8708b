import Papa from 'papaparse'
import { calculatedInCsv } from '../../testing/hostile/formula-cells.ts'
import { client, world } from '../../testing/import-stage.ts'

describe('the error file', () => {
  const file =
    'body,rating,review_date,reviewer_email\nGood,5,2025-01-01,\n=cmd(),0,soon,\nFine,4,2025-01-01,no address\n,,2025-01-01,\n'

  test('holds each refused row once, with its columns and reasons', async () => {
    const check = await client.checked(file)
    expect(check.badRows.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'rating', 'ratingZero'],
      [3, 'review_date', 'dateUnreadable'],
      [5, 'rating', 'ratingMissing'],
    ])
    const run = await client.start(check.id)
    expect(run).toMatchObject({ imported: 2, bad: 2 })
    const url = new URL(run.errorFileUrl ?? '').pathname
    const download = await world.inject({ method: 'GET', url })
    expect(download.headers['content-disposition']).toContain('judgeme-errors.csv')
    expect(download.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'body,rating,review_date,reviewer_email,import_error',
      "'=cmd(),0,soon,,rating: The rating must be at least 1; review_date: We can’t read the date",
      ',,2025-01-01,,rating: The rating is missing',
      '',
    ])
    expect((await world.inject({ method: 'GET', url })).statusCode).toBe(404)
    expect((await world.inject({ method: 'GET', url: `${url}x` })).statusCode).toBe(404)
  })

  test('gets its extension from the separator, whatever the upload was named', async () => {
    for (const [name, errors] of [
      ['REVIEWS.TSV', 'REVIEWS-errors.tsv'],
      ['all.csv', 'all-errors.tsv'],
    ] as const) {
      const uploaded = (await client.upload(`body\trating\n${name}\t5\nBad\tnone\n`, { name })).json<{
        data: { id: string }
      }>().data
      const download = await world.inject({
        method: 'GET',
        url: new URL((await client.start(uploaded.id)).errorFileUrl ?? '').pathname,
      })
      expect(download.headers['content-disposition']).toContain(errors)
      expect(download.body).toContain('Bad\tnone\t')
    }
  })

  test('keeps its link usable after a HEAD request', async () => {
    const run = await client.start((await client.checked(file)).id)
    const url = new URL(run.errorFileUrl ?? '').pathname
    expect((await world.inject({ method: 'HEAD', url })).statusCode).toBe(404)
    expect((await world.inject({ method: 'GET', url })).statusCode).toBe(200)
  })

  test('uses up its link on a successful download only, and serves one of two concurrent requests', async () => {
    const run = await client.start((await client.checked(file)).id)
    const url = new URL(run.errorFileUrl ?? '').pathname
    const { files } = world.app.deps
    const { fileKey } = await client.db().import.findFirstOrThrow({ where: { shopId: world.shop.id } })
    await files.delete(fileKey)
    const gone = await world.inject({ method: 'GET', url })
    expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([404, 'importFileGone'])
    await files.put(fileKey, new TextEncoder().encode(file), { contentType: 'text/plain' })
    const both = await Promise.all([1, 2].map(() => world.inject({ method: 'GET', url })))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    const late = await world.inject({ method: 'GET', url })
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([404, 'linkExpired'])
  })

  const nasty = [' =1+1', 'a;=1+1', 'two\n=1+1', '"=1+1"', '＝1+1', "'=1+1", "it's - fine", '- one\n- two']

  test('holds no cell that a spreadsheet would calculate, and keeps every text over repeated corrections', async () => {
    let rows = nasty.map((text, index) => [text, 'x', `2025-01-0${index + 1}`])
    let columns = ['body', 'rating', 'review_date']
    for (let time = 0; time < 2; time++) {
      const run = await client.start((await client.checked(Papa.unparse([columns, ...rows]))).id)
      const { rawPayload } = await world.inject({ method: 'GET', url: new URL(run.errorFileUrl ?? '').pathname })
      expect(calculatedInCsv(rawPayload)).toEqual([])
      const [header = [], ...others] = Papa.parse<string[]>(rawPayload.toString('utf8').slice(1), {
        skipEmptyLines: true,
      }).data
      columns = header
      rows = others
    }
    await client.start((await client.checked(Papa.unparse([columns, ...rows.map((row) => row.with(1, '5'))]))).id)
    // A leading apostrophe before a formula counts as an escape and is removed.
    expect((await client.reviews()).map(({ content }) => content).sort()).toEqual(
      nasty.map((text) => text.trim().replace(/^'=/, '=')).sort(),
    )
  })

  const header = 'body,rating,review_date,reviewer_name,product_handle\n'
  const errorsOf = async (file: string, answers: object[], options = {}) => {
    const run = await client.start((await client.checked(file, options)).id, { answers })
    return (await world.inject({ method: 'GET', url: new URL(run.errorFileUrl ?? '').pathname })).body
  }

  test('records the scale and date order, so corrected rows need no answers', async () => {
    const file = `${header}Ten of ten,10,25/04/2024,A,\nEight of ten,8,05/04/2024,B,\nFour of ten,,05/04/2024,C,\n`
    const body = await errorsOf(file, [{ question: 'scale', answer: '10' }])
    expect(body).toContain('The rating is missing (scale=10, dates=dmy)')
    const mended = await client.checked(body.replace('ten,,', 'ten,4,'))
    expect(mended).toMatchObject({ fresh: 1, bad: 0, questions: [] })
    await client.start(mended.id)
    expect(
      (await client.reviews()).map(({ content, rate, createdAt }) => [
        content,
        rate,
        createdAt.toISOString().slice(0, 10),
      ]),
    ).toEqual([
      ['Eight of ten', 4, '2024-04-05'],
      ['Four of ten', 2, '2024-04-05'],
      ['Ten of ten', 5, '2024-04-25'],
    ])
    // A mix of rows with and without recorded answers is asked about again.
    const [first = '', noted = ''] = body.trim().split('\r\n')
    const mixed = await client.checked(
      `${first}\r\n${noted.replace(/^[^,]+,/, 'Noted,4')}\r\n${noted.replace(/^[^,]+,/, 'Not noted,4').replace(/ \(scale.*\)/, '')}\r\n`,
    )
    expect(mixed.questions.map(({ id }) => id).sort()).toEqual(['dates', 'scale'])
  })

  describe('for a row with more cells than the header', () => {
    const columns = 'rating,review_date,reviewer_name,body'
    const tooLong = 'The row has more columns than the header'
    const long = '5,2025-01-01,Ann,Great, but the lid broke,,=so on'
    const apart = `Great," but the lid broke",,'=so on`

    test('has every cell and a leading reason column, and imports the row once corrected', async () => {
      const first = await errorsOf(`${columns}\n${long},\n4,2025-01-02,Bob,Fine\n3,soon,Cy,Late\n`, [])
      const expectedRows = [
        'import_error,' + columns,
        `${tooLong},5,2025-01-01,Ann,${apart}`,
        'review_date: We can’t read the date,3,soon,Cy,Late',
        '',
      ]
      expect(first.replace('\uFEFF', '').split('\r\n')).toEqual(expectedRows)
      // Repeats the round trip: the second one gives the same file.
      const again = await errorsOf(first, [])
      expect(again).toBe(first)
      expect(await client.checked(again)).toMatchObject({
        fresh: 0,
        bad: 2,
        badRows: [
          { row: 2, code: 'rowTooLong' },
          { row: 3, code: 'dateUnreadable' },
        ],
      })
      const mended = await client.checked(again.replace(apart, '"Great, but the lid broke,,=so on"'))
      expect(mended).toMatchObject({ fresh: 1, bad: 1 })
      await client.start(mended.id)
      expect((await client.reviews()).map(({ content }) => content)).toEqual([
        'Fine',
        'Great, but the lid broke,,=so on',
      ])
    })

    test('records the scale and date order, and reads the corrected row with them', async () => {
      const body = await errorsOf(`${columns}\n10,25/04/2024,Ann,Ten of ten\n8,05/04/2024,Bob,Eight, of ten\n`, [
        { question: 'scale', answer: '10' },
      ])
      expect(body).toContain(`"${tooLong} (scale=10, dates=dmy)",8,05/04/2024,Bob,Eight," of ten"\r\n`)
      const mended = await client.checked(body.replace('Eight," of ten"', '"Eight, of ten"'))
      expect(mended).toMatchObject({ fresh: 1, bad: 0, questions: [] })
      await client.start(mended.id)
      expect(
        (await client.reviews()).map(({ content, rate, createdAt }) => [
          content,
          rate,
          createdAt.toISOString().slice(0, 10),
        ]),
      ).toEqual([
        ['Eight, of ten', 4, '2024-04-05'],
        ['Ten of ten', 5, '2024-04-25'],
      ])
    })

    test('keeps the old reason’s cell when a correction makes the row too long', async () => {
      const [head = '', row = ''] = (await errorsOf(`${columns}\n5,soon,Ann,Great\n`, [])).trim().split('\r\n')
      expect(row).toBe('5,soon,Ann,Great,review_date: We can’t read the date')
      const body = await errorsOf(
        `${head}\n${row.replace('soon', '2025-01-01').replace('Great', 'Great, but the lid broke')}\n`,
        [],
      )
      expect(body).toContain(
        `${tooLong},5,2025-01-01,Ann,Great," but the lid broke",review_date: We can’t read the date\r\n`,
      )
      expect(await client.checked(body)).toMatchObject({ fresh: 0, bad: 1 })
    })

    test('keeps every cell when the quotation marks are wrong too', async () => {
      const body = await errorsOf(`${columns}\n5,2025-01-01,Ann,"Great" it was, but the lid broke",x\n`, [])
      expect(body).toMatch(/^\uFEFFimport_error,/)
      expect(await client.checked(body)).toMatchObject({ fresh: 0, bad: 1 })
    })
  })

  test('uses the separator of the uploaded file', async () => {
    const body = await errorsOf(
      header.replaceAll(',', ';') + 'Fine, too;;2025-01-01;A;\nFine, really;5;2025-01-01;B;\n',
      [],
    )
    expect(body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'body;rating;review_date;reviewer_name;product_handle;import_error',
      'Fine, too;;2025-01-01;A;;rating: The rating is missing',
      '',
    ])
    expect(await client.checked(body.replace('too;;', 'too;5;'))).toMatchObject({ fresh: 1, bad: 0 })
  })

  test.each([';', '\t', '|'])(
    'separated by %j, starts no formula after any separator and keeps every text',
    async (separator) => {
      const text = 'x,=1+1 |@SUM(1) and , -5 degrees'
      const join = (...cells: string[]) => `${cells.join(separator)}\n`
      const quoted = separator === '|' ? `"${text}"` : text
      const run = await client.start(
        (
          await client.checked(
            join('body', 'rating', 'reviewer_name') + join(quoted, '0', 'Ann') + join('Fine', '5', 'Bob'),
          )
        ).id,
      )
      const { body } = await world.inject({ method: 'GET', url: new URL(run.errorFileUrl ?? '').pathname })
      expect(body).not.toMatch(/[,|;\t]\s*[=@+-]/)
      await client.start(
        (await client.checked(body.replace(`${separator}0${separator}`, `${separator}4${separator}`))).id,
      )
      expect((await client.reviews()).map(({ content }) => content)).toEqual(['Fine', text])
    },
  )

  test('imports a corrected row', async () => {
    await client.start((await client.checked(file)).id)
    const mended =
      "body,rating,review_date,reviewer_email,import_error\n'=cmd(),1,2025-01-02,,rating: The rating must be at least 1\n"
    await client.start((await client.checked(mended)).id)
    expect((await client.reviews()).map(({ content }) => content)).toEqual(['=cmd()', 'Fine', 'Good'])
  })
})

describe('replies in rows of their own', () => {
  const header =
    'comment_ID,comment_post_ID,comment_author,comment_date_gmt,comment_content,comment_approved,comment_parent,rating,product_title\n'
  const row = (
    id: number,
    content: string,
    {
      parent = 0,
      rating = '',
      approved = '1',
      day = id,
      product = 'The hat',
    }: { parent?: number; rating?: string; approved?: string; day?: number; product?: string } = {},
  ) =>
    `${String(id)},9,A,2025-01-${String(day).padStart(2, '0')} 10:00:00,${content},${approved},${String(parent)},${rating},${product}\n`

  const file =
    header +
    row(12, 'Thanks early', { parent: 20 }) +
    row(10, 'Good', { rating: '5' }) +
    row(11, 'Thank you', { parent: 10, rating: '0' }) +
    row(13, 'And again', { parent: 11 }) +
    row(14, 'Not shown', { parent: 10, approved: '0' }) +
    row(15, 'To none', { parent: 99 }) +
    row(16, 'No stars at all') +
    row(17, 'To what cannot be read', { parent: 16 }) +
    row(20, 'Fine', { rating: '4' }) +
    row(21, 'Elsewhere', { rating: '3', product: 'Unknown' }) +
    row(22, 'Sorry', { parent: 21 })

  const replies = async () =>
    (await client.reviews()).map(({ content, replyContent, replyAt }) => [
      content,
      replyContent,
      replyAt?.toISOString(),
    ])

  test('arrive with their reviews in any order, and others are reported with reasons', async () => {
    await client.addProduct('hat')
    const check = await client.checked(file)
    expect(check).toMatchObject({ status: 'checked', total: 11, fresh: 2, unmatched: 1, duplicates: 0, bad: 5 })
    const reasons = [
      [5, 'replySecond'],
      [6, 'replyPrivate'],
      [7, 'rowIsReply'],
      [8, 'ratingMissing'],
      [9, 'rowIsReply'],
    ]
    expect(check.badRows.map(({ row: at, code }) => [at, code])).toEqual(reasons)
    const done = await client.start(check.id, { answers: [{ question: 'unmatched', answer: 'skip' }] })
    expect(done).toMatchObject({
      status: 'done',
      total: 11,
      done: 11,
      imported: 2,
      unmatched: 1,
      duplicates: 0,
      bad: 5,
    })
    expect(await replies()).toEqual([
      ['Fine', 'Thanks early', '2025-01-12T10:00:00.000Z'],
      ['Good', 'Thank you', '2025-01-11T10:00:00.000Z'],
    ])

    // Corrects rows of the error file. It holds the replies of the refused reviews.
    const errors = await world.inject({ method: 'GET', url: new URL(done.errorFileUrl ?? '').pathname })
    const mended = await client.checked(
      errors.body.replaceAll('Unknown', 'The hat').replace('No stars at all,1,0,,', 'No stars at all,1,0,2,'),
    )
    await client.start(mended.id)
    expect(await replies()).toEqual([
      ['Elsewhere', 'Sorry', '2025-01-22T10:00:00.000Z'],
      ['Fine', 'Thanks early', '2025-01-12T10:00:00.000Z'],
      ['Good', 'Thank you', '2025-01-11T10:00:00.000Z'],
      ['No stars at all', 'To what cannot be read', '2025-01-17T10:00:00.000Z'],
    ])
  })

  test('arrive too when the file is read in several batches', async () => {
    await client.addProduct('hat')
    const many = Array.from({ length: 1_200 }, (_none, at) =>
      row(100 + at, `Review ${String(at)}`, { rating: '5', day: 1 }),
    ).join('')
    const check = await client.checked(
      `${header}${many}${row(9, 'To the first', { parent: 100 })}${row(8, 'To the last', { parent: 1_299 })}`,
    )
    expect(await client.start(check.id)).toMatchObject({
      status: 'done',
      total: 1_202,
      done: 1_202,
      imported: 1_200,
      bad: 0,
    })
    expect(
      (await client.reviews()).flatMap(({ content, replyContent }) => (replyContent ? [[content, replyContent]] : [])),
    ).toEqual([
      ['Review 0', 'To the first'],
      ['Review 1199', 'To the last'],
    ])
  })
})
