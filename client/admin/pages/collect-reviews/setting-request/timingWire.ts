import { graphql, useFragment } from 'react-relay/hooks'
import { SEND_AFTER_OPTIONS, SEND_METHODS, TIME_UNITS, TIMING_DEFAULTS, type TimingSettings } from '../../../../../rules/timing.ts'
import type { timingWire_shop$data, timingWire_shop$key } from '../../../../__generated__/timingWire_shop.graphql.ts'
import type { SendAfter, SendMethod, TimeUnit, UpdateRequestTimingInput } from '../../../../__generated__/useSaveTimingMutation.graphql.ts'

/** The stored timing as the rules know it. */
export function useStoredTiming(shop: timingWire_shop$key): TimingSettings {
  const { requestTiming } = useFragment(graphql`
    fragment timingWire_shop on Shop {
      requestTiming {
        sendAfter
        sendAfterCustom
        timeUnit
        sendMethod
        alternativeSendAfter
        alternativeUnit
        isCustomTiming
        timingCountries { priority sendAfter sendAfterCustom timeUnit selectedCountries }
      }
    }
  `, shop)
  return fromWire(requestTiming)
}

function wordOf<Word extends string>(words: readonly Word[], wire: string, fallback: Word): Word {
  return words.find((word) => word.toUpperCase() === wire) ?? fallback
}

export function fromWire(wire: timingWire_shop$data['requestTiming']): TimingSettings {
  const delay = (choice: { readonly sendAfter: string, readonly sendAfterCustom: number, readonly timeUnit: string }) => ({
    sendAfter: wordOf(SEND_AFTER_OPTIONS, choice.sendAfter, TIMING_DEFAULTS.sendAfter),
    sendAfterCustom: choice.sendAfterCustom,
    timeUnit: wordOf(TIME_UNITS, choice.timeUnit, TIMING_DEFAULTS.timeUnit),
  })
  return {
    ...delay(wire),
    sendMethod: wordOf(SEND_METHODS, wire.sendMethod, TIMING_DEFAULTS.sendMethod),
    alternativeSendAfter: wire.alternativeSendAfter ?? null,
    alternativeUnit: wordOf(TIME_UNITS, wire.alternativeUnit, TIMING_DEFAULTS.alternativeUnit),
    isCustomTiming: wire.isCustomTiming,
    timingCountries: wire.timingCountries.map((entry) => ({ ...delay(entry), priority: entry.priority, selectedCountries: [...entry.selectedCountries] })),
  }
}

export function toWire(timing: TimingSettings): UpdateRequestTimingInput {
  return {
    ...timing,
    sendAfter: timing.sendAfter.toUpperCase() as SendAfter,
    timeUnit: timing.timeUnit.toUpperCase() as TimeUnit,
    sendMethod: timing.sendMethod.toUpperCase() as SendMethod,
    alternativeUnit: timing.alternativeUnit.toUpperCase() as TimeUnit,
    timingCountries: timing.timingCountries.map((entry) => ({
      ...entry, sendAfter: entry.sendAfter.toUpperCase() as SendAfter, timeUnit: entry.timeUnit.toUpperCase() as TimeUnit,
    })),
  }
}
