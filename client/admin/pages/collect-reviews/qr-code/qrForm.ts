import { graphql, useFragment } from 'react-relay/hooks'
import { QR } from '../../../../../rules/settings/qr.ts'
import type { qrForm_settings$key } from '../../../../__generated__/qrForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation qrFormMutation($input: SaveQrInput!) {
    saveQr(input: $input) {
      __typename
      ... on SaveQrSuccess { data { ...qrForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export function useQrForm(key: qrForm_settings$key) {
  const stored = useFragment(
    graphql`
    fragment qrForm_settings on QrSettings {
      id version name image title description titleColor descriptionColor fontFamily background codeColor
    }
  `,
    key,
  )
  return useSettingsForm({ document: QR, stored, mutation, failed: 'saveFailed' })
}

export type QrForm = ReturnType<typeof useQrForm>
