import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show } from '../../../testing/render.tsx'
import { useListState } from './useListState.ts'

const spec = {
  sorts: ['new_desc', 'old_asc'],
  defaultSort: 'new_desc',
  filters: ['statusFilter', 'sourceFilter'] as const,
}

function List() {
  const list = useListState(spec)
  const { state } = list
  return (
    <>
      <input aria-label="Search" value={list.searchInput} onChange={(event) => list.search(event.target.value)} />
      <button type="button" onClick={() => list.filter('statusFilter', ['pending'])}>
        Pending
      </button>
      <button type="button" onClick={() => list.sort('old_asc')}>
        Oldest
      </button>
      <button type="button" onClick={() => list.next('c2', 42)}>
        Next
      </button>
      <button type="button" onClick={() => list.previous('c1', 42)}>
        Previous
      </button>
      <button type="button" onClick={() => list.clear(['statusFilter'])}>
        Clear
      </button>
      <output>{`${String(state.page)} ${state.filters.statusFilter.join()} ${state.sort} ${state.cursor?.value ?? '-'}`}</output>
    </>
  )
}

const routes = [{ path: '/reviews/list', element: <List /> }]
const output = () => screen.getByRole('status').textContent

test('updates the URL after the last key without losing letters', async () => {
  const user = userEvent.setup()
  const { router } = await show(routes, { at: '/reviews/list?page=3&cursor=after.x' })
  await user.type(screen.getByLabelText('Search'), 'two words')
  expect(router.state.location.search).toBe('?page=3&cursor=after.x')
  await waitFor(() => expect(router.state.location.search).toBe('?searchText=two+words'))
  expect(screen.getByLabelText('Search')).toHaveValue('two words')
})

test('keeps a filter set while a search is typed', async () => {
  const user = userEvent.setup()
  const { router } = await show(routes, { at: '/reviews/list' })
  await user.type(screen.getByLabelText('Search'), 'linen')
  await user.click(screen.getByText('Pending'))
  await waitFor(() => expect(router.state.location.search).toBe('?statusFilter=pending&searchText=linen'))
})

test('opens page 1 after a filter or another sort order (spec 4)', async () => {
  const user = userEvent.setup()
  await show(routes, { at: '/reviews/list?page=3&cursor=after.x&sort=old_asc' })
  expect(output()).toBe('3  old_asc x')
  await user.click(screen.getByText('Pending'))
  expect(output()).toBe('1 pending old_asc -')
})

test('pages by cursor, back and to the first page', async () => {
  const user = userEvent.setup()
  const { router } = await show(routes, { at: '/reviews/list' })
  await user.click(screen.getByText('Next'))
  expect(router.state.location.search).toBe('?page=2&cursor=after.c2&count=42')
  await user.click(screen.getByText('Next'))
  await user.click(screen.getByText('Previous'))
  expect(router.state.location.search).toBe('?page=2&cursor=before.c1&count=42')
  await user.click(screen.getByText('Previous'))
  expect(router.state.location.search).toBe('')
  await act(() => router.navigate(-1))
  expect(output()).toBe('2  new_desc c1')
})

test('keeps the tab on clearing and drops the typed search', async () => {
  const user = userEvent.setup()
  const { router } = await show(routes, { at: '/reviews/list?statusFilter=pending&sourceFilter=amazon&searchText=a' })
  await user.type(screen.getByLabelText('Search'), 'bc')
  await user.click(screen.getByText('Clear'))
  expect(router.state.location.search).toBe('?statusFilter=pending')
  expect(screen.getByLabelText('Search')).toHaveValue('')
})
