import { jest } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { answer, asked } from '../../../../testing/render.tsx'
import { aRun } from '../testing/a-run.ts'
import { openPage, pageOf, pageQuery, refusal, sendProgress } from '../testing/page.tsx'

beforeEach(() => sessionStorage.clear())
afterEach(() => jest.restoreAllMocks())

const columns = [
  { name: 'note', field: 'rating', samples: ['5'] },
  { name: 'texte', field: 'content', samples: ['Bien'] },
  { name: 'autre', field: null, samples: [] },
]
const dates = { id: 'dates', choices: ['dmy', 'mdy'], suggested: 'dmy', examples: ['03/04/2025'], rows: null }
const scale = { id: 'scale', choices: ['10', '5'], suggested: '5', examples: ['9', '4'], rows: null }
const run = (changes: object = {}) =>
  aRun({ source: 'Loox', fields: ['content', 'rating', 'title'], columns, ...changes })

async function open(changes: object = {}) {
  const { user, environment } = await openPage('/import?run=run', pageOf(run(changes)))
  await screen.findByText(/^Found:/)
  // Answer the page's first request for details, so that later requests are caused by the test.
  await answer(environment, pageQuery, pageOf(run(changes)))
  expect(() => asked(environment, pageQuery)).toThrow()
  return { user, environment }
}

const recounted = (changes: object) => ({ recountImport: { __typename: 'RecountImportSuccess', data: run(changes) } })
const start = (name = 'Start import') => screen.getByRole('button', { name })

describe('a refused start', () => {
  test('shows the error with its question until another answer is given', async () => {
    const { user, environment } = await open({ questions: [scale] })
    await user.click(screen.getByRole('radio', { name: /^5-point scale/ }))
    await user.click(start('Import 2 reviews'))
    await answer(environment, 'importMutationsStartMutation', {
      startImport: refusal('answers.0.answer', 'answerInvalid'),
    })
    expect(screen.getByRole('alert')).toHaveTextContent('The import didn’t start')
    expect(screen.getByRole('alert')).toHaveTextContent('This isn’t one of the choices')
    expect(screen.getByRole('alert')).toHaveTextContent('rating scale')
    await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('reloads what has changed since', async () => {
    const { user, environment } = await open()
    await user.click(start('Import 2 reviews'))
    await answer(environment, 'importMutationsStartMutation', { startImport: refusal('firstN', 'questionUnanswered') })
    expect(screen.getByRole('alert')).toHaveTextContent('Answer the questions about the file first')
    await answer(
      environment,
      pageQuery,
      pageOf(
        run({ maxRows: 1, questions: [{ id: 'firstN', choices: ['1'], suggested: null, examples: [], rows: null }] }),
      ),
    )
    expect(screen.getByRole('checkbox', { name: 'Import the first 1 new reviews' })).toBeInTheDocument()
    expect(screen.getByText('Answer first: plan limit')).toBeInTheDocument()
  })
})

test('shows rejected columns next to them, and reloads changes', async () => {
  const { user, environment } = await open()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Field for column autre' }), 'Title')
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await answer(environment, 'importMutationsRemapMutation', { remapImport: refusal('mapping.2.column', 'columnTwice') })
  const card = screen.getByRole('region', { name: 'Column mapping' })
  expect(within(card).getByRole('alert')).toHaveTextContent('This column is already used')
  await answer(environment, pageQuery, pageOf(run({ fileName: 'changed.csv' })))
  expect(screen.getByText('changed.csv')).toBeInTheDocument()
})

test('keeps answers with their mapping, even if the event arrives before the mutation’s response', async () => {
  const { user, environment } = await open({ questions: [dates, scale] })
  const answered = () => screen.getAllByRole('radio', { checked: true }).map((radio) => radio.getAttribute('value'))
  await user.click(screen.getByRole('radio', { name: /Month first/ }))
  await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
  await user.click(screen.getByRole('radio', { name: /^Keep all pending/ }))
  expect(answered()).toEqual(['10', 'mdy', 'PENDING'])
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Field for column autre' }), 'Title')
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  const remapping = asked(environment, 'importMutationsRemapMutation')
  await sendProgress(environment, { status: 'CHECKING' })
  expect(screen.getByRole('heading', { name: 'Checking the file' })).toBeInTheDocument()
  // The event has no columns, so the new check briefly shows the old columns.
  await sendProgress(environment, {})
  const remapped = run({
    questions: [dates, scale],
    columns: [...columns.slice(0, 2), { name: 'autre', field: 'title', samples: [] }],
  })
  await act(async () =>
    environment.mock.resolve(remapping, {
      data: { remapImport: { __typename: 'RemapImportSuccess', data: remapped } },
    }),
  )
  expect(answered()).toEqual(['5', 'PENDING'])
  expect(screen.getByText('Answer first: date format')).toBeInTheDocument()
})

test('keeps answers in memory while the browser blocks storage', async () => {
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const { user } = await open({ questions: [dates] })
  await user.click(screen.getByRole('radio', { name: /Day first/ }))
  expect(start('Import 2 reviews')).toHaveAttribute('aria-disabled', 'false')
})

describe('missing products', () => {
  const unmatched = { id: 'unmatched', choices: ['shop', 'skip'], suggested: null, examples: [], rows: null }
  const lacking = (rows: number, ...keys: string[]) => ({
    fresh: 0,
    total: rows,
    unmatched: rows,
    questions: [unmatched],
    unmatchedProducts: keys.map((key) => ({ key, rows: 1, title: '', suggestion: null })),
  })
  const own = (key: string) => screen.getByLabelText(`Product for reviews of ${key}`)

  test('are asked about together if there are more than the list has', async () => {
    const { user } = await open(lacking(3_000, 'mug', 'jug'))
    // The number of products is unknown.
    expect(screen.queryByText(/have no match/)).not.toBeInTheDocument()
    for (const key of ['mug', 'jug']) await user.selectOptions(own(key), 'Don’t import')
    expect(screen.getByText('Answer first: products that aren’t in your shop')).toBeInTheDocument()
    expect(start()).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('radio', { name: /^Add to your shop, not to a produc/ }))
    expect(screen.getByRole('heading', { name: '2,998 reviews ready to import' })).toBeInTheDocument()
    expect(start('Import 2,998 reviews')).toHaveAttribute('aria-disabled', 'false')
  })

  test('are asked about even if one is named like a property of every object', async () => {
    const { user } = await open(lacking(2, 'constructor', 'mug'))
    expect(screen.getByText(/2 products in the file have no match/)).toBeInTheDocument()
    expect(own('constructor')).toHaveDisplayValue('Same as above')
    await user.selectOptions(own('mug'), 'Add to your shop, not to a product')
    expect(screen.getByText('Answer first: products that aren’t in your shop')).toBeInTheDocument()
    await user.selectOptions(own('constructor'), 'Add to your shop, not to a product')
    expect(start('Import 2 reviews')).toHaveAttribute('aria-disabled', 'false')
  })
})

describe('a file without rows to import', () => {
  const none = { fresh: 0, duplicates: 1, bad: 1, statuses: [] }

  test('asks as long as an answer may add rows', async () => {
    const { user, environment } = await open({ ...none, questions: [scale] })
    expect(screen.queryByText('Nothing new to import')).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
    await answer(environment, 'importMutationsRecountMutation', recounted({ ...none, questions: [scale] }))
    await user.click(start())
    expect(asked(environment, 'importMutationsStartMutation').request.variables).toMatchObject({
      input: { answers: [{ question: 'scale', answer: '10' }] },
    })
  })

  test('says that all rows are in the shop if nothing is asked', async () => {
    await open(none)
    expect(screen.getByRole('heading', { name: 'Nothing new to import' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Start import' })).not.toBeInTheDocument()
  })

  test('counts rows in the shop and repeated rows as duplicates, and says which they are', async () => {
    await open({ ...none, duplicates: 2 })
    expect(screen.getByText('Duplicates').closest('div')).toHaveTextContent('2')
    expect(screen.getByText('Duplicates are already in your shop or appear twice in the file.')).toBeInTheDocument()
  })

  test('says that the file is unreadable if no row is in the shop', async () => {
    await open({ ...none, duplicates: 0, bad: 2 })
    expect(screen.getByRole('heading', { name: 'No reviews can be imported' })).toBeInTheDocument()
    expect(
      screen.getByText('None of the rows can be imported. Fix the rows above and upload the file again.'),
    ).toBeInTheDocument()
    expect(screen.queryByText(/is in your shop already/)).not.toBeInTheDocument()
  })
})

test('takes a few ratings above five for errors: keeps the 5-point scale and says that those rows are skipped', async () => {
  const { user, environment } = await open({ questions: [{ ...scale, rows: 1 }] })
  expect(screen.getByRole('radio', { name: '5-point scale 1 row with a rating above 5 isn’t imported.' })).toBeChecked()
  await user.click(start('Import 2 reviews'))
  expect(asked(environment, 'importMutationsStartMutation').request.variables).toMatchObject({
    input: { answers: [{ question: 'scale', answer: '5' }] },
  })
})

test('shortens long texts unless the merchant skips their rows', async () => {
  const long = { id: 'long', choices: ['shorten', 'skip'], suggested: 'shorten', examples: [], rows: 2 }
  const { user, environment } = await open({ questions: [long] })
  expect(screen.getByText(/2 rows are over a limit/)).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: /^Shorten them/ })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: /^Don’t import these rows/ }))
  expect(asked(environment, 'importMutationsRecountMutation').request.variables).toMatchObject({
    input: { answers: [{ question: 'long', answer: 'skip' }] },
  })
})

test('asks whether to show rows with unclear cells, and hides them unless the merchant decides otherwise', async () => {
  const status = {
    id: 'status',
    choices: ['hidden', 'published', 'only:live'],
    suggested: 'hidden',
    examples: ['live', 'parked'],
    rows: 2,
  }
  const { user, environment } = await open({ questions: [status] })
  const asking = screen.getByRole('group', { name: 'Should shoppers see these reviews?' })
  expect(asking).toHaveTextContent('In 2 rows we can’t tell whether the review was shown: live · parked')
  expect(within(asking).getByRole('radio', { name: /^Hide them/ })).toBeChecked()
  await user.click(within(asking).getByRole('radio', { name: 'Show only rows with “live”, and hide the others' }))
  expect(asked(environment, 'importMutationsRecountMutation').request.variables).toMatchObject({
    input: { answers: [{ question: 'status', answer: 'only:live' }] },
  })
})

test('previews the status under the chosen option', async () => {
  const sample = (row: number, status: string) => ({
    row,
    author: `Author ${row}`,
    rate: 5,
    originalRate: null,
    title: '',
    content: '',
    createdAt: null,
    status,
    productKey: '',
    productTitle: '',
    pictures: 0,
  })
  const { user } = await open({
    sampleRows: [sample(2, 'PUBLISHED'), sample(3, 'REJECTED')],
    statuses: [
      { status: 'PUBLISHED', rows: 1 },
      { status: 'REJECTED', rows: 1 },
    ],
  })
  const cards = () =>
    within(screen.getByRole('region', { name: 'Preview' }))
      .getAllByRole('article')
      .map((card) => card.textContent)
  expect(cards()).toEqual([expect.stringContaining('Published'), expect.stringContaining('Rejected')])
  await user.click(screen.getByRole('radio', { name: /^Keep all pending/ }))
  expect(cards()).toEqual([expect.stringMatching(/Pending.*No text/), expect.stringContaining('Rejected')])
})

describe('figures', () => {
  test('are recounted after each answer about ratings and dates, one request at a time', async () => {
    const { user, environment } = await open({ fresh: 2, questions: [dates, scale] })
    await user.click(screen.getByRole('radio', { name: /Day first/ }))
    expect(() => asked(environment, 'importMutationsRecountMutation')).toThrow()
    await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
    const wanted = () =>
      (asked(environment, 'importMutationsRecountMutation').request.variables as { input: { answers: object[] } }).input
        .answers
    expect(wanted()).toEqual([
      { question: 'dates', answer: 'dmy' },
      { question: 'scale', answer: '10' },
    ])
    await user.click(screen.getByRole('radio', { name: /Month first/ }))
    await answer(
      environment,
      'importMutationsRecountMutation',
      recounted({ fresh: 5, questions: [dates, { ...scale, suggested: '10' }] }),
    )
    expect(wanted()).toEqual([
      { question: 'dates', answer: 'mdy' },
      { question: 'scale', answer: '10' },
    ])
    await answer(
      environment,
      'importMutationsRecountMutation',
      recounted({
        fresh: 7,
        questions: [
          { ...dates, suggested: 'mdy' },
          { ...scale, suggested: '10' },
        ],
      }),
    )
    expect(screen.getByRole('heading', { name: '7 reviews ready to import' })).toBeInTheDocument()
    expect(start('Import 7 reviews')).toBeEnabled()
    expect(() => asked(environment, 'importMutationsRecountMutation')).toThrow()
  })

  test('are not recounted forever by two tabs with different answers', async () => {
    const { user, environment } = await open({ questions: [scale] })
    const of = (suggested: string) => ({ questions: [{ ...scale, suggested }] })
    await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
    for (let times = 0; times < 4; times++) {
      await answer(environment, 'importMutationsRecountMutation', recounted(of('10')))
      // The other tab answers 5, so the file is counted again.
      for (let round = 0; round < 2; round++) await sendProgress(environment, {})
      await answer(environment, pageQuery, pageOf(run(of('5'))))
    }
    expect(() => asked(environment, 'importMutationsRecountMutation')).toThrow()
  })

  describe('a failed recount', () => {
    const tooMany = {
      recountImport: {
        __typename: 'LimitReached',
        __isRefusal: 'LimitReached',
        code: 'tooManyChecks',
        message: '',
        params: null,
      },
    }

    test('is not repeated forever', async () => {
      const { user, environment } = await open({ questions: [scale] })
      await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
      await answer(environment, 'importMutationsRecountMutation', tooMany)
      expect(() => asked(environment, 'importMutationsRecountMutation')).toThrow()
      expect(start()).toBeEnabled()
    })

    test('is followed by one for the latest answers', async () => {
      const { user, environment } = await open({ fresh: 2, questions: [dates, scale] })
      await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
      await user.click(screen.getByRole('radio', { name: /Month first/ }))
      await answer(environment, 'importMutationsRecountMutation', tooMany)
      expect(asked(environment, 'importMutationsRecountMutation').request.variables).toMatchObject({
        input: {
          answers: [
            { question: 'dates', answer: 'mdy' },
            { question: 'scale', answer: '10' },
          ],
        },
      })
      await answer(environment, 'importMutationsRecountMutation', tooMany)
      expect(() => asked(environment, 'importMutationsRecountMutation')).toThrow()
    })

    test('is not repeated if the answers only changed briefly', async () => {
      const { user, environment } = await open({ fresh: 2, questions: [dates, scale] })
      await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
      await user.click(screen.getByRole('radio', { name: /^5-point scale/ }))
      await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
      await answer(environment, 'importMutationsRecountMutation', tooMany)
      expect(() => asked(environment, 'importMutationsRecountMutation')).toThrow()
    })

    test('is repeated when the merchant returns to those answers', async () => {
      const { user, environment } = await open({ fresh: 2, questions: [dates, scale] })
      await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
      await answer(environment, 'importMutationsRecountMutation', tooMany)
      await user.click(screen.getByRole('radio', { name: /^5-point scale/ }))
      await user.click(screen.getByRole('radio', { name: /^10-point scale/ }))
      await answer(
        environment,
        'importMutationsRecountMutation',
        recounted({ fresh: 5, questions: [dates, { ...scale, suggested: '10' }] }),
      )
      expect(screen.getByRole('heading', { name: '5 reviews ready to import' })).toBeInTheDocument()
    })
  })

  test('count the rows over the plan’s limit apart from new ones', async () => {
    const { user } = await open({
      fresh: 150,
      total: 150,
      maxRows: 100,
      questions: [{ id: 'firstN', choices: ['100'], suggested: null, examples: ['150'], rows: null }],
    })
    expect(screen.getByRole('heading', { name: '100 reviews ready to import' })).toBeInTheDocument()
    expect(screen.getByText('New').previousSibling).toHaveTextContent('100')
    expect(screen.getByText('Over your plan’s limit').previousSibling).toHaveTextContent('50')
    expect(start('Import 100 reviews')).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('checkbox', { name: 'Import the first 100 new reviews' }))
    expect(start('Import 100 reviews')).toHaveAttribute('aria-disabled', 'false')
  })
})

test('asks for the encoding by the first line of each reading, and counts again with the answer', async () => {
  const encoding = {
    id: 'encoding',
    choices: ['windows-1252', 'windows-1250'],
    suggested: 'windows-1252',
    examples: ['Good,5,Gyõzõ', 'Good,5,Győző'],
    rows: null,
  }
  const { user, environment } = await open({ questions: [encoding] })
  expect(screen.getByText('Answer first: text encoding')).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /Győző/ }))
  expect(asked(environment, 'importMutationsRecountMutation').request.variables).toMatchObject({
    input: { answers: [{ question: 'encoding', answer: 'windows-1250' }] },
  })
})

describe('an encoding that was not asked for', () => {
  const link = 'Text looks wrong? Choose another encoding'
  const text = { encoding: 'windows-1252', encodings: ['utf-8', 'windows-1252', 'windows-1250'], questions: [scale] }

  test('is chosen by the merchant, and the file counted again with it', async () => {
    const { user, environment } = await open(text)
    await user.click(screen.getByRole('button', { name: link }))
    const select = () => screen.getByRole('combobox', { name: 'Text encoding' })
    expect(select()).toHaveDisplayValue('windows-1252')
    await user.selectOptions(select(), 'utf-8')
    expect(select()).toHaveDisplayValue('utf-8')
    expect(screen.queryByRole('button', { name: 'Import 2 reviews' })).not.toBeInTheDocument()
    await answer(environment, 'importMutationsRecountMutation', { recountImport: refusal('file', 'emptyFile') })
    expect(select()).toHaveDisplayValue('windows-1252')
    expect(select()).toBeInvalid()
    await user.selectOptions(select(), 'windows-1250')
    expect(asked(environment, 'importMutationsRecountMutation').request.variables).toEqual({
      input: {
        importId: 'run',
        answers: [
          { question: 'encoding', answer: 'windows-1250' },
          { question: 'scale', answer: '5' },
        ],
      },
    })
    await answer(environment, 'importMutationsRecountMutation', recounted({ ...text, encoding: 'windows-1250' }))
    expect(select()).toHaveDisplayValue('windows-1250')
    expect(select()).toBeValid()
    expect(() => asked(environment, 'importMutationsRecountMutation')).toThrow()
  })

  test('is not offered for a table without one, or beside the question', async () => {
    const { environment } = await open()
    expect(screen.queryByRole('button', { name: link })).not.toBeInTheDocument()
    const encoding = {
      id: 'encoding',
      choices: text.encodings,
      suggested: 'utf-8',
      examples: ['a', 'b', 'c'],
      rows: null,
    }
    for (let round = 0; round < 2; round++) await sendProgress(environment, {})
    await answer(environment, pageQuery, pageOf(run({ ...text, questions: [encoding] })))
    expect(screen.getByText('Answer first: text encoding')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: link })).not.toBeInTheDocument()
  })
})

test('asks whether ratings up to 1 are on a scale from 0 to 1, without an answer before', async () => {
  const question = { id: 'scale', choices: ['1', '5'], suggested: '5', examples: ['1'], rows: 0 }
  const { user } = await open({ questions: [question], skippedSheets: ['Notes'] })
  expect(screen.getByText('Answer first: rating scale')).toBeInTheDocument()
  expect(screen.getByText('Sheets that aren’t read: Notes')).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /^Scale from 0 to 1/ }))
  expect(screen.queryByText('Answer first: rating scale')).not.toBeInTheDocument()
})
