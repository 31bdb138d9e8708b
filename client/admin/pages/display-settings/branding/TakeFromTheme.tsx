import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, InlineError, Text } from '@shopify/polaris'
import { useId, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import { BRANDING } from '../../../../../rules/settings/branding.ts'
import type { TakeFromThemeQuery } from '../../../../__generated__/TakeFromThemeQuery.graphql.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import type { BrandingForm } from './brandingForm.ts'

const query = graphql`
  query TakeFromThemeQuery {
    viewer { shop { id themeBrand { primaryColor textColor backgroundColor font corners problem } } }
  }
`

/** Fills the form with the theme's colors and font. The merchant still has to save. */
export function TakeFromTheme({ form }: { form: BrandingForm }) {
  const { t, i18n } = useLingui()
  const environment = useRelayEnvironment()
  const readOnly = useReadOnly()
  const id = useId()
  const [state, setState] = useState<{ busy: boolean; error?: string; taken?: boolean }>({ busy: false })
  const take = async () => {
    setState({ busy: true })
    try {
      const brand = (
        await fetchQuery<TakeFromThemeQuery>(environment, query, {}, { fetchPolicy: 'network-only' }).toPromise()
      )?.viewer.shop?.themeBrand
      if (!brand || brand.problem) {
        setState({ busy: false, error: formatSentence(i18n, brand?.problem ? 'themeUnreadable' : 'unexpected') })
        return
      }
      const set = form.set as (path: string, value: unknown) => void
      for (const [field, value] of Object.entries(brand)) if (value && field in BRANDING.defaults) set(field, value)
      setState({ busy: false, taken: true })
    } catch {
      setState({ busy: false, error: formatSentence(i18n, 'unexpected') })
    }
  }
  if (readOnly) return null
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button loading={state.busy} onClick={() => void take()}>{t`Use my theme’s colors`}</Button>
      <div role="status">
        {state.taken === true && (
          <Text as="p" tone="subdued">{t`Taken from your theme. Check the preview, then save.`}</Text>
        )}
      </div>
      {state.error && <InlineError message={state.error} fieldID={id} />}
    </BlockStack>
  )
}
