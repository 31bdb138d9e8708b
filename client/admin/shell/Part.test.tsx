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

// React reports what it caught.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  jest.restoreAllMocks()
})

/** A page with something typed in it, and a part below a button. */
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

test('a part that gets no answer says so, the page stays as it was, and it can be tried again', async () => {
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

test('a part that failed loads again when it is reopened', async () => {
  const { environment } = await openPage()
  await fail(environment, 'ProductPickerQuery', new RequestFailed('timeout'))
  expect(screen.getByRole('alert')).toHaveTextContent('The server took too long to respond.')
  await user.click(screen.getByRole('button', { name: 'Products' }))
  await user.click(screen.getByRole('button', { name: 'Products' }))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await answer(environment, 'ProductPickerQuery', products)
  expect(screen.getByText('Hillside Mug')).toBeInTheDocument()
})

test('a part loads again when the browser is back online', async () => {
  const { environment } = await openPage()
  await waitFor(() => asked(environment, 'ProductPickerQuery'))
  await fail(environment, 'ProductPickerQuery', new RequestFailed('offline'))
  await act(async () => {
    window.dispatchEvent(new Event('online'))
  })
  await answer(environment, 'ProductPickerQuery', products)
  expect(screen.getByText('Hillside Mug')).toBeInTheDocument()
})

test('the page shows our own faults', async () => {
  const { environment } = await openPage()
  await fail(environment, 'ProductPickerQuery', new Error('a bug'))
  expect(screen.getByText(/technical problem/)).toBeInTheDocument()
})

test('a dialog says of itself that it has got no answer', async () => {
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

describe('code that does not come', () => {
  /** Code that cannot be had at first, as of a browser without a network. */
  function failing(times: number) {
    const load = jest.fn(async () => {
      if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch dynamically imported module')
      return () => <p>Here it is</p>
    })
    return { load, Late: lazyComponent(load) }
  }

  test('is said in its part, and loaded again when it is tried again', async () => {
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

  test('opens nothing, which a toast says, and is loaded again by the next click', async () => {
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
