import { jest } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import type { MockEnvironment } from 'relay-test-utils'
import { answer, asked, show } from '../../testing/render.tsx'
import { ProductFilter } from '../ui/lists/ProductFilter.tsx'
import { ExportDialog } from '../pages/reviews/export/ExportDialog.tsx'
import { PageError } from './errors.tsx'
import { lazyComponent } from './relay/lazyComponent.tsx'
import { Opening, Part } from './Part.tsx'
import { RequestFailed } from './relay/request.ts'

const products = {
  viewer: { shop: { id: 'shop', products: { edges: [{ node: { id: 'p1', title: 'Hillside Mug', image: null } }] } } },
}

// Silence React's report of caught errors.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  jest.restoreAllMocks()
})

/** A page with a typed text, and a part below a button. */
function Page() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <label>
        Reply
        <input defaultValue="half a sentence" />
      </label>
      <button onClick={() => setOpen(!open)}>Products</button>
      {open && <ProductFilter selected={[]} onChange={() => undefined} />}
    </>
  )
}

const openPage = () => show([{ ErrorBoundary: PageError, children: [{ path: '/', Component: Page }] }])
const fail = (environment: MockEnvironment, name: string, error: Error) =>
  act(async () => environment.mock.reject(asked(environment, name), error))
const user = userEvent.setup()

test('shows a failed request in its part, keeps the page, and can be retried', async () => {
  const { environment } = await openPage()
  await waitFor(() => asked(environment, 'ProductPickerQuery'))
  await fail(environment, 'ProductPickerQuery', new RequestFailed('offline'))
  expect(screen.getByRole('alert')).toHaveTextContent('We can’t reach the server. Check your connection and try again.')
  expect(screen.getByLabelText('Reply')).toHaveValue('half a sentence')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await answer(environment, 'ProductPickerQuery', products)
  expect(screen.getByText('Hillside Mug')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('loads a failed part again when it is reopened', async () => {
  const { environment } = await openPage()
  await fail(environment, 'ProductPickerQuery', new RequestFailed('timeout'))
  expect(screen.getByRole('alert')).toHaveTextContent('The server took too long to respond.')
  await user.click(screen.getByRole('button', { name: 'Products' }))
  await user.click(screen.getByRole('button', { name: 'Products' }))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await answer(environment, 'ProductPickerQuery', products)
  expect(screen.getByText('Hillside Mug')).toBeInTheDocument()
})

test('loads a part again when the browser is back online', async () => {
  const { environment } = await openPage()
  await waitFor(() => asked(environment, 'ProductPickerQuery'))
  await fail(environment, 'ProductPickerQuery', new RequestFailed('offline'))
  await act(async () => {
    window.dispatchEvent(new Event('online'))
  })
  await answer(environment, 'ProductPickerQuery', products)
  expect(screen.getByText('Hillside Mug')).toBeInTheDocument()
})

test('shows our own errors on the page', async () => {
  const { environment } = await openPage()
  await fail(environment, 'ProductPickerQuery', new Error('a bug'))
  expect(screen.getByText(/technical problem/)).toBeInTheDocument()
})

test('shows a dialog’s failed request in the dialog', async () => {
  const { environment } = await show([
    {
      ErrorBoundary: PageError,
      children: [
        {
          path: '/',
          element: <ExportDialog filter={{}} count={3} all={5} filtered={false} onClose={() => undefined} />,
        },
      ],
    },
  ])
  await waitFor(() => asked(environment, 'ExportDialogQuery'))
  await fail(environment, 'ExportDialogQuery', new RequestFailed('offline'))
  expect(within(screen.getByRole('dialog')).getByRole('alert')).toHaveTextContent('We can’t reach the server.')
})

describe('code that fails to load', () => {
  /** Returns code that fails to load at first, as in a browser without a network. */
  function failing(times: number) {
    const load = jest.fn(async () => {
      if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch dynamically imported module')
      return () => <p>Here it is</p>
    })
    return { load, Late: lazyComponent(load) }
  }

  test('shows the error in its part and loads again on retry', async () => {
    const { load, Late } = failing(2)
    await show([
      {
        ErrorBoundary: PageError,
        children: [
          {
            path: '/',
            element: (
              <Part waits="Waits">
                <Late />
              </Part>
            ),
          },
        ],
      },
    ])
    expect(await screen.findByRole('alert')).toHaveTextContent('We can’t reach the server.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('We can’t reach the server.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Here it is')).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(3)
  })

  test('opens nothing, shows a toast, and loads again on the next click', async () => {
    const { load, Late } = failing(1)
    function Opens() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <button onClick={() => setOpen(true)}>Open</button>
          {open && (
            <Opening onClose={() => setOpen(false)}>
              <Late />
            </Opening>
          )}
        </>
      )
    }
    await show([{ ErrorBoundary: PageError, children: [{ path: '/', Component: Opens }] }])
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(
      await screen.findByText('We can’t reach the server. Check your connection and try again.'),
    ).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByText('Here it is')).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(2)
  })
})
