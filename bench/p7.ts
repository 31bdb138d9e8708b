import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { storefrontSizes } from '../scripts/size-budget.mjs'
import type { FileBench } from './bench.ts'

const built = resolve(import.meta.dirname, '../dist/storefront')
const must = { page: 3.0 * 1024, all: 10_000, style: 6 * 1024, theme: 7 * 1024 }
const aim = { page: 1.5 * 1024, all: 8000 }

export const p7: FileBench = {
  id: 'P7',
  title:
    'bytes of the widgets after gzip: scripts and style of the heaviest page, all scripts together (usual: 65 to 392 KB; best known: 2.1 to 4.8 KB)',
  must: '3.00',
  aim: '1.50',
  async onFiles({ say }) {
    if (!existsSync(resolve(built, 'manifest.json'))) throw new Error('The storefront is not built: npm start does it.')
    const {
      'storefront scripts of a page': page,
      'storefront scripts together': all,
      'storefront style of a page': style,
      'theme style of a page': theme,
    } = storefrontSizes(built)
    say(
      `scripts of a page ${page} B (must ${must.page}, aim ${aim.page}), all scripts ${all} B (must ${must.all}, aim ${aim.all}), style of a page ${style} B (must ${must.style}), stylesheets of a page in a theme ${theme} B (must ${must.theme})`,
    )
    return {
      figure: (page / 1024).toFixed(2),
      ok: page <= must.page && all <= must.all && style <= must.style && theme <= must.theme,
    }
  },
}
