import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useViewer } from '../../../shell/frame/viewer.tsx'
import { useFetchJudgeme } from '../importMutations.ts'
import { FetchForm } from './FetchForm.tsx'
import { FormField, TokenField } from './FormField.tsx'
import { useFieldErrors } from './useFieldErrors.ts'
import { useShowFetchedImport } from './useShowFetchedImport.ts'

/** Imports through Judge.me's API. Judge.me's file has more data. */
export function JudgemeCard({ tokenKept }: { tokenKept: boolean }) {
  const { t } = useLingui()
  const { shop } = useViewer()
  const [fetchJudgeme, busy] = useFetchJudgeme()
  const form = useFieldErrors()
  const arrive = useShowFetchedImport(form)
  const [shopDomain, setShopDomain] = useState(shop.shopifyDomain)
  const [token, setToken] = useState('')
  const submit = async () => {
    const input = { shopDomain: shopDomain.trim(), ...(token.trim() && { token: token.trim() }) }
    await arrive(fetchJudgeme({ input }), (data) => data.fetchJudgemeImport.data?.id)
  }
  return (
    <FetchForm
      title={t`With an API token`}
      lead={
        <p>
          {t`Judge.me’s API doesn’t include replies or videos. If you replied to reviews, upload your Judge.me export below instead. It includes your replies.`}
        </p>
      }
      note={t`You see the results before anything is imported.`}
      busy={busy}
      submit={submit}
    >
      <FormField
        form={form}
        name="shopDomain"
        label={t`Your shop’s domain on Judge.me`}
        placeholder="example.myshopify.com"
        value={shopDomain}
        onChange={setShopDomain}
      />
      <TokenField
        form={form}
        label={t`Private API token`}
        howToGetOne={t`Find it in Judge.me under Settings > Integrations > API. We store it encrypted, so you enter it only once.`}
        kept={tokenKept}
        value={token}
        onChange={setToken}
      />
    </FetchForm>
  )
}
