import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { isMessageCode } from '../../rules/messages.ts'
import { InvalidInput } from '../core/errors.ts'
import { addFacts, noFacts, chooseParseOptions } from '../imports/checking/file-facts.ts'
import { readRows } from '../imports/checking/place-rows.ts'
import { inspectUpload, type Upload } from '../imports/files/import-file.ts'
import { openRecords } from '../imports/files/open-records.ts'
import { openReader, splitIntoChunks } from '../imports/files/record-chunks.ts'
import { makeSigner } from '../core/signing.ts'

const signer = makeSigner('the-secret-of-a-reader-without-a-shop')

export interface ReadUpload {
  rows: number
  bad: number
}

/**
 * Reads an upload like the check, without a shop. It detects the type, stores the file at `path`, reads its facts and
 * then its rows.
 * @throws InvalidInput
 */
export async function readUpload(
  upload: Pick<Upload, 'name' | 'bytes' | 'unlimited'>,
  path: string,
): Promise<ReadUpload> {
  const { format, content } = await inspectUpload({ signer }, upload)
  await writeFile(path, content())
  const read = { ...format, ...(upload.unlimited && { unlimited: true }) }
  const reader = openReader(format)
  const facts = noFacts()
  for await (const some of (await openRecords(createReadStream(path), read)).records) addFacts(facts, reader, some)
  const reading = chooseParseOptions(facts, new Map(), new Date())
  const { records } = await openRecords(createReadStream(path), read)
  const found: ReadUpload = { rows: 0, bad: 0 }
  for await (const batch of splitIntoChunks(records)) {
    const { rows, problems } = await readRows(reader, batch, reading)
    found.rows += rows.length
    found.bad += problems.length
  }
  return found
}

/** Returns the outcome of a reading in a word or two; `fault` if the merchant gets no message. */
export async function readingOutcome(reading: Promise<ReadUpload>): Promise<{ outcome: string; fault: boolean }> {
  try {
    const { rows, bad } = await reading
    return { outcome: `read ${rows} rows, ${bad} faults`, fault: false }
  } catch (error) {
    const isExplained = error instanceof InvalidInput && isMessageCode(error.code) && error.message !== ''
    return isExplained ? { outcome: error.code, fault: false } : { outcome: String(error), fault: true }
  }
}
