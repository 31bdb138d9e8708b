import { picturesOf } from './cells.ts'

const [x, y] = ['https://a.example.test/x.jpg', 'https://a.example.test/y.jpg']
/** Escapes slashes, as PHP does in JSON. */
const slashed = (text: string): string => text.replaceAll('/', '\\/')

function picturesIn(cell: string): { addresses: string[]; reasons: string[] } {
  const reasons: string[] = []
  return {
    addresses: picturesOf(
      { cell: (field) => (field === 'pictures' ? cell : '') },
      (reason) => void reasons.push(reason),
    ),
    reasons,
  }
}

test.each<[name: string, cell: string, addresses: string[]]>([
  ['commas', `${x},${y}`, [x, y]],
  ['commas and spaces', `${x} , ${y},`, [x, y]],
  ['bars', `${x}|${y}`, [x, y]],
  ['semicolons', `${x};${y}`, [x, y]],
  ['semicolons and spaces', `${x} ; ${y};`, [x, y]],
  ['a semicolon within an address', `${x};jsessionid=1?a=1;b=2,${y}`, [`${x};jsessionid=1?a=1;b=2`, y]],
  ['a comma within an address', `${x}?size=1,2,${y}`, [`${x}?size=1,2`, y]],
  ['lines', `${x}\n${y}`, [x, y]],
  ['JSON', JSON.stringify([x, y]), [x, y]],
  ['JSON of PHP', slashed(JSON.stringify([x, y])), [x, y]],
  ['JSON with an escaped sign', `["${x}?a=1\\u0026b=2"]`, [`${x}?a=1&b=2`]],
  ['JSON over lines', JSON.stringify([x, y], null, 2), [x, y]],
  ['JSON with a list in a text', JSON.stringify([`${x},${y}`]), [x, y]],
  ['JSON of objects', slashed(JSON.stringify([{ url: x, width: 9 }, { src: y }, { image: x }])), [x, y]],
  ['JSON without anything', '[]', []],
  ['a list that is almost JSON', `['${x}', '${y}']`, [x, y]],
  ['brackets', `[${x},${y}]`, [x, y]],
  ['no protocol', '//a.example.test/x.jpg,//a.example.test/y.jpg', [x, y]],
  ['no scheme', 'a.example.test/x.jpg', [x]],
  ['spaces between', `${x} ${y}`, [x, y]],
  [
    'a space within an address',
    `https://a.example.test/my photo.jpg, ${y}`,
    ['https://a.example.test/my%20photo.jpg', y],
  ],
])('pictures in a cell: %s', (_name, cell, addresses) => {
  expect(picturesIn(cell)).toEqual({ addresses, reasons: [] })
})

test.each<[name: string, cell: string, addresses: string[]]>([
  ['JSON of other things', JSON.stringify([x, null, 7, { id: 7 }, [y]]), [x]],
  ['no address', `${x},javascript:alert(1)`, [x]],
  ['no address behind a semicolon', `${x}; none`, []],
])('pictures in a cell, not all of them addresses: %s', (_name, cell, addresses) => {
  expect(picturesIn(cell)).toEqual({ addresses, reasons: ['photoAddressInvalid'] })
})
