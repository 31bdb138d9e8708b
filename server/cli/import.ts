import { open, readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { SCALES } from '../imports/parsing/ratings.ts'
import { shownSources } from '../imports/sources/sources.ts'
import type { CommandOutput } from './command-output.ts'
import { forEachShop } from './each-shop.ts'
import type { ImportOrder } from './import-order.ts'
import { fail, parseOptions, runProgram } from './program.ts'

const usage = `Usage: npm run import -- --shop SHOP.myshopify.com [--source auto|${shownSources.join('|')}] [--dry-run] [--json] [answers] FILE
Answers: --encoding NAME   --scale 1|5|10|100   --dates dmy|mdy   --long shorten|skip   --unclear hidden|published|only:VALUE   --unmatched shop|skip|HANDLE   --columns guess|JSON   --status as-file|pending`

interface Asked {
  shop: string
  order: ImportOrder
  path: string
}

function options(): Asked {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseOptions(
    {
      allowPositionals: true,
      options: {
        shop: text,
        source: { ...text, default: 'auto' },
        'dry-run': flag,
        json: flag,
        encoding: text,
        columns: text,
        scale: text,
        dates: text,
        long: text,
        unclear: text,
        unmatched: text,
        status: { ...text, default: 'as-file' },
      },
    },
    usage,
  )
  const [path, surplus] = positionals
  const { shop, source, encoding, columns, scale, dates, long, unclear, unmatched, status } = values
  const known =
    (source === 'auto' || shownSources.includes(source)) &&
    isOneOf([...SCALES.map(String), undefined], scale) &&
    isOneOf(['dmy', 'mdy', undefined], dates) &&
    isOneOf(['shorten', 'skip', undefined], long) &&
    isOneOf(['as-file', 'pending'], status)
  if (!shop || !path || surplus !== undefined || !known) return fail(usage, 2)
  const answers = {
    ...(encoding && { encoding }),
    ...(columns !== undefined && { columns }),
    ...(scale && { scale }),
    ...(dates && { dates }),
    ...(long && { long }),
    ...(unclear && { status: unclear }),
    ...(unmatched && { unmatched }),
  }
  return {
    shop,
    path: resolve(path),
    order: {
      source,
      name: basename(path),
      dryRun: values['dry-run'],
      json: values.json,
      pending: status === 'pending',
      answers,
    },
  }
}

const isOneOf = (known: readonly (string | undefined)[], value: string | undefined): boolean => known.includes(value)

async function run(): Promise<void> {
  const { shop, order, path } = options()
  const file = await open(path).catch((error: unknown) => fail(`Can't read ${path}: ${(error as Error).message}`))
  const stats = await file.stat()
  await file.close()
  if (!stats.isFile()) fail(`${path} is not a file.`)
  const bytes = await readFile(path)
  const { runImportOrder } = await import('./import-order.ts')
  await forEachShop({ name: 'import', shop }, async (ctx) => {
    process.exitCode = await runImportOrder(ctx, { order, bytes, teller: onTerminal(order) })
  })
}

function onTerminal({ json }: ImportOrder): CommandOutput {
  const bar = !json && process.stderr.isTTY
  let drawn = false
  const end = () => {
    if (drawn) process.stderr.write('\n')
    drawn = false
  }
  return {
    print(line) {
      end()
      console.log(stripControls(line))
    },
    note(line) {
      end()
      console.error(stripControls(line))
    },
    progress(done, total) {
      if (!bar) return
      process.stderr.write(`\r${formatBar(done, total)}`)
      drawn = true
    },
  }
}

/** Removes control characters: text from a file must not send commands to the terminal. */
const stripControls = (line: string): string => line.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '')

const barWidth = 30

function formatBar(done: number, total: number): string {
  const full = total === 0 ? barWidth : Math.floor((done / total) * barWidth)
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] ${String(done)} of ${String(total)}`
}

await runProgram(run)
