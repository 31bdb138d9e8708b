import { ColumnSamples } from './column-samples.ts'

test('lists every column of a wide file with its field, and samples of the first 200', () => {
  const columns = new ColumnSamples(300)
  columns.add([{ row: 2, cells: Array.from({ length: 300 }, (_none, at) => `cell ${at}`) }])
  const meanings = columns.meanings(
    new Map([
      ['content', 249],
      ['rating', 0],
    ]),
  )
  expect(meanings).toHaveLength(300)
  expect([meanings[0], meanings[1], meanings[249]]).toEqual(['rating', null, 'content'])
  expect(columns.samples).toHaveLength(200)
  expect(columns.samples[199]).toEqual(['cell 199'])
})
