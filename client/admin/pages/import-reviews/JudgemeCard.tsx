import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, Form, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { useReadOnly, useViewer } from '../../shell/viewer.tsx'
import { useFetchJudgeme } from './useFetchImport.ts'
import { fieldId, useFieldErrors } from './useFieldErrors.ts'
import { useShowRun } from './useImportRun.ts'

/** Judge.me's API as the way to its reviews; its file brings more. */
export function JudgemeCard({ tokenKept }: { tokenKept: boolean }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const show = useShowRun()
  const { shop } = useViewer()
  const [fetchJudgeme, busy] = useFetchJudgeme()
  const { errors, tell, forget } = useFieldErrors()
  const [shopDomain, setShopDomain] = useState(shop.shopifyDomain)
  const [token, setToken] = useState('')
  const submit = async () => {
    if (busy || readOnly) return
    tell({})
    const outcome = await fetchJudgeme({ input: { shopDomain: shopDomain.trim(), ...(token.trim() && { token: token.trim() }) } })
    if (!outcome.ok) return void tell(outcome.fields)
    const id = outcome.data.fetchJudgemeImport.data?.id
    if (id) show(id)
  }
  const errorOf = (field: string) => (errors[field] ? { error: errors[field] } : {})
  return (
    <Card>
      <section className="c-import-section" aria-labelledby="import-fetch">
        <h2 id="import-fetch"><Trans>By API token</Trans></h2>
        <p><Trans>Judge.me’s API gives no replies and no videos. Its export has the replies: if you answered reviews, upload that below instead.</Trans></p>
        <Form noValidate onSubmit={() => void submit()}>
          <BlockStack gap="400">
            <TextField
              id={fieldId('shopDomain')}
              label={t`Address of your shop at Judge.me`}
              autoComplete="off"
              spellCheck={false}
              placeholder="example.myshopify.com"
              value={shopDomain}
              disabled={readOnly}
              {...errorOf('shopDomain')}
              onChange={(text) => { setShopDomain(text); forget('shopDomain') }}
            />
            <TextField
              id={fieldId('token')}
              label={t`Private API token`}
              type="password"
              autoComplete="off"
              helpText={tokenKept ? t`Kept encrypted; leave it empty to use the kept one.` : t`In Judge.me under Settings, Integrations, API. It is kept encrypted, so you need it only once.`}
              value={token}
              disabled={readOnly}
              {...errorOf('token')}
              onChange={(text) => { setToken(text); forget('token') }}
            />
            <div className="c-start-foot">
              <p><Trans>You see what was found before anything comes in.</Trans></p>
              {!readOnly && <Button submit variant="primary" loading={busy}>{t`Fetch reviews`}</Button>}
            </div>
          </BlockStack>
        </Form>
      </section>
    </Card>
  )
}
