import type { DatabaseBench, Stage } from './bench.ts'
import { startChild } from './child.ts'
import { csvOf, fullImportRows, megabytes, workbookOf } from './import-files.ts'
import { importOverHttp } from './import-over-http.ts'
import type { MerchantTokens } from './import-server.ts'
import { openBenchDatabase, type DatabaseAddress } from './bench-database.ts'
import { formatSpread, spreadOf } from './rounds.ts'
import type { ResourceUse } from './resource-use.ts'

/** The small file has one row for this many of the large one. */
const part = 10
const must = { growth: 1.2, workbook: 300, delay: 50 }

export const p11: DatabaseBench = {
  id: 'P11',
  title: `peak memory of the process that serves and of the one beside it that imports, together, 25 MB against 2.5 MB of CSV (of the one beside it ${must.workbook} MB at most for a workbook); p99 of the server's event loop's delay ${must.delay} ms at most`,
  must: '1.2',
  aim: '1.05',
  async onDatabase({ options, say }) {
    const rows = options.rows ?? fullImportRows
    const files = {
      small: { name: 'small.csv', bytes: csvOf(Math.ceil(rows / part)) },
      large: { name: 'large.csv', bytes: csvOf(rows) },
      workbook: { name: 'large.xlsx', bytes: workbookOf(rows) },
    }
    const names = Object.keys(files) as (keyof typeof files)[]
    const found = { small: [] as ResourceUse[], large: [] as ResourceUse[], workbook: [] as ResourceUse[] }
    for (let round = 0; round < options.rounds; round++) {
      // Alternate the order. Each run has a fresh process and its own database.
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const taken = await takenBy({ say }, files[name])
        found[name].push(taken)
      }
    }
    for (const name of names) {
      const of = (key: keyof ResourceUse) => spreadOf(found[name].map((taken) => taken[key]))
      say(
        `${name.padEnd(8)} ${megabytes(files[name].bytes).padStart(7)}: serving ${formatSpread(of('peak'), ' MB')}, beside ${formatSpread(of('workerMb'), ' MB')}   event loop p99 ${formatSpread(of('delayP99'), ' ms')}, longest ${formatSpread(of('delayMost'), ' ms')}`,
      )
    }
    const growth = spreadOf(found.large.map((taken, round) => both(taken) / both(found.small[round])))
    const workbook = spreadOf(found.workbook.map(({ workerMb }) => workerMb)).median
    const delay = Math.max(...names.map((name) => spreadOf(found[name].map(({ delayP99 }) => delayP99)).median))
    say(`large / small ${formatSpread(growth)}`)
    return {
      figure: `${growth.median.toFixed(2)}, workbook ${Math.round(workbook)} MB, event loop ${delay} ms`,
      ok: growth.median <= must.growth && workbook <= must.workbook && delay <= must.delay,
    }
  },
}

const both = (taken: ResourceUse | undefined): number => (taken ? taken.peak + taken.workerMb : Number.NaN)

/** Runs once, in its own process on an empty database. */
async function takenBy({ say }: Pick<Stage, 'say'>, file: { name: string; bytes: Uint8Array }): Promise<ResourceUse> {
  await using own = await openBenchDatabase()
  return await inProcess({ say, reach: own.reach }, file)
}

async function inProcess(
  { say, reach }: Pick<Stage, 'say'> & { reach: DatabaseAddress },
  file: { name: string; bytes: Uint8Array },
): Promise<ResourceUse> {
  await using server = await startChild('import-server.ts', { reach }, { before: ['any-rows.ts'] })
  const { token } = (await server.ask('watch')) as MerchantTokens
  const seconds = await importOverHttp(server, token, file)
  const taken = (await server.ask('watched')) as ResourceUse
  say(
    `  ${file.name} in ${seconds.toFixed(1)} s: serving ${Math.round(taken.peak)} MB, beside ${Math.round(taken.workerMb)} MB, event loop p99 ${taken.delayP99} ms, longest ${taken.delayMost} ms`,
  )
  return taken
}
