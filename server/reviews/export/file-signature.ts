import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Signer } from '../../core/signing.ts'

const signaturePrefix = 'candor-signature:'

interface SignedContent {
  /** Form of the file. */
  v: 1
  rows: number
  hash: string
}

/**
 * The signature of a file: over the texts of its cells, not over its bytes. A program that opens the file and writes the same
 * texts again (with other separators, line ends, as a workbook) keeps it; one changed, missing or added cell ends it.
 */
export class FileSignature {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(cells: readonly string[]): void {
    this.#hash.update(`${JSON.stringify(cells)}\n`)
    this.#rows++
  }

  /** What the first cell of the last row holds. */
  sign(signer: Signer): string {
    return `${signaturePrefix}${signer.sign('export-file', this.#content())}`
  }

  matches(signer: Signer, cell: string): boolean {
    const signed = signer.verify<SignedContent>('export-file', cell.slice(signaturePrefix.length))
    const { hash, rows } = this.#content()
    return signed?.v === 1 && signed.hash === hash && signed.rows === rows
  }

  #content(): SignedContent {
    return { v: 1, rows: this.#rows, hash: this.#hash.copy().digest('base64url') }
  }
}

/** Whether a row is the signature and no review. */
export const isSignatureRow = (cells: readonly string[]): boolean => cells[0]?.startsWith(signaturePrefix) ?? false

/** Whether rows, the header among them, are just as this installation wrote them. */
export async function hasValidSignature(
  signer: Signer,
  rows: AsyncIterable<readonly (readonly string[])[]>,
): Promise<boolean> {
  const seal = new FileSignature()
  let signature: string | undefined
  for await (const some of rows) {
    // Rows of a file in memory come without a pause: others have their turn between them.
    await setImmediate()
    for (const cells of some) {
      if (signature !== undefined) return false
      if (isSignatureRow(cells)) signature = cells[0]
      else seal.add(cells)
    }
  }
  return signature !== undefined && seal.matches(signer, signature)
}
