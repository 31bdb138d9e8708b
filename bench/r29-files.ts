/** A file of another app, and what is right about its rows. Rows count as in the file: the header is 1. */
export interface RealFile {
  name: string
  bytes: Uint8Array
  /** Rows that the file calls hidden, private, spam, draft or deleted. */
  hidden: readonly number[]
  /** Rows whose reply the file calls private. */
  privateReplies: readonly number[]
  /** Rows that copy an earlier row. */
  copies: readonly number[]
  /** Rows that are no reviews, so that leaving them out is right. */
  unreadable: readonly number[]
}

const words: readonly (readonly [shown: string, hidden: string])[] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['1', '0'],
  ['WAHR', 'FALSCH'],
  ['VRAI', 'FAUX'],
  ['VERDADERO', 'FALSO'],
  ['VERO', 'FALSO'],
  ['WAAR', 'ONWAAR'],
  ['VERDADEIRO', 'FALSO'],
  ['có', 'không'],
  ['はい', 'いいえ'],
  ['예', '아니요'],
  ['是', '否'],
]
const shownColumns = ['is_public', 'visible', 'isApproved', 'publish', 'Sichtbar', 'publié', 'visible_on_site', '公開']
const hiddenColumns = ['deleted', 'is_spam', 'hidden', 'isPrivate', 'archived', 'Gelöscht', 'masqué', '是否删除']
const statusColumns: readonly (readonly [column: string, shown: string, hidden: string])[] = [
  ['status', 'approved', 'trash'],
  ['moderation_status', 'published', 'awaiting moderation'],
  ['Statut', 'publié', 'brouillon'],
  ['estado', 'publicado', 'oculto'],
  ['stato', 'approvato', 'nascosto'],
  ['状态', '已发布', '待审核'],
  ['status_id', '2', '1'],
  ['deleted_at', '', '2024-05-01 10:00:00'],
  ['publishedAt', '2024-05-01T10:00:00.000Z', ''],
]

const file = (name: string, lines: readonly string[], right: Partial<RealFile> = {}): RealFile => ({
  name,
  bytes: Buffer.from(`${lines.join('\n')}\n`),
  hidden: [],
  privateReplies: [],
  copies: [],
  unreadable: [],
  ...right,
})

/** Writes a file in which rows 2 and 4 are shown, 3 and 5 hidden. */
const alternating = (column: string, shown: string, hidden: string): RealFile =>
  file(
    `${column} ${shown || 'empty'} ${hidden || 'empty'}.csv`,
    [
      `review,stars,customer,created,${column}`,
      ...[shown, hidden, shown, hidden].map(
        (cell, at) => `Text ${String(at)},5,Ann,2024-01-0${String(at + 1)},${cell}`,
      ),
    ],
    // No row of a status in codes is shown before the merchant answers.
    { hidden: [3, 5] },
  )

/** Files of the kinds in which faults were found, with invented rows. */
export const generatedFiles: readonly RealFile[] = [
  ...shownColumns.flatMap((column) => words.map(([shown, hidden]) => alternating(column, shown, hidden))),
  ...hiddenColumns.flatMap((column) => words.map(([hidden, shown]) => alternating(column, shown, hidden))),
  ...statusColumns.map(([column, shown, hidden]) => alternating(column, shown, hidden)),
  ...words.map(([shown, hidden]) =>
    file(
      `private reply ${hidden}.csv`,
      [
        'Review ID,Review Creation Date,Review Status,Review Score,Review Title,Review Content,Comment Content,Comment Public,Reviewer Name',
        `1,2022-07-01,published,5,T,one,Thanks,${shown},Ann`,
        `2,2022-07-01,published,5,T,two,Internal,${hidden},Bob`,
        '3,2022-07-01,published,5,T,three,Internal,unknown,Cy',
      ],
      { privateReplies: [3, 4] },
    ),
  ),
  file(
    'alike.csv',
    [
      'title,body,rating,review_date,reviewer_name,reviewer_email',
      ...['10:00:00', '12:30:00', '12:30:00'].map((time) => `Great,Date of experience: May 1,5,2024-05-03 ${time},,`),
      'Fast,Date of experience: May 1,5,2024-05-03 10:00:00,,',
      ',Good,5,2024-05-03,,a@example.test',
      ',Good,5,2024-05-03,,b@example.test',
      ',,5,2024-05-03,a***r,',
      ',,5,2024-05-03,a***r,',
    ],
    { copies: [4] },
  ),
  file('columns.csv', [
    'productId,evaluationId,buyerCountry,buyerName,starRating,feedback,evalDate,skuInfo',
    ...[1, 2, 3, 4].map(
      (at) => `8100000000001,6009${String(at)},US,AliExpress Shopper,5,ok,${String(at)} Sep 2025,Color`,
    ),
  ]),
]
