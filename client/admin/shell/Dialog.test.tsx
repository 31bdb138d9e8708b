import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { show } from '../../testing/render.tsx'
import { Dialog } from './Dialog.tsx'

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Leave
      </button>
      <Dialog
        open={open}
        title="Really?"
        primary={{ label: 'Yes', run: () => undefined }}
        onClose={() => setOpen(false)}
      >
        You leave
      </Dialog>
    </>
  )
}

test('gives the focus back to the opener when a dialog closes', async () => {
  const user = userEvent.setup()
  await show([{ path: '/', element: <Page /> }])
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await screen.findByText('You leave')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText('You leave')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Leave' })).toHaveFocus())
})
