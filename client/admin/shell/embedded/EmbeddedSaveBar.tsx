import { SaveBar } from '@shopify/app-bridge-react'
import type { BarProps } from '../SaveBar.tsx'

/** Save bar drawn by the platform. Its buttons click ours. */
export function EmbeddedSaveBar({ saving, save, discard }: BarProps) {
  return (
    <SaveBar id="candor-save-bar" open>
      {save && <button variant="primary" onClick={save} {...(saving ? { loading: '' } : {})} />}
      <button onClick={discard} disabled={saving} />
    </SaveBar>
  )
}
