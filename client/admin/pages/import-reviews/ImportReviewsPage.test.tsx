import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answer, asked } from '../../../testing/render.tsx'
import { aRun } from './testing/a-run.ts'
import { openPage, pageOf, pageQuery, sendProgress } from './testing/page.tsx'

beforeEach(() => sessionStorage.clear())

const fields = ['content', 'rating', 'title', 'author', 'date', 'productTitle']
const guess = { id: 'columns', choices: ['{"content":1,"rating":0}'], suggested: null, examples: [], rows: null }

const run = (changes: object = {}) =>
  aRun({
    source: 'Unknown app',
    questions: [guess],
    columnsGuessed: true,
    fields,
    columns: [
      { name: 'note', field: 'rating', samples: ['5', '4'] },
      { name: 'texte', field: 'content', samples: ['Très bien'] },
      { name: '', field: null, samples: [] },
    ],
    ...changes,
  })

async function open(changes: object = {}, first: RegExp = /^Found:/) {
  const { environment } = await openPage('/import?run=run', pageOf(run(changes)))
  await screen.findByText(first)
  return environment
}

const meaning = (column: string) => screen.getByRole('combobox', { name: `Field for column ${column}` })
const start = () => screen.getByRole('button', { name: 'Import 2 reviews' })

describe('the columns of an unknown app', () => {
  test('are guessed, marked as a guess, and asked about before the start', async () => {
    const user = userEvent.setup()
    const environment = await open()
    expect(screen.getByText('Found: a file from an unknown app')).toBeInTheDocument()
    const row = screen.getByRole('row', { name: /^note/ })
    expect(within(row).getByText('4')).toBeInTheDocument()
    expect(meaning('note')).toHaveDisplayValue('Stars')
    expect(meaning('note')).toHaveAccessibleDescription('Suggested')
    expect(meaning('Column 3')).toHaveDisplayValue('Don’t import')
    expect(screen.getByText('Answer first: column mapping')).toBeInTheDocument()
    expect(start()).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('checkbox', { name: 'The mapping is correct' }))
    await user.click(start())
    expect(asked(environment, 'importMutationsStartMutation').request.variables).toEqual({
      input: {
        importId: 'run',
        answers: [{ question: 'columns', answer: '{"content":1,"rating":0}' }],
        publish: 'AS_IN_FILE',
      },
    })
  })

  test('are chosen by the merchant if nothing can be guessed', async () => {
    const user = userEvent.setup()
    const columns = [
      { name: 'Wie wars?', field: null, samples: ['Schön'] },
      { name: 'Wie viele?', field: null, samples: ['5'] },
    ]
    const environment = await open(
      { fresh: 0, columns, questions: [{ id: 'columns', choices: [], suggested: null, examples: [], rows: null }] },
      /^We don’t recognize the app that created this file\. Select/,
    )
    expect(screen.getByText('Select a column for: Stars')).toBeInTheDocument()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    expect(screen.queryByText('Nothing new to import')).not.toBeInTheDocument()
    await user.selectOptions(meaning('Wie wars?'), 'Review text')
    expect(screen.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-disabled', 'true')
    await user.selectOptions(meaning('Wie viele?'), 'Stars')
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(asked(environment, 'importMutationsRemapMutation').request.variables).toEqual({
      input: {
        importId: 'run',
        mapping: [
          { field: 'content', column: 0 },
          { field: 'rating', column: 1 },
        ],
      },
    })
  })

  test('are checked again after a change, before the import can start', async () => {
    const user = userEvent.setup()
    const environment = await open()
    await user.click(screen.getByRole('checkbox', { name: 'The mapping is correct' }))
    await user.selectOptions(meaning('Column 3'), 'Title')
    expect(start()).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(asked(environment, 'importMutationsRemapMutation').request.variables).toEqual({
      input: {
        importId: 'run',
        mapping: [
          { field: 'rating', column: 0 },
          { field: 'content', column: 1 },
          { field: 'title', column: 2 },
        ],
      },
    })
    const columns = [...run().columns.slice(0, 2), { name: '', field: 'title', samples: [] }]
    await answer(environment, 'importMutationsRemapMutation', {
      remapImport: { __typename: 'RemapImportSuccess', data: run({ columns, columnsGuessed: false, questions: [] }) },
    })
    expect(start()).toHaveAttribute('aria-disabled', 'false')
    expect(screen.getByRole('heading', { name: '2 reviews ready to import' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    expect(meaning('Column 3')).toHaveDisplayValue('Title')
    expect(meaning('Column 3')).not.toHaveAccessibleDescription()
  })

  test('require stars, and each meaning only once; the page warns of missing texts', async () => {
    const user = userEvent.setup()
    await open()
    await user.selectOptions(meaning('texte'), 'Don’t import')
    expect(
      screen.getByText('No column is set as the review text. Reviews are imported without text.'),
    ).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-disabled', 'false')
    await user.selectOptions(meaning('texte'), 'Stars')
    await user.selectOptions(meaning('Column 3'), 'Review text')
    expect(screen.getAllByText('Another column uses this field')).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-disabled', 'true')
    await user.selectOptions(meaning('note'), 'Don’t import')
    expect(screen.queryByText('Another column uses this field')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-disabled', 'false')
  })
})

test('opens the columns of a known app by a click, and a reverted change does not block the start', async () => {
  const user = userEvent.setup()
  await open({ source: 'Loox', columnsGuessed: false, questions: [] })
  expect(screen.getByText('Found: a Loox export')).toBeInTheDocument()
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  const button = screen.getByRole('button', { name: 'Columns' })
  await user.click(button)
  expect(screen.getByText(/^This is how we read Loox files/)).toBeInTheDocument()
  await user.selectOptions(meaning('Column 3'), 'Author')
  expect(start()).toHaveAttribute('aria-disabled', 'true')
  await user.click(button)
  expect(start()).toHaveAttribute('aria-disabled', 'false')
})

test('shows an import’s result if it ended before its start was answered', async () => {
  const user = userEvent.setup()
  const environment = await open({ columnsGuessed: false, questions: [] })
  await user.click(start())
  const ran = { columnsGuessed: false, questions: [], done: 2, imported: 2, startedAt: '2026-11-20T10:01:00.000Z' }
  await sendProgress(environment, { ...ran, status: 'DONE' })
  const ended = pageOf(run({ ...ran, status: 'DONE' }))
  await answer(environment, pageQuery, ended)
  await answer(environment, 'importMutationsStartMutation', {
    startImport: { __typename: 'StartImportSuccess', data: run({ ...ran, status: 'RUNNING', done: 0, imported: 0 }) },
  })
  expect(screen.getByRole('heading', { name: 'Importing your reviews' })).toBeInTheDocument()
  await answer(environment, pageQuery, ended)
  expect(screen.getByRole('heading', { name: '2 reviews imported' })).toBeInTheDocument()
})

test('reloads the whole check after another tab recounted it', async () => {
  const environment = await open({ columnsGuessed: false, questions: [] })
  const counted = (changes: object = {}) =>
    answer(environment, pageQuery, pageOf(run({ columnsGuessed: false, questions: [], ...changes })))
  await counted()
  await sendProgress(environment, {})
  expect(() => asked(environment, 'importReviewsLoaderQuery')).toThrow()
  await sendProgress(environment, { fresh: 1, bad: 1 })
  await counted({
    fresh: 1,
    bad: 1,
    badRows: [{ row: 3, column: 'stars', value: '9', code: 'ratingAbove', reason: 'A rating above 5', params: '{}' }],
  })
  expect(screen.getByRole('heading', { name: '1 review ready to import' })).toBeInTheDocument()
  expect(screen.getByText('9')).toBeInTheDocument()
})

test('shows how many rows a cancelled import left unread, and links to the next step', async () => {
  await open(
    { status: 'CANCELLED', total: 9, done: 3, imported: 2, bad: 1, finishedAt: '2026-11-20T10:01:00.000Z' },
    /^Canceled: 2 reviews/,
  )
  expect(screen.getByText('Not checked').previousSibling).toHaveTextContent('6')
  expect(screen.getByText(/^To import the rest, upload the file again/)).toBeInTheDocument()
})

test('asks before it discards an import that was not started', async () => {
  const user = userEvent.setup()
  const environment = await open({ columnsGuessed: false, questions: [], discardable: true })
  const discard = screen.getByRole('button', { name: 'Discard' })
  await user.click(discard)
  const dialog = await screen.findByRole('dialog', { name: 'Discard this import?' })
  expect(dialog).toHaveTextContent('mine.csv')
  await user.click(within(dialog).getByRole('button', { name: 'Keep import' }))
  expect(() => asked(environment, 'importMutationsDiscardMutation')).toThrow()
  await user.click(discard)
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Discard this import?' })).getByRole('button', {
      name: 'Discard',
    }),
  )
  expect(asked(environment, 'importMutationsDiscardMutation').request.variables).toMatchObject({ input: { id: 'run' } })
  await answer(environment, 'importMutationsDiscardMutation', {
    discardImport: { __typename: 'DiscardImportSuccess', data: { discardedId: 'run' } },
  })
  await answer(environment, pageQuery, pageOf())
  expect(await screen.findByLabelText('Choose a file')).toBeInTheDocument()
})

test('says that the URL’s import does not exist, until dismissed', async () => {
  const user = userEvent.setup()
  await openPage('/import?run=gone')
  expect(await screen.findByText('We can’t find this import')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Dismiss notification' }))
  await waitFor(() => expect(screen.queryByText('We can’t find this import')).not.toBeInTheDocument())
  expect(screen.getByLabelText('Choose a file')).toBeInTheDocument()
})

test('keeps answers after a reload', async () => {
  const user = userEvent.setup()
  const products = [{ key: 'mug', rows: 2, title: 'Mug', suggestion: null }]
  const asks = {
    columnsGuessed: false,
    columns: [],
    questions: [{ id: 'dates', choices: ['dmy', 'mdy'], suggested: 'dmy', examples: ['03/04/2025'], rows: null }],
    unmatched: 2,
    unmatchedProducts: products,
  }
  await open(asks)
  const answers = () => screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)
  const before = answers()
  for (const radio of screen.getAllByRole('radio').slice(0, 1)) await user.click(radio)
  const after = answers()
  expect(after).not.toEqual(before)
  cleanup()
  await open(asks)
  expect(answers()).toEqual(after)
})

test('reads our own export without questions', async () => {
  await open({ source: 'Candor', columnsGuessed: false, questions: [] })
  expect(screen.queryByRole('button', { name: 'Columns' })).not.toBeInTheDocument()
})

test('offers a product with a similar name, to accept or undo by one click', async () => {
  const user = userEvent.setup()
  const unmatchedProducts = [
    { key: '4711', rows: 1, title: 'Linnen Apron', suggestion: { productId: 'apron', title: 'Linen Apron' } },
    { key: 'old-jug', rows: 1, title: '', suggestion: null },
  ]
  const environment = await open({
    columnsGuessed: false,
    fresh: 0,
    unmatched: 2,
    unmatchedProducts,
    questions: [{ id: 'unmatched', choices: ['shop', 'skip'], suggested: null, examples: [], rows: null }],
  })
  expect(screen.getByText('Linnen Apron')).toBeInTheDocument()
  expect(screen.getByLabelText('Product for reviews of Linnen Apron')).toHaveDisplayValue('Same as above')
  const offer = screen.getByRole('button', { name: 'Did you mean Linen Apron?' })
  expect(offer).toHaveAttribute('aria-pressed', 'false')
  await user.click(offer)
  await answer(environment, 'ProductChoiceQuery', {
    node: { __typename: 'Product', id: 'apron', title: 'Linen Apron' },
  })
  expect(screen.getByLabelText('Product for reviews of Linnen Apron')).toHaveDisplayValue('Add to a product')
  expect(screen.getByRole('button', { name: 'Linen Apron' })).toBeInTheDocument()
  await user.selectOptions(
    screen.getByLabelText('Product for reviews of old-jug'),
    'Add to your shop, not to a product',
  )
  await user.click(start())
  expect(asked(environment, 'importMutationsStartMutation').request.variables).toMatchObject({
    input: {
      answers: [
        { question: 'unmatched:4711', answer: 'apron' },
        { question: 'unmatched:old-jug', answer: 'shop' },
      ],
    },
  })
})

describe('a failed import', () => {
  const failed = (changes: object) =>
    open(
      {
        status: 'FAILED',
        errorCode: 'noReviewsFound',
        errorParams: '{}',
        error: 'No reviews found',
        discardable: true,
        marketplace: null,
        ...changes,
      },
      /^Import failed/,
    )
  const headingsOnly = /has a header row but no reviews/

  test('names the file that has only headings', async () => {
    await failed({ fileName: 'export.csv' })
    expect(screen.getByText('No reviews found')).toBeInTheDocument()
    expect(screen.getByText(headingsOnly)).toBeInTheDocument()
    expect(screen.getByText('export.csv')).toBeInTheDocument()
  })

  test('mentions no file if a marketplace shop has no reviews', async () => {
    await failed({
      marketplace: {
        total: 0,
        found: 0,
        chosen: 0,
        fetched: 0,
        blockedPage: null,
        cutShort: false,
        repliesAndVideosMissing: true,
      },
    })
    expect(screen.getByText('No reviews found')).toBeInTheDocument()
    expect(screen.queryByText(headingsOnly)).not.toBeInTheDocument()
  })
})
