import { SaveBar } from '@shopify/app-bridge-react'
import type { BarProps } from '../SaveBar.tsx'

/** The platform draws the bar and words its buttons; pressing one presses ours. */
export function EmbeddedSaveBar({ saving, save, discard }: BarProps) {
  return (
    <SaveBar id="candor-save-bar" open>
      {save && <button variant="primary" onClick={save} {...(saving ? { loading: '' } : {})} />}
      <button onClick={discard} disabled={saving} />
    </SaveBar>
  )
}
