import { screen, within } from '@testing-library/react'
import { asked } from '../../../../testing/render.tsx'
import { aRun } from '../testing/a-run.ts'
import { openPage, pageOf } from '../testing/page.tsx'

beforeEach(() => sessionStorage.clear())

const unread = {
  source: 'Unknown app',
  fresh: 0,
  columnsGuessed: true,
  fields: ['content', 'rating', 'title'],
  discardable: true,
  questions: [{ id: 'columns', choices: [], suggested: null, examples: [], rows: null }],
}

async function open(columns: object[]) {
  const shown = await openPage('/import?run=run', pageOf(aRun({ ...unread, columns })))
  await screen.findByText(/^We don’t recognize the app that created this file/)
  return shown
}

const wide = (count: number, changes: Record<number, object> = {}) =>
  Array.from({ length: count }, (_none, at) => ({
    name: `Q${at + 1}.`,
    field: null,
    samples: at < 200 ? ['x'] : [],
    ...changes[at],
  }))
const meaning = (column: string) => screen.queryByLabelText(`Field for column ${column}`)
const chosen = (column: string) => screen.getByLabelText<HTMLSelectElement>(`Field for column ${column}`)

describe('the columns of a wide file', () => {
  test('are found by name, even the last one; mapped columns stay visible', async () => {
    const { user, environment } = await open(wide(1_000, { 299: { field: 'rating' } }))
    expect(chosen('Q300.')).toHaveDisplayValue('Stars')
    expect(meaning('Q99.')).toBeInTheDocument()
    expect(meaning('Q100.')).not.toBeInTheDocument()
    expect(screen.getByText('900 more columns aren’t shown. Search for them by name.')).toBeInTheDocument()
    expect(screen.getByText('Sample values are shown for the first 200 columns only.')).toBeInTheDocument()
    const search = screen.getByLabelText('Search columns')
    await user.click(search)
    await user.paste('q1000.')
    expect(meaning('Q99.')).not.toBeInTheDocument()
    expect(meaning('Q300.')).toBeInTheDocument()
    await user.selectOptions(chosen('Q1000.'), 'Review text')
    await user.clear(search)
    await user.click(search)
    await user.paste('none')
    expect(screen.getByText('No columns match your search.')).toBeInTheDocument()
    expect(chosen('Q1000.')).toHaveDisplayValue('Review text')
    await user.click(screen.getByText('Check again'))
    expect(asked(environment, 'importMutationsRemapMutation').request.variables).toMatchObject({
      input: {
        mapping: [
          { field: 'rating', column: 299 },
          { field: 'content', column: 999 },
        ],
      },
    })
  })

  test('have no search if all are visible', async () => {
    await open(wide(20))
    expect(screen.getAllByRole('combobox')).toHaveLength(20)
    expect(screen.queryByLabelText('Search columns')).not.toBeInTheDocument()
  })
})

describe('without a column for texts or stars', () => {
  test('names the file, the missing columns, and the ways out', async () => {
    const { user, router } = await open(wide(3))
    expect(screen.getByRole('heading', { name: 'Map your columns' })).toHaveFocus()
    expect(screen.getByText('mine.csv')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText('Select a column for: Stars')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    const dialog = await screen.findByRole('dialog', { name: 'Discard this import?' })
    await user.click(within(dialog).getByRole('button', { name: 'Keep import' }))
    await user.click(screen.getByRole('button', { name: 'Choose another file' }))
    expect(router.state.location.search).toBe('')
  })
})
