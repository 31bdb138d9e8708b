import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { merchant, show } from '../../testing/render.tsx'
import { useSaveBar, SaveBarHost } from './SaveBar.tsx'

function Form({ onSave }: { onSave: (text: string) => void }) {
  const [stored, setStored] = useState('old')
  const [text, setText] = useState(stored)
  useSaveBar({
    dirty: text !== stored,
    save: () => {
      onSave(text)
      setStored(text)
    },
    discard: () => setText(stored),
  })
  return <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
}

const saved: string[] = []
const routes = [
  {
    path: '/',
    element: (
      <SaveBarHost>
        <Form onSave={(text) => saved.push(text)} />
      </SaveBarHost>
    ),
  },
  { path: '/elsewhere', element: <p>Elsewhere</p> },
]
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' })

beforeEach(() => saved.splice(0))

test('shows the bar while there are unsaved changes', async () => {
  const user = userEvent.setup()
  await show(routes)
  expect(bar()).not.toBeInTheDocument()
  await user.type(screen.getByLabelText('Text'), '!')
  expect(bar()).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText('Text')).toHaveValue('old')
  expect(bar()).not.toBeInTheDocument()
})

test('saves the form’s values', async () => {
  const user = userEvent.setup()
  await show(routes)
  await user.type(screen.getByLabelText('Text'), 'er')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved).toEqual(['older'])
  expect(bar()).not.toBeInTheDocument()
})

test('asks before leaving with unsaved changes: stay or leave', async () => {
  const user = userEvent.setup()
  const { router } = await show(routes)
  await user.type(screen.getByLabelText('Text'), '!')
  await act(() => router.navigate('/elsewhere'))
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/')
  expect(screen.getByLabelText('Text')).toHaveValue('old!')
  await act(() => router.navigate('/elsewhere'))
  await user.click(await screen.findByRole('button', { name: 'Leave page' }))
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument()
})

test('can’t save in a read-only session (spec 6)', async () => {
  const user = userEvent.setup()
  await show(routes, { viewer: { ...merchant, readOnly: true } })
  await user.type(screen.getByLabelText('Text'), '!')
  expect(bar()).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

test('allows leaving an embedded form after Stay and Save, without another prompt', async () => {
  const user = userEvent.setup()
  const answers: (() => void)[] = []
  Object.assign(window, {
    shopify: { saveBar: { leaveConfirmation: () => new Promise<void>((resolve) => answers.push(resolve)) } },
  })
  customElements.define(
    'ui-save-bar',
    class extends HTMLElement {
      show() {}
      hide() {}
    },
  )
  const { router } = await show(routes, { mode: 'embedded' })
  await user.type(screen.getByLabelText('Text'), '!')
  await act(() => router.navigate('/elsewhere'))
  // The platform's promise stays pending if the merchant stays.
  expect(answers).toHaveLength(1)
  await user.click(document.querySelector('ui-save-bar button')!)
  expect(saved).toEqual(['old!'])
  expect(screen.queryByText('Leave page with unsaved changes?')).not.toBeInTheDocument()
  await act(async () => answers[0]?.())
  expect(router.state.location.pathname).toBe('/')
  await act(() => router.navigate('/elsewhere'))
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument()
})
