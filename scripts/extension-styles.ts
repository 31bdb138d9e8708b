// Writes the stylesheets of the theme app extension. All blocks need the first one, in the page's head. A widget that needs
// more loads its own behind it. No rule is in two of them: a repeated reset would win over the rules before it.
// The shop's looks are in the widgets' HTML. Needs built styles.
import { writeFileSync } from 'node:fs'
import { stylesOf, WIDGET_KEYS } from '../client/storefront/widgets/widgets.ts'
import { styleText } from '../server/core/pages/assets.ts'

const shared = [...stylesOf(['starRating', 'reviewBox']), 'product-card']
const own = [...stylesOf(WIDGET_KEYS), 'submit-form'].filter((name) => !shared.includes(name))
const sheets: [string, readonly string[]][] = [
  ['candor', shared],
  ...own.map((name): [string, string[]] => [`candor-${name}`, [name]]),
]
const texts = sheets.map(([name, styles]) => [`${name}.css`, `${styleText(styles).trim()}\n`] as const)

if (process.argv.includes('--write'))
  for (const [file, text] of texts) writeFileSync(`extensions/candor-reviews/assets/${file}`, text)
else process.stdout.write(JSON.stringify(Object.fromEntries(texts)))
