import { COUNTRIES, countryOptions, isCountryCode } from './countries.ts'

test('has the full ISO list', () => {
  expect(Object.keys(COUNTRIES)).toHaveLength(249)
  expect(Object.keys(COUNTRIES).filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([])
  expect(new Set(Object.values(COUNTRIES)).size).toBe(249)
  expect(COUNTRIES).toMatchObject({ DE: 'Germany', JP: 'Japan', CI: 'Côte d’Ivoire', US: 'United States' })
})

test('accepts only exact codes', () => {
  expect([isCountryCode('DE'), isCountryCode('de'), isCountryCode('XX'), isCountryCode('toString')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('names and sorts countries in the locale', () => {
  const german = countryOptions('de')
  expect(german).toHaveLength(249)
  expect(german[0]).toEqual({ code: 'AF', name: 'Afghanistan' })
  expect(german.findIndex(({ code }) => code === 'AT')).toBeGreaterThan(german.findIndex(({ code }) => code === 'NO'))
  expect(countryOptions('ja').find(({ code }) => code === 'JP')?.name).toBe('日本')
})
