import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReviewSource } from '../../../../rules/review-status.ts'
import { createFlagFormatter } from '../../../../rules/countries.ts'
import { reviewSourceLabels } from '../../ui/reviewSources.ts'

export function useSourceNames(): (source: string) => string {
  const { i18n } = useLingui()
  return (source) => i18n._(reviewSourceLabels[source as ReviewSource])
}

/** Returns a country with its flag; the code for one without a name. */
export function useCountryNames(): (country: string) => string {
  const { i18n } = useLingui()
  const flag = createFlagFormatter(i18n.locale)
  return (country) => {
    const known = flag(country)
    return known ? `${known.flag} ${known.name}` : country
  }
}

const templates: Readonly<Record<string, ReturnType<typeof msg>>> = {
  'review-reminder': msg`Review request`,
  'photo-reminder': msg`Photo reminder`,
}

export function useTemplateNames(): (template: string) => string {
  const { i18n } = useLingui()
  return (template) => (templates[template] ? i18n._(templates[template]) : template)
}

const stars: Readonly<Record<string, ReturnType<typeof msg>>> = {
  5: msg`5 stars`,
  4: msg`4 stars`,
  3: msg`3 stars`,
  2: msg`2 stars`,
  1: msg`1 star`,
}

export function useStarNames(): (rate: string) => string {
  const { i18n } = useLingui()
  return (rate) => (stars[rate] ? i18n._(stars[rate]) : rate)
}

const channels: Readonly<Record<string, ReturnType<typeof msg>>> = {
  thankYou: msg`Thank-you page`,
  email: msg`Email`,
  review: msg`After a review`,
}

/** Returns where a survey was answered. */
export function useChannelNames(): (channel: string) => string {
  const { i18n } = useLingui()
  return (channel) => (channels[channel] ? i18n._(channels[channel]) : channel)
}

/** Returns a bucket of delays in words: "4–7 days". */
export function useDelayNames(): (bucket: string) => string {
  const { t } = useLingui()
  return (bucket) => {
    const days = bucket.replace('-', '–')
    return t`${days} days`
  }
}
