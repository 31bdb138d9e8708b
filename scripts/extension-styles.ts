// Writes all widget styles into one sheet of the theme app extension, served by the platform. The styles must be built
// first.
import { writeFileSync } from 'node:fs'
import { OPTIONAL_STYLES } from '../client/storefront/widgets/box/box-style.ts'
import { stylesOf, WIDGET_KEYS } from '../client/storefront/widgets/widgets.ts'
import { styleText } from '../server/core/pages/assets.ts'

const text = `${styleText([...new Set([...stylesOf(WIDGET_KEYS), ...OPTIONAL_STYLES])]).trim()}\n`
if (process.argv.includes('--write')) writeFileSync('extensions/candor-reviews/assets/candor.css', text)
else process.stdout.write(text)
