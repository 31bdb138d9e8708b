import { SEND_AFTER_OPTIONS, SEND_METHODS, TIME_UNITS } from '../../rules/timing.ts'
import type { TimingCountry, TimingSettings } from '../../rules/timing.ts'
import { builder } from '../graphql/builder.ts'
import { readSetting } from '../settings/settings.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { saveRequestTiming } from './request-timing.ts'

const upper = <Word extends string>(words: readonly Word[]) => Object.fromEntries(words.map((word) => [word.toUpperCase(), { value: word }])) as Record<string, { value: Word }>

const SendAfterEnum = builder.enumType('SendAfter', { values: upper(SEND_AFTER_OPTIONS), description: 'CUSTOM takes sendAfterCustom and timeUnit.' })
const SendMethodEnum = builder.enumType('SendMethod', { values: upper(SEND_METHODS) })
const TimeUnitEnum = builder.enumType('TimeUnit', { values: upper(TIME_UNITS) })

const Country = builder.objectRef<TimingCountry>('TimingCountry').implement({
  fields: (t) => ({
    priority: t.exposeInt('priority', { description: '1 is looked at first.' }),
    sendAfter: t.expose('sendAfter', { type: SendAfterEnum }),
    sendAfterCustom: t.exposeInt('sendAfterCustom'),
    timeUnit: t.expose('timeUnit', { type: TimeUnitEnum }),
    selectedCountries: t.exposeStringList('selectedCountries', { description: 'ISO 3166 alpha-2 codes.' }),
  }),
})

const Timing = builder.objectRef<TimingSettings>('RequestTiming').implement({
  description: 'When review requests leave.',
  fields: (t) => ({
    sendAfter: t.expose('sendAfter', { type: SendAfterEnum }),
    sendAfterCustom: t.exposeInt('sendAfterCustom'),
    timeUnit: t.expose('timeUnit', { type: TimeUnitEnum }),
    sendMethod: t.expose('sendMethod', { type: SendMethodEnum }),
    alternativeSendAfter: t.exposeInt('alternativeSendAfter', { nullable: true, description: 'Null: a request waits for its condition.' }),
    alternativeUnit: t.expose('alternativeUnit', { type: TimeUnitEnum }),
    isCustomTiming: t.exposeBoolean('isCustomTiming'),
    timingCountries: t.expose('timingCountries', { type: [Country] }),
  }),
})

builder.objectField(Shop, 'requestTiming', (t) => t.field({ type: Timing, resolve: (_shop, _args, { ctx }) => readSetting(ctx, 'requestTiming') }))

const CountryInput = builder.inputType('TimingCountryInput', {
  fields: (t) => ({
    priority: t.int({ required: true }),
    sendAfter: t.field({ type: SendAfterEnum, required: true }),
    sendAfterCustom: t.int({ required: true }),
    timeUnit: t.field({ type: TimeUnitEnum, required: true }),
    selectedCountries: t.stringList({ required: true }),
  }),
})

const UpdateInput = builder.inputType('UpdateRequestTimingInput', {
  description: 'Absent fields stay as they are; the list of countries is replaced.',
  fields: (t) => ({
    sendAfter: t.field({ type: SendAfterEnum }),
    sendAfterCustom: t.int(),
    timeUnit: t.field({ type: TimeUnitEnum }),
    sendMethod: t.field({ type: SendMethodEnum }),
    alternativeSendAfter: t.int({ description: 'Null switches the alternative off.' }),
    alternativeUnit: t.field({ type: TimeUnitEnum }),
    isCustomTiming: t.boolean(),
    timingCountries: t.field({ type: [CountryInput] }),
  }),
})

builder.mutationField('updateRequestTiming', (t) => t.field({
  type: Shop,
  errors: {},
  args: { input: t.arg({ type: UpdateInput, required: true }) },
  resolve: async (_root, { input }, { ctx }) => {
    const { alternativeSendAfter, ...others } = input
    const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null))
    await saveRequestTiming(ctx, { ...given, ...(alternativeSendAfter !== undefined && { alternativeSendAfter }) })
    return ctx.shop
  },
}))
