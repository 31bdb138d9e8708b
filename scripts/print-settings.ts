import { FEATURES, planOfTier, plans } from '../rules/plans.ts'
import { isSetName, readPath, type SettingsDocument } from '../rules/settings/document.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../rules/settings/settings.ts'
import { shapeOf, type Shape } from '../rules/settings/shape.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')
const code = (text: string): string => `\`${text}\``
const row = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`

function typeOf({ kind, values, nullable, item }: Shape): string {
  const type = values
    ? values.map((value) => code(String(value))).join(', ')
    : kind === 'list'
      ? `list of ${item?.fields ? Object.keys(item.fields).map(code).join(', ') : 'texts'}`
      : kind
  return nullable ? `${type} or null` : type
}

function rowsOf({ document, shape, path = '' }: { document: SettingsDocument; shape: Shape; path?: string }): string[] {
  return Object.entries(shape.fields ?? {}).flatMap(([name, field]) => {
    const at = `${path}${name}`
    if (field.kind === 'object') return rowsOf({ document, shape: field, path: `${at}.` })
    const gate = Object.entries(document.gated).find(([gated]) => at === gated || at.startsWith(`${gated}.`))
    const kept = document.kept.includes(at) ? ' Only Candor writes it; a save ignores it.' : ''
    return [
      row(
        code(at),
        typeOf(field),
        code(JSON.stringify(readPath(document.defaults, at))),
        gate ? plans[planOfTier[FEATURES[gate[1]]]].displayName : '',
        field.description + kept,
      ),
    ]
  })
}

function sectionOf(key: SettingKey): string {
  const document = SETTINGS[key] as unknown as SettingsDocument
  const { shape, secrets, wireNames } = document
  const names = Object.entries(wireNames).map(([field, wire]) => `${code(field)} is ${code(wire)}`)
  return [
    `## ${key}`,
    '',
    shape.description,
    ...(names.length > 0 ? ['', `In REST, ${names.join(', ')}.`] : []),
    '',
    row('Field', 'Type', 'Default', 'Plan', 'Meaning'),
    '|---|---|---|---|---|',
    ...rowsOf({ document, shape }),
    ...Object.entries(secrets).map(([field, schema]) =>
      row(code(field), 'secret', '', '', `${shapeOf(schema).description} Answered as ${code(isSetName(field))}.`),
    ),
  ].join('\n')
}

process.stdout.write(`<!-- Written by npm run codegen from rules/settings. -->
# Settings

Each document is a field of \`Shop\` in GraphQL, and \`/settings/{key}\` in REST.

- **Read.** \`{ viewer { shop { general { version hideReviewDate } } } }\`, or \`GET /settings/general\`: \`{ success, data: { ...fields, version } }\`. GraphQL also lists the \`locked\` fields: those that the shop's plan doesn't let change, each with the plan that does.
- **Save.** \`saveGeneral(input: { hideReviewDate: true, version: 3 })\`, or \`PUT /settings/general\` with any of the fields. Absent fields stay, objects are merged and lists are replaced.
- **Version.** Each save raises \`version\`, even if nothing changed; before the first save it is 0. With an old version nothing is saved: \`StaleError\`, in REST 409. Without a version the save applies.
- **Whole documents.** A PUT may send back what a GET answered. Unknown fields are refused with 422.
- **Secrets** are encrypted and never answered. \`<field>IsSet\` says whether one is stored. An absent secret stays, an empty text deletes it.
- **Plans.** A field with a plan changes only on that plan or a higher one. Sending it unchanged, or as its default, is always possible.
- **Words.** Fields and values below are REST's. GraphQL writes a word in capitals: \`logged_in_users\` is \`LOGGED_IN_USERS\`, \`roundedStar\` is \`ROUNDED_STAR\`.

${SETTING_KEYS.map(sectionOf).join('\n\n')}
`)
