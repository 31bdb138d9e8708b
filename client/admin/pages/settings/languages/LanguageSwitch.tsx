import { useLingui } from '@lingui/react/macro'
import { Select } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useRelayEnvironment } from 'react-relay/hooks'
import { commitLocalUpdate } from 'relay-runtime'
import { LOCALES, matchAdminLocale, OFFERED_LOCALES, type AdminLocale } from '../../../../../rules/locales.ts'
import type { LanguageSwitchMutation } from '../../../../__generated__/LanguageSwitchMutation.graphql.ts'
import { useLanguage } from '../../../shell/words/i18n.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'

/** Changes the admin's language for the shop (spec 1). */
export function LanguageSwitch() {
  const { t, i18n } = useLingui()
  const { locale } = useLanguage()
  const environment = useRelayEnvironment()
  const toast = useToast()
  const readOnly = useReadOnly()
  const [busy, setBusy] = useState(false)
  const [commit] = useCommit<LanguageSwitchMutation>(graphql`
    mutation LanguageSwitchMutation($input: UpdateShopInput!) {
      updateShop(input: $input) {
        __typename
        ... on UpdateShopSuccess { data { id adminLocale } }
        ... on Refusal { code message params }
      }
    }
  `)
  const choose = async (wanted: string) => {
    const next = matchAdminLocale(wanted)
    if (!next) return
    setBusy(true)
    const outcome = await commit({ input: { adminLocale: next } }, { quiet: true })
    // The guards reload the language when the viewer's record changes.
    if (outcome.ok)
      commitLocalUpdate(environment, (store) => void store.getRoot().getLinkedRecord('viewer').setValue(next, 'locale'))
    else toast(formatSentence(i18n, 'localeChangeFailed'), { isError: true })
    setBusy(false)
  }
  return (
    <Select
      label={t`Admin language`}
      options={offered(locale)}
      value={locale}
      disabled={busy || readOnly}
      onChange={(wanted) => void choose(wanted)}
    />
  )
}

/** Returns the ten languages by their own names, plus the shop's language if it is one of the two others. */
function offered(present: string) {
  const locales: AdminLocale[] = [...OFFERED_LOCALES]
  const other = matchAdminLocale(present)
  if (other && !locales.includes(other)) locales.push(other)
  return locales.map((id) => ({ value: id, label: LOCALES[id] })).sort((a, b) => a.label.localeCompare(b.label))
}
