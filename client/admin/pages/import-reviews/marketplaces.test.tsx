import { screen, waitFor } from '@testing-library/react'
import { answer, asked } from '../../../testing/render.tsx'
import { aRun } from './testing/a-run.ts'
import { openPage, pageOf, pageQuery, refusal } from './testing/page.tsx'

const defaults = { rating: 'FOUR_FIVE', sort: 'RECENT', photo: 'ALL' }
const settings = {
  id: 'settings',
  maxReviewImport: 20,
  importOptions: {
    aliexpress: defaults,
    amazon: { ...defaults, rating: 'ALL', reviewer: 'VERIFIED' },
    cjdropshipping: defaults,
    shopee: defaults,
  },
}

/** Opens the import page and from there the view of a source. */
async function openSource(name: string, { query = '', cjTokenKept = false } = {}) {
  const { user, environment, router } = await openPage(`/collect-reviews/reviews/import${query}`)
  await user.click(await screen.findByRole('link', { name: new RegExp(`^${name}`) }))
  await answer(environment, pageQuery, pageOf())
  // Wait for the lazy code of the view.
  await waitFor(() => asked(environment, 'SourceViewQuery'))
  await answer(environment, 'SourceViewQuery', {
    viewer: { shop: { id: 'shop', general: settings, marketplaceAccess: { cjTokenKept, judgemeTokenKept: false } } },
  })
  return { user, environment, router }
}

const address = () => screen.getByLabelText('Product URL')
const fetchButton = () => screen.getByRole('button', { name: 'Fetch reviews' })

test('fetches a product’s URL with the shop’s options and opens the check', async () => {
  const { user, environment, router } = await openSource('AliExpress', { query: '?quickstart=true' })
  expect(screen.getByRole('heading', { name: 'Import from AliExpress' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Back to quick start/ })).toBeInTheDocument()
  expect(screen.getByLabelText('Stars')).toHaveDisplayValue('4 and 5 stars')
  expect(screen.queryByLabelText('Written by')).not.toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Most helpful')
  await user.type(address(), ' https://www.aliexpress.com/item/1005006855966573.html{Enter}')
  expect(asked(environment, 'importMutationsFetchMutation').request.variables).toEqual({
    input: {
      source: 'ALIEXPRESS',
      address: 'https://www.aliexpress.com/item/1005006855966573.html',
      rating: 'FOUR_FIVE',
      sort: 'HELPFUL',
      photo: 'ALL',
      maxReviews: 20,
    },
  })
  expect(screen.getByText('Fetching reviews from AliExpress. This can take up to a minute.')).toBeInTheDocument()
  await answer(environment, 'importMutationsFetchMutation', {
    fetchImport: { __typename: 'FetchImportSuccess', data: { id: 'run' } },
  })
  expect(router.state.location.search).toBe('?quickstart=true&from=aliexpress&run=run')
  const marketplace = {
    __typename: 'MarketplaceFigures',
    total: 248,
    found: 20,
    chosen: 18,
    fetched: 20,
    blockedPage: 2,
    cutShort: false,
    repliesAndVideosMissing: false,
  }
  await answer(environment, pageQuery, pageOf(aRun({ source: 'AliExpress', marketplace })))
  expect(await screen.findByText('Found: AliExpress reviews')).toBeInTheDocument()
  expect(screen.getByText('20 of 248 fetched. The marketplace blocked page 2.')).toBeInTheDocument()
  expect(screen.getByText(/18 of them match your options\./)).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: '2 reviews ready to import' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Import the rest' }))
  expect(router.state.location.search).toBe('?quickstart=true&from=aliexpress')
})

test.each([
  ['a wrong address', 'importWrongUrl', 'We couldn’t find a product at this URL. Check it and try again.'],
  ['a product without reviews', 'noReviewsFound', 'No reviews found'],
  ['an import of nothing', 'importFailed', 'The import failed. No reviews were imported.'],
])('shows %s at the URL’s field and focuses it', async (_name, code, sentence) => {
  const { user, environment } = await openSource('Shopee')
  await user.type(address(), 'https://shopee.sg/x')
  await user.click(fetchButton())
  await answer(environment, 'importMutationsFetchMutation', { fetchImport: refusal('address', code) })
  expect(address()).toHaveAccessibleDescription(expect.stringContaining(sentence))
  expect(address()).toBeInvalid()
  expect(address()).toHaveFocus()
  await user.type(address(), 'y')
  expect(address()).toBeValid()
})

test.each(['0', '101', '', '1.5'])('rejects a limit of %j reviews', async (many) => {
  const { user, environment } = await openSource('Shopee')
  const number = screen.getByLabelText('Maximum number of reviews')
  expect(number).toHaveValue(20)
  await user.clear(number)
  if (many) await user.type(number, many)
  await user.click(fetchButton())
  expect(number).toHaveAccessibleDescription('Enter a number from 1 to 100')
  expect(number).toHaveFocus()
  expect(() => asked(environment, 'importMutationsFetchMutation')).toThrow()
})

test('also sends the reviewer option for Amazon', async () => {
  const { user, environment } = await openSource('Amazon')
  expect(screen.getByLabelText('Written by')).toHaveDisplayValue('Verified purchases on Amazon')
  await user.selectOptions(screen.getByLabelText('Written by'), 'Everyone')
  await user.type(address(), 'amazon.de/dp/B0CX23V2ZK{Enter}')
  expect(asked(environment, 'importMutationsFetchMutation').request.variables).toMatchObject({
    input: { source: 'AMAZON', rating: 'ALL', reviewer: 'ALL' },
  })
})

test('hides CJDropshipping’s token, sends it once, and omits a stored one', async () => {
  const { user, environment } = await openSource('CJDropshipping', { cjTokenKept: true })
  const token = screen.getByLabelText('CJDropshipping API access token')
  expect(token).toHaveAttribute('type', 'password')
  expect(token).toHaveAccessibleDescription('A token is stored encrypted. Leave blank to use it.')
  await user.type(address(), '1534092419615174656{Enter}')
  expect(asked(environment, 'importMutationsFetchMutation').request.variables).not.toHaveProperty('input.token')
  await answer(environment, 'importMutationsFetchMutation', { fetchImport: refusal('token', 'required') })
  expect(token).toHaveFocus()
  await user.type(token, 'secret{Enter}')
  expect(asked(environment, 'importMutationsFetchMutation').request.variables).toMatchObject({
    input: { source: 'CJ', token: 'secret' },
  })
})

describe('by the merchant’s own browser', () => {
  test('links to the page to copy, and checks the pasted text', async () => {
    const { user, environment, router } = await openSource('AliExpress')
    expect(screen.getByText(/^Enter the product URL above/)).toBeInTheDocument()
    await user.type(address(), 'https://de.aliexpress.com/item/1005006855966573.html')
    expect(screen.getByRole('link', { name: 'Open this product’s reviews' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/feedback\.aliexpress\.com\/.*productId=1005006855966573&/),
    )
    const pasted = screen.getByLabelText('Copied reviews')
    await user.click(screen.getByRole('button', { name: 'Check pasted reviews' }))
    expect(pasted).toHaveAccessibleDescription('This field is required')
    expect(pasted).toHaveFocus()
    await user.paste('{"data":{}}')
    await user.click(screen.getByRole('button', { name: 'Check pasted reviews' }))
    expect(asked(environment, 'importMutationsPasteMutation').request.variables).toEqual({
      input: {
        source: 'ALIEXPRESS',
        text: '{"data":{}}',
        rating: 'FOUR_FIVE',
        sort: 'RECENT',
        photo: 'ALL',
        maxReviews: 20,
      },
    })
    await answer(environment, 'importMutationsPasteMutation', {
      pasteImport: refusal('text', 'noReviewsFound'),
    })
    expect(pasted).toHaveAccessibleDescription('No reviews found')
    await user.click(screen.getByRole('button', { name: 'Check pasted reviews' }))
    await answer(environment, 'importMutationsPasteMutation', {
      pasteImport: { __typename: 'PasteImportSuccess', data: { id: 'run' } },
    })
    expect(router.state.location.search).toBe('?from=aliexpress&run=run')
  })

  test('does not send a file of more than 25 MB', async () => {
    const { user } = await openSource('Amazon')
    const file = new File([], 'Lamp.html', { type: 'text/html' })
    Object.defineProperty(file, 'size', { value: 25 * 1024 * 1024 + 1 })
    await user.upload(screen.getByLabelText('Choose a saved file'), file)
    expect(screen.getByText('The file is larger than 25 MB')).toBeInTheDocument()
  })
})

test('names the limits of Judge.me’s API and takes its file as well', async () => {
  const { user, environment } = await openSource('Judge.me')
  expect(screen.getByText(/^Judge\.me’s API doesn’t include replies or videos\./)).toBeInTheDocument()
  expect(screen.getByLabelText('Your shop’s domain on Judge.me')).toHaveValue('fernhill.myshopify.com')
  expect(screen.getByRole('heading', { name: 'Drop your export file here' })).toBeInTheDocument()
  const token = screen.getByLabelText('Private API token')
  await user.type(token, 'secret{Enter}')
  expect(asked(environment, 'importMutationsJudgemeMutation').request.variables).toEqual({
    input: { shopDomain: 'fernhill.myshopify.com', token: 'secret' },
  })
  await answer(environment, 'importMutationsJudgemeMutation', {
    fetchJudgemeImport: refusal('token', 'valueInvalid'),
  })
  expect(token).toBeInvalid()
  expect(token).toHaveFocus()
})

test('shows the progress of Judge.me’s API by page', async () => {
  const marketplace = {
    __typename: 'MarketplaceFigures',
    total: 250,
    found: 0,
    chosen: 0,
    fetched: 100,
    blockedPage: null,
    cutShort: false,
    repliesAndVideosMissing: true,
  }
  const run = (changes: object = {}) =>
    pageOf(aRun({ source: 'Judge.me', status: 'CHECKING', marketplace, ...changes }))
  const { environment } = await openPage('/import?run=run', run())
  expect(await screen.findByRole('heading', { name: 'Fetching reviews' })).toBeInTheDocument()
  expect(screen.getByText(/^100 of 250 reviews fetched so far\./)).toBeInTheDocument()
  await answer(
    environment,
    pageQuery,
    run({ status: 'CHECKED', marketplace: { ...marketplace, found: 200, chosen: 200, fetched: 200, blockedPage: 3 } }),
  )
  expect(screen.getByText('200 of 250 fetched. The marketplace blocked page 3.')).toBeInTheDocument()
  expect(screen.getByText(/upload your Judge\.me export/)).toBeInTheDocument()
})

test('accepts any file as a saved page or response', async () => {
  await openSource('Judge.me')
  const accepted = screen.getByLabelText('Choose a file').getAttribute('accept')?.split(',')
  expect(accepted).toEqual(expect.arrayContaining(['.csv', '.xlsx', '.html', '.htm', '.json']))
})
