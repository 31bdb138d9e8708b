import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Form, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { RunOptionFields } from './RunOptionFields.tsx'
import type { Site } from './sites.ts'
import { TokenField } from './TokenField.tsx'
import { useShowFetchedImport } from './useShowFetchedImport.ts'
import { useFetchImport } from './useFetchImport.ts'
import { fieldId, type FieldErrorsForm } from './useFieldErrors.ts'
import type { RunOptions, TypedOptions } from './useRunOptions.ts'

interface Props {
  site: Site
  form: FieldErrorsForm
  typed: TypedOptions
  set: (change: Partial<TypedOptions>) => void
  /** See BringCard. */
  wanted: () => RunOptions | null
  /** The server already stores a token of the marketplace's API. */
  tokenKept: boolean
  address: string
  setAddress: (address: string) => void
}

/** Fetches reviews by a product's URL, with options. */
export function FetchCard({ site, form, typed, set, wanted, tokenKept, address, setAddress }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const arrive = useShowFetchedImport(form)
  const [fetchImport, busy] = useFetchImport()
  const [token, setToken] = useState('')
  const { name } = site
  const submit = async () => {
    const options = wanted()
    if (!options || busy || readOnly) return
    const input = {
      source: site.marketplace,
      address: address.trim(),
      ...options,
      ...(token.trim() && { token: token.trim() }),
    }
    await arrive(fetchImport({ input }), (data) => data.fetchImport.data?.id)
  }
  return (
    <Card>
      <section className="c-import-section" aria-labelledby="import-fetch">
        <h2 id="import-fetch">
          <Trans>By product URL</Trans>
        </h2>
        <Form noValidate onSubmit={() => void submit()}>
          <BlockStack gap="400">
            <TextField
              id={fieldId('address')}
              label={t`Product URL`}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder={site.example}
              helpText={<Trans>Copy the URL of a product page on {name} from your browser.</Trans>}
              value={address}
              disabled={readOnly}
              {...form.errorOf('address')}
              onChange={(text) => {
                setAddress(text)
                form.clearError('address')
              }}
            />
            {site.id === 'cj' && (
              <TokenField
                form={form}
                label={t`CJDropshipping API access token`}
                howToGetOne={t`Create it in your CJDropshipping account. It’s valid for 15 days. We store it encrypted after the first successful fetch.`}
                kept={tokenKept}
                value={token}
                disabled={readOnly}
                onChange={setToken}
              />
            )}
            <RunOptionFields
              typed={typed}
              set={(change) => {
                set(change)
                if ('maxReviews' in change) form.clearError('maxReviews')
              }}
              disabled={readOnly}
              error={form.errors.maxReviews}
            />
            <div className="c-start-foot">
              <p role="status">
                {busy ? (
                  <Trans>Fetching reviews from {name}. This can take up to a minute.</Trans>
                ) : (
                  <Trans>You see the results before anything is imported.</Trans>
                )}
              </p>
              {!readOnly && <Button submit variant="primary" loading={busy}>{t`Fetch reviews`}</Button>}
            </div>
          </BlockStack>
        </Form>
      </section>
    </Card>
  )
}
