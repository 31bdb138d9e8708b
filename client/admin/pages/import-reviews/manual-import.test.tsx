import { act, screen, waitFor, within } from '@testing-library/react'
import { answer, asked } from '../../../testing/render.tsx'
import { aRun, importsOf } from './testing/a-run.ts'
import { openPage as open, pageOf, pageQuery } from './testing/page.tsx'

const page = (runs: object[] = [], dismissedBanners: string[] = []) =>
  pageOf(null, { dismissedBanners, imports: importsOf(runs) })

const products = [
  {
    productId: 'apron',
    title: 'Linen Apron',
    image: null,
    reviewCount: 12,
    lastImportedAt: '2026-11-20T10:00:00.000Z',
  },
  { productId: 'teapot', title: 'Harbour Teapot', image: null, reviewCount: 1, lastImportedAt: null },
]
const listed = (pageInfo: object = {}) => ({
  viewer: {
    shop: {
      id: 'shop',
      manualImport: {
        totalCount: 2,
        products,
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: 's', endCursor: 'e', ...pageInfo },
      },
    },
  },
})

describe('the manual import', () => {
  const openList = async () => {
    const opened = await open('/reviews/import?quickstart=true')
    await waitFor(() => asked(opened.environment, 'ProductListQuery'))
    expect(asked(opened.environment, 'ProductListQuery').request.variables).toEqual({
      first: 10,
      after: null,
      before: null,
      search: null,
      sort: 'LAST_IMPORTED_DESC',
      hasReviews: null,
    })
    await answer(opened.environment, 'ProductListQuery', listed({ hasNextPage: true }))
    return opened
  }

  test('lists products with reviews and last import; the picked one is the check’s first answer', async () => {
    const { user, environment, router } = await openList()
    const list = screen.getByRole('region', { name: 'For one product' })
    // Merchants of the quick start bring a whole file, so its place comes first.
    expect(list.compareDocumentPosition(screen.getByRole('heading', { name: 'Drop your export file here' }))).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    )
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringMatching(/Linen Apron12 reviewsNov 20, 2026/),
      expect.stringMatching(/Harbour Teapot1 reviewNever imported/),
    ])
    await user.click(screen.getByRole('button', { name: 'Import for this product: Harbour Teapot' }))
    await answer(environment, pageQuery, page())
    await waitFor(() => asked(environment, 'ProductChoiceQuery'))
    await answer(environment, 'ProductChoiceQuery', {
      node: { __typename: 'Product', id: 'teapot', title: 'Harbour Teapot' },
    })
    expect(screen.getByRole('heading', { name: 'For Harbour Teapot' })).toHaveFocus()
    expect(screen.queryByRole('region', { name: 'For one product' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: /^AliExpress/ })).toHaveAttribute(
      'href',
      '/reviews/import?quickstart=true&product=teapot&from=aliexpress',
    )

    await act(async () => {
      await router.navigate('/reviews/import?product=teapot&run=run')
    })
    const unmatched = {
      fresh: 0,
      unmatched: 2,
      unmatchedProducts: [{ key: '4711', rows: 2, title: '', suggestion: null }],
      questions: [{ id: 'unmatched', choices: ['shop', 'skip'], suggested: null, examples: [], rows: null }],
    }
    await answer(environment, pageQuery, pageOf(aRun(unmatched)))
    expect(screen.getByRole('radio', { name: /^Add all to one product/ })).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Import 2 reviews' }))
    expect(asked(environment, 'importMutationsStartMutation').request.variables).toMatchObject({
      input: { answers: [{ question: 'unmatched', answer: 'teapot' }] },
    })
  })

  test('keeps search, sort, filter and page in the URL', async () => {
    const { user, environment, router } = await openList()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await answer(environment, pageQuery, page())
    await waitFor(() =>
      expect(asked(environment, 'ProductListQuery').request.variables).toMatchObject({ after: 'e', before: null }),
    )
    await answer(environment, 'ProductListQuery', listed({ hasPreviousPage: true }))
    await user.click(screen.getByRole('tab', { name: 'With reviews' }))
    await answer(environment, pageQuery, page())
    await waitFor(() =>
      expect(asked(environment, 'ProductListQuery').request.variables).toMatchObject({ after: null, hasReviews: true }),
    )
    await user.type(screen.getByPlaceholderText('Search products'), 'tea')
    await waitFor(() => expect(router.state.location.search).toBe('?quickstart=true&hasReview=true&searchText=tea'))
    await answer(environment, pageQuery, page())
    await waitFor(() =>
      expect(asked(environment, 'ProductListQuery').request.variables).toMatchObject({
        search: 'tea',
        hasReviews: true,
      }),
    )
  })

  test('is listed among the sources on the import page', async () => {
    await open('/collect-reviews/import-reviews')
    expect(screen.getByRole('link', { name: /^For one product/ })).toHaveAttribute(
      'href',
      '/collect-reviews/reviews/import',
    )
  })
})

test('adds up duplicates in the shop and in the file in the history', async () => {
  await open(
    '/collect-reviews/import-reviews',
    page([
      aRun({ id: 'one', status: 'DONE', imported: 1, duplicates: 1 }),
      aRun({ id: 'two', status: 'DONE', imported: 1, duplicates: 2 }),
    ]),
  )
  expect(screen.getByText('1 duplicate')).toBeInTheDocument()
  expect(screen.getByText('2 duplicates')).toBeInTheDocument()
})

test('loads older imports into the history', async () => {
  const runOf = (id: string) => aRun({ id, fileName: `${id}.csv`, status: 'DONE', imported: 1 })
  const pageInfo = { endCursor: 'at new', hasNextPage: true }
  const answered = pageOf(null, { imports: { ...importsOf([runOf('new')]), pageInfo } })
  const { user, environment } = await open('/collect-reviews/import-reviews', answered)
  const files = () =>
    within(screen.getByRole('region', { name: 'Import history' }))
      .getAllByRole('link')
      .map((link) => within(link).getByText(/\.csv$/).textContent)
  expect(files()).toEqual(['new.csv'])
  await user.click(screen.getByRole('button', { name: 'Show older imports' }))
  expect(asked(environment, 'useImportsQuery').request.variables).toEqual({ count: 50, cursor: 'at new', id: 'shop' })
  await answer(environment, 'useImportsQuery', {
    node: { __typename: 'Shop', id: 'shop', imports: importsOf([runOf('old')]) },
  })
  expect(files()).toEqual(['new.csv', 'old.csv'])
  expect(screen.queryByRole('button', { name: 'Show older imports' })).not.toBeInTheDocument()
})

describe('the banner of an import', () => {
  const ended = (changes: object = {}) =>
    aRun({
      id: 'ended',
      status: 'DONE',
      imported: 54,
      done: 54,
      total: 54,
      startedAt: '2026-11-20T10:00:30.000Z',
      finishedAt: '2026-11-20T10:01:00.000Z',
      undoable: true,
      ...changes,
    })
  const later = { id: 'later', createdAt: '2026-11-21T10:00:00.000Z', startedAt: '2026-11-21T10:00:30.000Z' }

  test('says how many reviews were imported, until the shop dismisses it', async () => {
    const { user, environment } = await open(
      '/collect-reviews/import-reviews',
      page([ended()], ['survey', 'imported-1763000000000']),
    )
    const message = screen.getByText('54 reviews were imported.')
    expect(message.parentElement).toHaveTextContent('mine.csv')
    await user.click(screen.getByRole('button', { name: 'Dismiss notification' }))
    const banner = `imported-${Date.parse('2026-11-20T10:00:00.000Z')}`
    expect(asked(environment, 'ImportedBannerDismissMutation').request.variables).toEqual({
      input: { banner, isDismiss: true, snooze: false },
    })
    await answer(environment, 'ImportedBannerDismissMutation', {
      dismissBanner: {
        __typename: 'DismissBannerSuccess',
        data: { id: 'shop', dismissedBanners: ['survey', 'imported-1763000000000', banner] },
      },
    })
    expect(screen.queryByText('Import finished')).not.toBeInTheDocument()
    // A shop remembers a hundred dismissed banners, so drop the one of an earlier import.
    expect(asked(environment, 'ImportedBannerDismissMutation').request.variables).toEqual({
      input: { banner: 'imported-1763000000000', isDismiss: false, snooze: false },
    })
  })

  test.each([
    ['a file that was only checked since changes nothing', [aRun({ ...later, startedAt: null }), ended()], true],
    [
      'a file that could not be checked since changes nothing',
      [aRun({ ...later, startedAt: null, status: 'FAILED' }), ended()],
      true,
    ],
    ['a later import takes its place', [ended({ ...later, imported: 7 }), ended()], '7 reviews were imported.'],
    [
      'shows the one that was started last, whichever was uploaded first',
      [ended({ ...later, startedAt: '2026-11-20T09:00:00.000Z', imported: 7 }), ended()],
      true,
    ],
    ['an undone import brought none', [ended({ status: 'UNDONE', removed: 54 })], false],
    ['nor is an earlier one told of again', [ended({ ...later, status: 'UNDONE', removed: 54 }), ended()], false],
    [
      'one that was cancelled says what had come in',
      [ended({ status: 'CANCELLED', imported: 3 })],
      '3 reviews were imported before that.',
    ],
  ])('%s', async (_name, runs, expected) => {
    await open('/collect-reviews/import-reviews', page(runs))
    const text = typeof expected === 'string' ? expected : '54 reviews were imported.'
    expect(screen.queryByText(text) !== null).toBe(expected !== false)
  })
})
