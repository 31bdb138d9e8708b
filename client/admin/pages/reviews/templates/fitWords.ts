import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useFormat } from '../../../shell/words/useFormat.ts'
import type { ReplyConditions, ReplyFit } from '../../../../../rules/reply-templates.ts'
import { useLanguageName } from './useLanguageName.ts'

/** Returns why a template fits a review: "4–5 stars · “delivery”". Empty for a template without conditions. */
export function useFitWords(): (fit: ReplyFit) => string {
  const stars = useStarWords()
  const { t } = useLingui()
  const languageName = useLanguageName()
  return ({ stars: range, word, isProduct, language }) =>
    [range && stars(...range), word && `“${word}”`, isProduct && t`this product`, language && languageName(language)]
      .filter(Boolean)
      .join(' · ')
}

/** Returns when a template is offered, for the list of templates. */
export function useConditionWords(): (conditions: ReplyConditions) => string {
  const { t } = useLingui()
  const format = useFormat()
  const stars = useStarWords()
  const languageName = useLanguageName()
  return ({ minRate, maxRate, words, productIds, language }) => {
    const products = productIds.length
    const said = [
      minRate === 1 && maxRate === 5 ? '' : stars(minRate, maxRate),
      format.list(words.map((word) => `“${word}”`)),
      products > 0 ? t`${plural(products, { one: '# product', other: '# products' })}` : '',
      language ? languageName(language) : '',
    ].filter(Boolean)
    return said.length > 0 ? said.join(' · ') : t`Any review`
  }
}

function useStarWords(): (from: number, to: number) => string {
  const { t } = useLingui()
  return (from, to) => (from === to ? t`${plural(from, { one: '# star', other: '# stars' })}` : t`${from}–${to} stars`)
}
