import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useFetchImport } from '../importMutations.ts'
import { FetchForm } from './FetchForm.tsx'
import { FormField, TokenField } from './FormField.tsx'
import { RunOptionFields } from './RunOptionFields.tsx'
import type { Site } from './sites.ts'
import type { FieldErrorsForm } from './useFieldErrors.ts'
import type { RunOptionsForm } from './useRunOptions.ts'
import { useShowFetchedImport } from './useShowFetchedImport.ts'

interface Props {
  site: Site
  form: FieldErrorsForm
  options: RunOptionsForm
  /** The server already stores a token of the marketplace's API. */
  tokenKept: boolean
  address: string
  setAddress: (address: string) => void
}

/** Fetches reviews by a product's URL, with options. */
export function FetchCard({ site, form, options, tokenKept, address, setAddress }: Props) {
  const { t } = useLingui()
  const arrive = useShowFetchedImport(form)
  const [fetchImport, busy] = useFetchImport()
  const [token, setToken] = useState('')
  const { name } = site
  const submit = async () => {
    const chosen = options.read()
    if (!chosen) return
    const input = {
      source: site.marketplace,
      address: address.trim(),
      ...chosen,
      ...(token.trim() && { token: token.trim() }),
    }
    await arrive(fetchImport({ input }), (data) => data.fetchImport.data?.id)
  }
  return (
    <FetchForm
      title={t`By product URL`}
      note={
        busy
          ? t`Fetching reviews from ${name}. This can take up to a minute.`
          : t`You see the results before anything is imported.`
      }
      busy={busy}
      submit={submit}
    >
      <FormField
        form={form}
        name="address"
        label={t`Product URL`}
        inputMode="url"
        placeholder={site.example}
        helpText={<Trans>Copy the URL of a product page on {name} from your browser.</Trans>}
        value={address}
        onChange={setAddress}
      />
      {site.id === 'cj' && (
        <TokenField
          form={form}
          label={t`CJDropshipping API access token`}
          howToGetOne={t`Create it in your CJDropshipping account. It’s valid for 15 days. We store it encrypted after the first successful fetch.`}
          kept={tokenKept}
          value={token}
          onChange={setToken}
        />
      )}
      <RunOptionFields form={form} {...options} />
    </FetchForm>
  )
}
