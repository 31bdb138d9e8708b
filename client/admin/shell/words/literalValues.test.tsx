import { expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { show } from '../../../testing/render.tsx'

function Names({ name }: { name: string }) {
  const { t, i18n } = useLingui()
  return (
    <>
      <p>{t`Review by ${name}`}</p>
      <p>{i18n._(msg`Reply to ${name}`)}</p>
      <p>
        <Trans>
          Delete <b>{name}</b>’s review
        </Trans>
      </p>
    </>
  )
}

test('shows a shopper’s text unchanged in every sentence', async () => {
  await show([{ path: '/', element: <Names name={'\\x41da \\u202e'} /> }])
  const shown = screen.getAllByRole('paragraph').map(({ textContent }) => textContent)
  expect(shown).toEqual(['Review by \\x41da \\u202e', 'Reply to \\x41da \\u202e', 'Delete \\x41da \\u202e’s review'])
})
