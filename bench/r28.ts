import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBounceMail } from '../server/requests/bounces/dsn.ts'
import { emptyVerdict, recordPlanted } from '../server/testing/checks/verdict.ts'
import type { PromiseBench } from './bench.ts'

/** Share of the hard bounces that must be recognized: 140 of 155. */
const leastRecognized = 140 / 155

interface Row {
  file: string
  /** `hard`, `soft`, or a class that is not counted. */
  kind: string
  reason: string
}

type Read = { kind: string; detail: string } | null

/** Reads lines of `file,class,reason` under a header. */
const readClasses = (path: string): Row[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [file = '', kind = '', reason = ''] = line.split(',')
      return { file, kind, reason }
    })

// Some carriers say this of a filter too; the corpus' authors know which. The server's words are all a reader has.
const saysUnknown =
  /unknown user|user unknown|no such user|recipient not found|mailbox unavailable|does(?: not|n't) (?:exist|have)/i

/** Returns why a verdict wrongly suppresses an address; null if it doesn't. */
function faultOf({ file, kind, reason }: Row, read: Read): string | null {
  if (kind !== 'soft' || read?.kind !== 'hard' || saysUnknown.test(read.detail)) return null
  return `${file} (${reason}) suppresses its recipient: ${read.detail.slice(0, 120)}`
}

const isShort = (recognized: number, hard: number): boolean => hard === 0 || recognized / hard < leastRecognized

/** Tests the detection with verdicts of a reader that believes every status 5.1.1, or recognizes nothing. */
function plantAll(verdict: ReturnType<typeof emptyVerdict>): void {
  for (const [reason, detail] of [
    ['blocked', '550 5.1.1 IP address blocked'],
    ['mailboxfull', '552 5.1.1 over quota'],
    ['rejected', '550 5.1.1 sender rejected'],
  ] as const) {
    const row = { file: 'planted', kind: 'soft', reason }
    recordPlanted(verdict, `a recipient suppressed for ${reason}`, faultOf(row, { kind: 'hard', detail }) !== null)
  }
  recordPlanted(verdict, 'a reader that recognizes 139 of 155', isShort(139, 155))
}

export const r28: PromiseBench = {
  id: 'R28',
  title:
    'real bounces of R28_MAILS (a folder) with the classes of R28_CLASSES (a CSV): at least 140 of 155 hard ones recognized, no recipient suppressed for another fault',
  async onPromise({ say }) {
    const verdict = emptyVerdict()
    plantAll(verdict)
    const { R28_MAILS: folder, R28_CLASSES: classes } = process.env
    if (!folder || !classes) {
      say('Set R28_MAILS and R28_CLASSES: see docs/benchmarks.md.')
      return verdict
    }
    const counts = new Map<string, number>()
    for (const row of readClasses(classes)) {
      const read = readBounceMail(readFileSync(join(folder, row.file)))
      const group = `${row.kind} read as ${read?.kind ?? 'nothing'}`
      counts.set(group, (counts.get(group) ?? 0) + 1)
      verdict.tried += 1
      const fault = faultOf(row, read)
      if (fault) verdict.found.push(fault)
      if (row.kind === 'hard' && read?.kind !== 'hard') say(`not recognized: ${row.file} (${row.reason})`)
    }
    for (const [group, count] of [...counts].sort()) say(`${String(count).padStart(4)} ${group}`)
    const recognized = counts.get('hard read as hard') ?? 0
    const hard = [...counts].reduce((sum, [group, count]) => sum + (group.startsWith('hard ') ? count : 0), 0)
    say(`${recognized} of ${hard} hard bounces recognized`)
    if (isShort(recognized, hard)) verdict.found.push(`only ${recognized} of ${hard} hard bounces were recognized`)
    return verdict
  },
}
