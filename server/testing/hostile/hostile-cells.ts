const long = 100_000
const spaces = ' '.repeat(long)

/** Cells for which a backtracking reader takes quadratic time. */
export const hostileCells: readonly (readonly [name: string, cell: string])[] = [
  ['ends of lines before what is no address', `http://a${'\n'.repeat(long)}1`],
  ['a comma, then spaces', `http://a,${spaces}1`],
  ['commas and spaces', `http://a${', '.repeat(long / 2)}x`],
  ['commas and quotation marks', `http://a${`,"'`.repeat(long / 3)}1`],
  ['commas and letters', `http://a${',abc'.repeat(long / 4)}1`],
  ['letters before what is no colon', `http://a,${'a'.repeat(long)}1`],
  ['an address of bars', `http://a${'/'.repeat(long)}x`],
  ['bars and dots', `https://a/${'/.html'.repeat(long / 6)}x`],
  ['spaces before what is no address', `${'\t '.repeat(long / 2)}x`],
  ['spaces after a time', `2024-01-01 10:00${spaces}x`],
  ['a day and a T again and again', `2024-01-01${'T'.repeat(long)}\nx`],
  ['a day of bars and a T again and again', `05/03/2024${'T '.repeat(long / 2)}\nx`],
  ['a day of dots and a T again and again', `05.03.2024${'T'.repeat(long)}\nx`],
  ['a day, a month and a T again and again', `5 March 2024${' T'.repeat(long / 2)}\nx`],
  ['a month, a day and a T again and again', `March 5, 2024${'T'.repeat(long)}\nx`],
  ['a number and spaces', `5${spaces}x`],
  ['stars', `${'★'.repeat(long)}x`],
  ['digits', '1'.repeat(long)],
  ['a sign and dots', `a@${'a.'.repeat(long / 2)}@`],
  ['signs', '@'.repeat(long)],
  ['dots at the end', `${'.'.repeat(long)}x`],
  ['spaces and dots', `${' ...'.repeat(long / 4)}x`],
  ['ends of lines', '\n'.repeat(long)],
  ['semicolons and apostrophes', `;'`.repeat(long / 2)],
  ['apostrophes', `${`'`.repeat(long)}=x`],
]

const reviewOf = (hook: string, text: string): string =>
  `<div data-hook="review" id="R1ABCDEFGH"><span data-hook="${hook}">${text}</span></div>`

/** Marketplace pages with parts for which a backtracking reader takes as long. */
export const hostilePages: readonly (readonly [name: string, page: string])[] = [
  ['spaces in pieces', reviewOf('review-body', '<b> </b>'.repeat(long))],
  ['lines in pieces', reviewOf('review-body', '<br> '.repeat(long))],
  ['letters for a day', reviewOf('review-date', 'l'.repeat(250)).repeat(4_000)],
  [
    'marks of sizes',
    `<div data-hook="review" id="R1ABCDEFGH"><img data-hook="review-image-tile" src="//a${'._SY'.repeat(long)}"></div>`,
  ],
  ['frames', `<html>${'<body '.repeat(long)}`],
  ['a tag that is cut off', '<b'],
  ['a tag that is cut off in a word', '</b><div data-hook="re'],
  ['titles', `<html>${'<title '.repeat(long)}amazon.com`],
]

export const brokenQuotes: readonly (readonly [name: string, text: string])[] = [
  ['without an end', `body,rating\n${'"x'.repeat(900_000)}`],
  ['before spaces', `body,rating\n${`"${'x"'.repeat(20_000)}${' '.repeat(20_000)},5\n`.repeat(20)}`],
  ['that end', `body,rating\n${'"x"x"\n'.repeat(300_000)}`],
  ['in pairs', `body,rating\n"${'""'.repeat(900_000)}`],
  ...[', "', ', "a', ', ""a', ', """a', ' "', ' "\n', ', "a\n'].map(
    (text) =>
      [`${JSON.stringify(text)} again and again`, `body,rating\n${`1${text.repeat(50)}\n`.repeat(10_000)}`] as const,
  ),
]
