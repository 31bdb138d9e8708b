import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { toEnumName } from '../../../../../rules/enum-name.ts'
import { REWARD_KINDS, type RewardKind } from '../../../../../rules/settings/discount.ts'

const names: Readonly<Record<RewardKind, MessageDescriptor>> = {
  any: msg`Any review`,
  text: msg`Text review`,
  photo: msg`Photo review`,
}

/** Returns the name of what earned a code, by its name in REST or GraphQL. */
export function useRewardNames(): (kind: string) => string {
  const { i18n } = useLingui()
  return (kind) => {
    const known = REWARD_KINDS.find((each) => each === kind || toEnumName(each) === kind)
    return known ? i18n._(names[known]) : kind
  }
}
