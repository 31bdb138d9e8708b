import { graphql, useFragment } from 'react-relay/hooks'
import { INSTAGRAM_WIDGET } from '../../../../../rules/settings/instagram-widget.ts'
import type { instagramForm_settings$key } from '../../../../__generated__/instagramForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment instagramForm_settings on InstagramWidgetSettings {
    id version enabled heading columns rows showCaption linkToPost customCss state username tokenRefreshedAt syncedAt
    posts { id caption permalink isVideo image postedAt products { id title url } }
  }
`

const mutation = graphql`
  mutation instagramFormMutation($input: SaveInstagramWidgetInput!) {
    saveInstagramWidget(input: $input) {
      __typename
      ... on SaveInstagramWidgetSuccess { data { ...instagramForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Form of the settings document `instagramWidget`. Connection and posts are included for display only. */
export const useInstagramForm = (key: instagramForm_settings$key) =>
  useSettingsForm({ document: INSTAGRAM_WIDGET, stored: useFragment(fragment, key), mutation })

export type InstagramForm = ReturnType<typeof useInstagramForm>
