import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { openPlayground } from './playground-start.ts'

interface PlaygroundAssets {
  /** Part of each file's URL, so that browsers cache it for a year. */
  hash: string
  files: ReadonlyMap<string, PlaygroundFile>
}

interface PlaygroundFile {
  contentType: string
  gzipped: Buffer
}

const [compress, expand] = [promisify(gzip), promisify(gunzip)]
const [script, style] = ['text/javascript; charset=utf-8', 'text/css; charset=utf-8']

const exported = {
  js: 'graphiql.js',
  css: 'graphiql.css',
  editorWorkerService: 'editor.js',
  jsonWorker: 'json.js',
  graphqlWorker: 'graphql.js',
} as const

const graphiql = join(
  dirname(createRequire(import.meta.url).resolve('@graphql-yoga/render-graphiql')),
  '../esm/graphiql.js',
)

let assets: Promise<PlaygroundAssets> | undefined

/** Returns GraphiQL's files, compressed once. The package would inline all 9 MB into every page. */
export function playgroundAssets(): Promise<PlaygroundAssets> {
  return (assets ??= readAssets().catch((error: unknown) => {
    assets = undefined
    throw error
  }))
}

async function readAssets(): Promise<PlaygroundAssets> {
  // Read as text: a module of 9 MB would stay in memory.
  const source = await readFile(graphiql, 'utf8')
  const start = `(${openPlayground.toString()})()\n`
  const texts = [
    ['start.js', start] as const,
    ...Object.entries(exported).map(([name, file]) => [file, textOf(source, name)] as const),
  ]
  const files = await Promise.all(
    texts.map(
      async ([name, text]) =>
        [name, { contentType: name.endsWith('.css') ? style : script, gzipped: await compress(text) }] as const,
    ),
  )
  return { hash: createHash('sha256').update(source).update(start).digest('hex').slice(0, 16), files: new Map(files) }
}

/** Reads an export of the package, which is one line: `export const css = "...";` */
function textOf(source: string, name: string): string {
  const head = `export const ${name} = `
  const from = source.indexOf(head)
  const to = source.indexOf('\n', from)
  if (from < 0) throw new Error(`@graphql-yoga/render-graphiql no longer exports ${name}.`)
  return JSON.parse(source.slice(from + head.length, to < 0 ? undefined : to).replace(/;\s*$/, '')) as string
}

export const expanded = ({ gzipped }: PlaygroundFile): Promise<Buffer> => expand(gzipped)
