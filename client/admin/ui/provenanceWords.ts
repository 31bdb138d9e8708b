import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PROVENANCES } from '../../../rules/review-source.ts'
import { fromEnumName } from '../../../rules/enum-name.ts'

const labels = {
  invited: msg`Invited by email`,
  page: msg`Written on your site`,
  qr: msg`From a QR code`,
  merchant: msg`Entered by you`,
  imported: msg`Imported`,
} as const

/** Returns where a review comes from, in the merchant's words: "Imported from Loox". */
export function useProvenanceWords(): (provenance: { kind: string; from: string }) => string {
  const { t, i18n } = useLingui()
  return ({ kind, from }) => {
    if (from) return t`Imported from ${from}`
    const known = PROVENANCES.find((each) => each === fromEnumName(kind))
    return known ? i18n._(labels[known]) : ''
  }
}
