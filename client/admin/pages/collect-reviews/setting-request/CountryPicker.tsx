import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, InlineStack, OptionList, Tag, Text, TextField } from '@shopify/polaris'
import { useEffect, useMemo, useState } from 'react'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { fullTag, type CatalogName } from '../../../shell/words/locales.ts'
import { countryOptions } from '../../../../../rules/countries.ts'
import { countryListDelayMs, countryListStep } from '../../../../../rules/limits.ts'

interface Props {
  selected: readonly string[]
  onChange: (codes: string[]) => void
  error: string | undefined
}

/** Picks countries: search by name, 25 at a time (spec 5). The list shows while the field has a text. */
export function CountryPicker({ selected, onChange, error }: Props) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const [search, setSearch] = useState('')
  const locale = fullTag(i18n.locale as CatalogName)
  const countries = useMemo(() => countryOptions(locale), [locale])
  const found = countries.filter(({ name }) =>
    name.toLocaleLowerCase(locale).includes(search.trim().toLocaleLowerCase(locale)),
  )
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code
  return (
    <BlockStack gap="200">
      {selected.length > 0 && (
        <InlineStack gap="100">
          {selected.map((code) => (
            <Tag key={code} disabled={readOnly} onRemove={() => onChange(selected.filter((each) => each !== code))}>
              {nameOf(code)}
            </Tag>
          ))}
        </InlineStack>
      )}
      <TextField
        label={t`Countries`}
        placeholder={t`Search countries`}
        type="search"
        autoComplete="off"
        value={search}
        error={error ?? false}
        onChange={(text) => {
          setSearch(text)
        }}
        clearButton
        onClearButtonClick={() => setSearch('')}
      />
      {search.trim() !== '' && <FoundCountries key={search} found={found} selected={selected} onChange={onChange} />}
    </BlockStack>
  )
}

/** Lists the matches, some at a time. */
function FoundCountries({
  found,
  selected,
  onChange,
}: Pick<Props, 'selected' | 'onChange'> & { found: readonly { code: string; name: string }[] }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [shown, setShown] = useState(countryListStep)
  const [loading, setLoading] = useState(false)
  useEffect(() => {
    if (!loading) return
    const timer = setTimeout(() => {
      setShown((count) => count + countryListStep)
      setLoading(false)
    }, countryListDelayMs)
    return () => clearTimeout(timer)
  }, [loading])
  return (
    <div className="c-countries">
      {found.length === 0 ? (
        <Text as="p" tone="subdued">{t`No countries found`}</Text>
      ) : (
        <OptionList
          allowMultiple
          options={found.slice(0, shown).map(({ code, name }) => ({ value: code, label: name, disabled: readOnly }))}
          selected={[...selected]}
          onChange={onChange}
        />
      )}
      {found.length > shown && (
        <div className="c-countries-more">
          <Button loading={loading} onClick={() => setLoading(true)}>{t`Show more countries`}</Button>
        </div>
      )}
    </div>
  )
}
