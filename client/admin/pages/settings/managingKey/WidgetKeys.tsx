import { useLingui } from '@lingui/react/macro'
import { SPECIFIED_KEYS, widgetSnippet } from '../../../../../rules/widget-keys.ts'
import { useViewer } from '../../../shell/frame/viewer.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { SettingsSection } from '../../../ui/settings/SettingsPage.tsx'

/** Lists the keys by which code names the widgets, each with a snippet. */
export function WidgetKeys() {
  const { t } = useLingui()
  const { shop } = useViewer()
  const place = { origin: location.origin, shopDomain: shop.shopifyDomain }
  return (
    <SettingsSection
      title={t`Widget keys`}
      description={t`The names of our widgets in code. Themes on Shopify need no snippet: add our blocks in the theme editor.`}
    >
      <ul className="c-widget-keys">
        {SPECIFIED_KEYS.map((key) => (
          <li key={key}>
            <details>
              <summary>
                <code>{key}</code>
              </summary>
              <pre tabIndex={0} aria-label={t`Snippet of ${key}`}>
                {widgetSnippet(key, place)}
              </pre>
            </details>
            <CopyButton text={widgetSnippet(key, place)} label={t`Copy the snippet of ${key}`} />
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
