import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const kilobyte = 1024

/** What a browser may have to load at most, in bytes after gzip (goals P7 and P23). */
export const budget = {
  'storefront first script': 3 * kilobyte,
  'storefront all scripts': 10_000,
  'storefront style': 6 * kilobyte,
  'admin first route, scripts': 280 * kilobyte,
  'admin style': 55 * kilobyte,
}

/**
 * Measures the build in `dist` against the budget.
 * @returns the figures in a line
 * @throws Error naming what is over, or what is not there to measure
 */
export function measureSizes(dist) {
  const sizes = { ...storefrontSizes(join(dist, 'storefront')), ...adminSizes(join(dist, 'admin')) }
  const over = Object.keys(budget).filter((name) => !(sizes[name] <= budget[name]))
  if (over.length > 0) throw new Error(over.map((name) => `${name}: ${kilobytes(sizes[name])} gzip, ${kilobytes(budget[name])} allowed`).join('\n'))
  return Object.keys(budget).map((name) => `${name} ${kilobytes(sizes[name])}`).join(', ')
}

function storefrontSizes(folder) {
  const build = readBuild(folder)
  const loader = build.entry('client/storefront/loader.ts')
  const demo = build.closure('client/demo/demo.ts')
  const scripts = Object.values(build.manifest).map((chunk) => chunk.file).filter((file) => file.endsWith('.js'))
  return {
    'storefront first script': build.weigh(build.closure(loader).scripts),
    'storefront all scripts': build.weigh(scripts.filter((file) => !demo.scripts.has(file))),
    'storefront style': build.weigh([build.manifest['client/storefront/candor.css']?.file ?? missing(folder, 'client/storefront/candor.css')]),
  }
}

/** The heaviest page a merchant may open first: what every page needs, its own chunk, and the English texts. */
function adminSizes(folder) {
  const build = readBuild(folder)
  const entry = build.closure(build.entry('index.html'))
  const pages = Object.keys(build.manifest).filter((name) => /^pages\/.*Page\.tsx$/.test(name))
  const texts = Object.keys(build.manifest).filter((name) => /(locales\/en\/messages\.po|polaris\/locales\/en\.json)$/.test(name))
  const loads = pages.length > 0 ? pages : ['index.html']
  const weights = loads.map((page) => {
    const scripts = new Set(entry.scripts)
    for (const name of [page, ...texts]) for (const file of build.closure(name).scripts) scripts.add(file)
    return build.weigh(scripts)
  })
  const styles = new Set([...entry.styles, ...pages.flatMap((page) => [...build.closure(page).styles])])
  return { 'admin first route, scripts': Math.max(...weights), 'admin style': build.weigh(styles) }
}

/** A Vite build by its manifest: which source became which file, and what each pulls in with it. */
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
    weigh: (files) => [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0),
  }
}

function missing(folder, name) {
  throw new Error(`${folder} was built without ${name}, so it cannot be measured.`)
}

const kilobytes = (bytes) => `${(bytes / kilobyte).toFixed(2)} KB`
