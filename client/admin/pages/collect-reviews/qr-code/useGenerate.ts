import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import type {
  useGenerateMutation,
  useGenerateMutation$data,
} from '../../../../__generated__/useGenerateMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFeature, usePlansLink } from '../../../ui/PlanGate.tsx'

type GeneratedCode = NonNullable<useGenerateMutation$data['generateQrCodes']['data']>['codes'][number]

/**
 * Makes the codes of products. Opens the list of plans if the plan has no QR codes (spec 6). Returns null if nothing
 * was made; a toast then says why.
 */
export function useGenerate(): {
  generate: (productIds: readonly string[]) => Promise<readonly GeneratedCode[] | null>
  generating: boolean
} {
  const { i18n } = useLingui()
  const toast = useToast()
  const { allowed } = useFeature('qrCode')
  const openPlans = usePlansLink('qrCode').open
  const [commit, generating] = useCommit<useGenerateMutation>(graphql`
    mutation useGenerateMutation($input: GenerateQrCodesInput!) {
      generateQrCodes(input: $input) {
        __typename
        ... on GenerateQrCodesSuccess { data { codes { title handle code { url path size } } } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const generate = async (productIds: readonly string[]) => {
    if (!allowed) {
      openPlans()
      return null
    }
    const outcome = await commit({ input: { productIds } }, { quiet: true })
    const codes = outcome.ok ? outcome.data.generateQrCodes.data?.codes : undefined
    if (codes) return codes
    toast(!outcome.ok && outcome.code !== 'unexpected' ? outcome.message : formatSentence(i18n, 'generateFailed'), {
      isError: true,
    })
    return null
  }
  return { generate, generating }
}
