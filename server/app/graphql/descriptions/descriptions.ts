import { isEnumType, type GraphQLSchema } from 'graphql'
import { toEnumName } from '../../../../rules/enum-name.ts'
import { LABEL_IDS, labelWords } from '../../../../rules/widget-labels.ts'
import type { Descriptions } from '../../../core/graphql/describe-schema.ts'
import { word } from '../../../core/words/words.ts'
import { ofInputs } from './inputs.ts'
import { ofRequests } from './requests.ts'
import { ofReviews } from './reviews.ts'
import { ofSettings } from './settings.ts'
import { ofShop } from './shop.ts'

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** Enums of languages, whose values are ISO 639-1 codes. */
const ofLanguages: Readonly<Record<string, string>> = {
  ModerationLanguages: 'A language of reviews.',
  PrimaryTranslationLanguage: 'The language that every review is translated into.',
  TranslationLanguage: 'A language of translations.',
}

const nameLanguages = (schema: GraphQLSchema): Descriptions =>
  Object.fromEntries(
    Object.entries(ofLanguages).map(([name, description]) => {
      const type = schema.getType(name)
      const codes = isEnumType(type) ? type.getValues().map((value) => value.name) : []
      const named = codes.map((code) => [code, code === 'SHOP' ? 'The shop’s primary language.' : nameOf(code)])
      return [name, { '': description, ...Object.fromEntries(named) }]
    }),
  )
const nameOf = (code: string): string => `${languages.of(code.toLowerCase()) ?? code}.`

const ofLabels: Descriptions = {
  WidgetLabel: {
    '': 'A word of the widgets that a merchant may replace. The description is Candor’s own word.',
    ...Object.fromEntries(LABEL_IDS.map((id) => [toEnumName(id), `“${word('en', labelWords[id])}”`])),
  },
}

/** Returns the descriptions of what is not described where it is made. */
export const listDescriptions = (schema: GraphQLSchema): Descriptions[] => [
  ofReviews,
  ofRequests,
  ofShop,
  ofInputs,
  ofSettings,
  ofLabels,
  nameLanguages(schema),
]
