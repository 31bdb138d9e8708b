import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Delay, TimeUnit } from '../../../../../rules/request-due-time.ts'

/** Names of units, for menus. */
export function useUnitNames(): Record<TimeUnit, string> {
  const { t } = useLingui()
  return { minutes: t`minutes`, hours: t`hours`, days: t`days`, weeks: t`weeks`, months: t`months` }
}

/** Formats a delay: "5 minutes", "1 week". */
export function useDelayWords(): (delay: Delay) => string {
  const { t } = useLingui()
  return ({ amount, unit }) => {
    const words: Record<TimeUnit, string> = {
      minutes: t`${plural(amount, { one: '# minute', other: '# minutes' })}`,
      hours: t`${plural(amount, { one: '# hour', other: '# hours' })}`,
      days: t`${plural(amount, { one: '# day', other: '# days' })}`,
      weeks: t`${plural(amount, { one: '# week', other: '# weeks' })}`,
      months: t`${plural(amount, { one: '# month', other: '# months' })}`,
    }
    return words[unit]
  }
}
