import { Button } from '@shopify/polaris'
import { useState, type ReactNode } from 'react'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'

interface Props {
  label: string
  /** For a row of the history: names the row's file to screen readers. */
  nameInRow?: string | null
  /** Renders the dialog, which stays mounted while closed: it returns the focus. */
  children: (asked: boolean, close: () => void) => ReactNode
}

/** A button that opens a dialog before it acts. Not shown in read-only sessions. */
export function AskButton({ label, nameInRow, children }: Props) {
  const readOnly = useReadOnly()
  const [asked, setAsked] = useState(false)
  if (readOnly) return null
  return (
    <>
      <Button
        {...(nameInRow ? { variant: 'tertiary' as const, accessibilityLabel: nameInRow } : {})}
        onClick={() => setAsked(true)}
      >
        {label}
      </Button>
      {children(asked, () => setAsked(false))}
    </>
  )
}
