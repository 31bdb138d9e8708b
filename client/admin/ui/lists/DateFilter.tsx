import { useLingui } from '@lingui/react/macro'
import { BlockStack, ChoiceList, TextField } from '@shopify/polaris'
import type { DatePreset } from '../../../../rules/dates.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import type { ListFilter } from './ListFilters.tsx'
import { readPeriod } from './periods.ts'
import type { ListControls } from './useListState.ts'

interface Props {
  label: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

export function DateFilter({ label, values, onChange }: Props) {
  const { t } = useLingui()
  const words = usePresetWords()
  const period = readPeriod(values)
  const preset = values[0] === 'custom' ? 'custom' : (period?.preset ?? 'allTime')
  const [from = '', to = ''] = period?.days ? [period.days.from, period.days.to] : values.slice(1)
  const choose = (chosen: string) => onChange(chosen === 'allTime' ? [] : [chosen])
  const custom = (days: [string, string]) => onChange(days[0] && days[1] ? days : ['custom', ...days])
  return (
    <BlockStack gap="300">
      <ChoiceList
        title={label}
        titleHidden
        choices={(Object.keys(words) as DatePreset[]).map((value) => ({ value, label: words[value] }))}
        selected={[preset]}
        onChange={([chosen]) => choose(chosen ?? 'allTime')}
      />
      {preset === 'custom' && (
        <BlockStack gap="200">
          <TextField
            type="date"
            label={t({ message: `From`, context: `first day of a period` })}
            autoComplete="off"
            value={from}
            onChange={(day) => custom([day, to])}
          />
          <TextField
            type="date"
            label={t({ message: `To`, context: `last day of a period` })}
            autoComplete="off"
            value={to}
            onChange={(day) => custom([from, day])}
            error={from && to && from > to ? t`Choose an end date after the start date` : false}
          />
        </BlockStack>
      )}
    </BlockStack>
  )
}

export function usePresetWords(): Record<DatePreset, string> {
  const { t } = useLingui()
  return {
    allTime: t`All time`,
    today: t`Today`,
    yesterday: t`Yesterday`,
    last7Days: t`Last 7 days`,
    last30Days: t`Last 30 days`,
    custom: t`Custom`,
  }
}

/** Makes a list's date filters with the texts of their chips. */
export function useDateFilter<Filter extends string>(
  list: ListControls<Filter>,
): (name: Filter, label: string) => ListFilter<Filter> {
  const format = useFormat()
  const presets = usePresetWords()
  const day = (text: string) => format.date(new Date(text), { dateStyle: 'medium', timeZone: 'UTC' })
  return (name, label) => {
    const values = list.state.filters[name]
    const period = readPeriod(values)
    return {
      name,
      label,
      control: <DateFilter label={label} values={values} onChange={(chosen) => list.filter(name, chosen)} />,
      chip: period?.days ? `${day(period.days.from)} – ${day(period.days.to)}` : presets[period?.preset ?? 'custom'],
    }
  }
}
