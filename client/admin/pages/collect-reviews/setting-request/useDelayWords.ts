import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Delay, TimeUnit } from '../../../../../rules/request-due-time.ts'

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
