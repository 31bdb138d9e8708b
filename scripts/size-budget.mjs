import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const kilobyte = 1024

/** Maximum download of a browser, in bytes after gzip (goals P7 and P23). */
export const budget = {
  'storefront scripts of a page': 3 * kilobyte,
  'storefront scripts together': 10_000,
  'storefront style of a page': 6 * kilobyte,
  // The extension's stylesheet, with the heaviest one that a block adds.
  'theme style of a page': 7 * kilobyte,
  // Loaded only where a shop chose them: the largest one counts.
  'storefront style of a look': 0.75 * kilobyte,
  // The table of routes grows with each page.
  'admin first route, scripts': 302 * kilobyte,
  'admin further route, scripts': 84 * kilobyte,
  'admin texts of further routes': 48.5 * kilobyte,
  'admin first route, style': 57 * kilobyte,
}

/**
 * Measures the build in `dist` against the budget.
 * @returns the figures in a line
 * @throws Error naming exceeded budgets or missing files
 */
export function measureSizes(dist) {
  const sizes = { ...storefrontSizes(join(dist, 'storefront')), ...adminSizes(join(dist, 'admin')) }
  const over = Object.keys(budget).filter((name) => !(sizes[name] <= budget[name]))
  if (over.length > 0)
    throw new Error(
      over
        .map((name) => `${name}: ${kilobytes(sizes[name])} gzip, at most ${kilobytes(budget[name])} allowed`)
        .join('\n'),
    )
  return Object.keys(budget)
    .map((name) => `${name} ${kilobytes(sizes[name])}`)
    .join(', ')
}

/**
 * Measures the widgets. A page loads the scripts and styles of all widgets at its place; the heaviest place counts. The total is what
 * widgets may ever load, without scripts of the demo and of pages behind emails.
 */
export function storefrontSizes(folder) {
  const build = readBuild(folder)
  const pages = Object.values(JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')))
  const heaviest = (weigh) => Math.max(...pages.map(weigh))
  const scripts = Object.entries(build.manifest)
    .filter(([source]) => !source.startsWith('client/demo/') && source !== 'client/storefront/send-once.ts')
    .map(([, chunk]) => chunk.file)
  return {
    'storefront scripts of a page': heaviest((page) =>
      build.weigh(page.scripts.flatMap((source) => [...build.closure(build.entry(source)).scripts])),
    ),
    'storefront scripts together': build.weigh(scripts.filter((file) => file.endsWith('.js'))),
    // Inlined into one element of the page's head.
    'storefront style of a page': heaviest(
      (page) =>
        gzipSync(
          Buffer.concat(
            page.styles.map((source) => readFileSync(join(folder, build.manifest[build.entry(source)].file))),
          ),
          { level: 9 },
        ).length,
    ),
    'theme style of a page': weighThemeStyles(join(folder, '../../extensions/candor-reviews/assets')),
    'storefront style of a look': Math.max(
      ...JSON.parse(readFileSync(join(folder, 'looks.json'), 'utf8')).map((source) =>
        build.weigh([build.manifest[build.entry(source)].file]),
      ),
    ),
  }
}

function weighThemeStyles(assets) {
  const weigh = (name) => gzipSync(readFileSync(join(assets, name)), { level: 9 }).length
  const own = readdirSync(assets).filter((name) => /^candor-.*\.css$/.test(name))
  return weigh('candor.css') + Math.max(...own.map(weigh))
}

/**
 * The first route is where a merchant lands, home or reviews: shared code, its own chunk and its English texts. A
 * further route counts what another page adds to home; the later texts count separately.
 */
function adminSizes(folder) {
  const build = readBuild(folder)
  const texts = Object.keys(build.manifest).filter((name) =>
    /(locales\/en\/messages\.po|polaris\/locales\/en\.json)$/.test(name),
  )
  if (texts.length < 2) missing(folder, 'the English texts')
  const later =
    build.manifest[Object.keys(build.manifest).find((name) => name.endsWith('locales/en/messages.po?lingui'))] ??
    missing(folder, 'the later English texts')
  const load = (page) => {
    const closures = ['index.html', page, ...texts].map((name) => build.closure(build.entry(name)))
    return {
      scripts: closures.flatMap(({ scripts }) => [...scripts]),
      styles: closures.flatMap(({ styles }) => [...styles]),
    }
  }
  const home = load('pages/home/HomePage.tsx')
  const reviews = load('pages/reviews/list/ReviewListPage.tsx')
  const pages = Object.keys(build.manifest).filter((name) => /^pages\/.*Page\.tsx$/.test(name))
  const known = new Set(home.scripts)
  const added = pages.map((page) => build.weigh(load(page).scripts.filter((file) => !known.has(file))))
  return {
    'admin first route, scripts': Math.max(build.weigh(home.scripts), build.weigh(reviews.scripts)),
    'admin further route, scripts': Math.max(...added),
    'admin texts of further routes': build.weigh([later.file]),
    'admin first route, style': Math.max(build.weigh(home.styles), build.weigh(reviews.styles)),
  }
}

/** Reads a Vite build by its manifest: the built file of each source, and its imports. */
function readBuild(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const closure = (name, seen = new Set()) => {
    const found = { scripts: new Set(), styles: new Set() }
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return found
    seen.add(name)
    if (chunk.file.endsWith('.js')) found.scripts.add(chunk.file)
    for (const style of chunk.css ?? []) found.styles.add(style)
    for (const next of chunk.imports ?? []) {
      const more = closure(next, seen)
      for (const file of more.scripts) found.scripts.add(file)
      for (const file of more.styles) found.styles.add(file)
    }
    return found
  }
  return {
    manifest,
    closure,
    entry: (name) => (manifest[name] ? name : missing(folder, name)),
    weigh: (files) =>
      [...new Set(files)].reduce(
        (sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
        0,
      ),
  }
}

function missing(folder, name) {
  throw new Error(`${folder} was built without ${name}, so it cannot be measured.`)
}

const kilobytes = (bytes) => `${(bytes / kilobyte).toFixed(2)} KB`
