import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { MockEnvironment } from 'relay-test-utils'
import { answer, asked, show } from '../../../../testing/render.tsx'
import { Component as ImportReviewsPage } from '../ImportReviewsPage.tsx'
import { importReviewsLoader } from '../importReviewsLoader.ts'
import { aRun, noImports } from './a-run.ts'

export const pageQuery = 'importReviewsLoaderQuery'
export const progress = 'useImportRunSubscription'

/** Returns the page's data in the server's format: the shown import, and changes of the shop. */
export const pageOf = (importRun: object | null = null, shop: object = {}) => ({
  importRun,
  viewer: { shop: { id: 'shop', dismissedBanners: [], imports: noImports, ...shop } },
})

const paths = ['/import', '/collect-reviews/import-reviews', '/reviews/import', '/collect-reviews/reviews/import']

/** Opens the import page at a URL and answers its first request. */
export async function openPage(at: string, answered: object = pageOf(), options: Parameters<typeof show>[1] = {}) {
  const user = userEvent.setup()
  const routes = paths.map((path) => ({ path, loader: importReviewsLoader, element: <ImportReviewsPage /> }))
  const shown = await show(routes, { at, ...options })
  await answer(shown.environment, pageQuery, answered)
  return { user, ...shown }
}

/** Sends an event of the shown import. */
export const sendProgress = (environment: MockEnvironment, changes: object) =>
  act(async () => environment.mock.nextValue(asked(environment, progress), { data: { importProgress: aRun(changes) } }))

/** Returns a mutation's refusal of a field. */
export const refusal = (path: string, code: string) => ({
  __typename: 'InvalidInputError',
  __isRefusal: 'InvalidInputError',
  code: 'invalidInput',
  message: '',
  params: null,
  fields: [{ path, code, message: code, params: null }],
})
