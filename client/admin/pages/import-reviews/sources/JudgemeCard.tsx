import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Form, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { useReadOnly, useViewer } from '../../../shell/frame/viewer.tsx'
import { TokenField } from './TokenField.tsx'
import { useShowFetchedImport } from './useShowFetchedImport.ts'
import { useFetchJudgeme } from './useFetchImport.ts'
import { fieldId, useFieldErrors } from './useFieldErrors.ts'

/** Imports through Judge.me's API. Judge.me's file has more data. */
export function JudgemeCard({ tokenKept }: { tokenKept: boolean }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { shop } = useViewer()
  const [fetchJudgeme, busy] = useFetchJudgeme()
  const form = useFieldErrors()
  const arrive = useShowFetchedImport(form)
  const [shopDomain, setShopDomain] = useState(shop.shopifyDomain)
  const [token, setToken] = useState('')
  const submit = async () => {
    if (busy || readOnly) return
    const input = { shopDomain: shopDomain.trim(), ...(token.trim() && { token: token.trim() }) }
    await arrive(fetchJudgeme({ input }), (data) => data.fetchJudgemeImport.data?.id)
  }
  return (
    <Card>
      <section className="c-import-section" aria-labelledby="import-fetch">
        <h2 id="import-fetch">
          <Trans>With an API token</Trans>
        </h2>
        <p>
          <Trans>
            Judge.me’s API doesn’t include replies or videos. If you replied to reviews, upload your Judge.me export
            below instead. It includes your replies.
          </Trans>
        </p>
        <Form noValidate onSubmit={() => void submit()}>
          <BlockStack gap="400">
            <TextField
              id={fieldId('shopDomain')}
              label={t`Your shop’s domain on Judge.me`}
              autoComplete="off"
              spellCheck={false}
              placeholder="example.myshopify.com"
              value={shopDomain}
              disabled={readOnly}
              {...form.errorOf('shopDomain')}
              onChange={(text) => {
                setShopDomain(text)
                form.clearError('shopDomain')
              }}
            />
            <TokenField
              form={form}
              label={t`Private API token`}
              howToGetOne={t`Find it in Judge.me under Settings > Integrations > API. We store it encrypted, so you enter it only once.`}
              kept={tokenKept}
              value={token}
              disabled={readOnly}
              onChange={setToken}
            />
            <div className="c-start-foot">
              <p>
                <Trans>You see the results before anything is imported.</Trans>
              </p>
              {!readOnly && <Button submit variant="primary" loading={busy}>{t`Fetch reviews`}</Button>}
            </div>
          </BlockStack>
        </Form>
      </section>
    </Card>
  )
}
