export const figures = { total: 2, done: 0, imported: 0, fresh: 2, duplicates: 0, unmatched: 0, bad: 0, rounded: 0, pictures: 0, replies: 0, undated: 0, withoutText: 0, shopReviews: 0, rates: [0, 0, 0, 1, 1] }

/** A checked import of two reviews, as the server answers it; for tests. */
export const aRun = (changes: object = {}) => ({
  __typename: 'ImportRun', __isNode: 'ImportRun', id: 'run', status: 'CHECKED', source: 'Judge.me', fileName: 'mine.csv', fileSize: 90, maxRows: 10_000, ...figures,
  errorCode: null, errorParams: '{}', error: null, errorFileUrl: null, fileKept: true, createdAt: '2026-11-20T10:00:00.000Z', startedAt: null, finishedAt: null, undoneAt: null,
  publish: 'AS_IN_FILE', remarks: [], badRows: [], statuses: [{ status: 'PUBLISHED', rows: 2 }], questions: [], unmatchedProducts: [], sampleRows: [],
  undoPlan: null, undoable: false, discardable: false, kept: 0, removed: 0, toRemove: 0, marketplace: null, columnsGuessed: false, fields: [], columns: [],
  ...changes,
})

/** A shop's imports as its only page, as the server answers them; for tests. */
export const importsOf = (runs: readonly object[]) => ({
  edges: runs.map((node, at) => ({ node, cursor: `at ${at}` })), pageInfo: { endCursor: null as string | null, hasNextPage: false },
})
export const noImports = importsOf([])
