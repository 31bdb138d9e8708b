import './list-parts.css'
import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '@shopify/polaris'
import { Dialog } from '../../../shell/Dialog.tsx'

interface Props {
  enabled: boolean
  setEnabled: (enabled: boolean) => void
  onClose: () => void
}

/** Lists the keyboard shortcuts, with a switch to turn them off. */
export function KeysDialog({ enabled, setEnabled, onClose }: Props) {
  const { t } = useLingui()
  const keys: readonly [string, string][] = [
    ['j', t`Next review`],
    ['k', t`Previous review`],
    [t({ message: 'Enter', context: 'key of the keyboard' }), t`Open review`],
    ['x', t`Select or deselect`],
    ['p', t`Publish`],
    ['h', t`Hide`],
    ['r', t`Reply`],
    ['#', t`Move to trash`],
    ['/', t`Search`],
    ['?', t`Show shortcuts`],
  ]
  return (
    <Dialog
      open
      title={t`Keyboard shortcuts`}
      primary={{ label: t({ message: 'Done', context: 'closes a dialog' }), run: onClose }}
      cancelLabel={null}
      onClose={onClose}
    >
      <dl className="c-keys">
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={t`Use keyboard shortcuts in this browser`}
        helpText={t`Turn them off if you use voice control.`}
        checked={enabled}
        onChange={setEnabled}
      />
    </Dialog>
  )
}
