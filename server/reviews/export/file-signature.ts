import { createHash } from 'node:crypto'
import type { Signer } from '../../core/signing.ts'
import { yieldEvery } from '../../core/yield-every.ts'

const signaturePrefix = 'candor-signature:'

interface SignedContent {
  /** Version of the file format. */
  v: 1
  rows: number
  hash: string
}

/**
 * Signs a file by the texts of its cells, not its bytes. A program may save the same texts with other separators, line
 * ends, or as a workbook. Any changed, missing or added cell invalidates the signature.
 */
export class FileSignature {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(cells: readonly string[]): void {
    this.#hash.update(`${JSON.stringify(cells)}\n`)
    this.#rows++
  }

  /** Returns the first cell of the last row. */
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

export const isSignatureRow = (cells: readonly string[]): boolean => cells[0]?.startsWith(signaturePrefix) ?? false

/** Returns whether rows, including the header, are exactly as this installation wrote them. */
export async function hasValidSignature(
  signer: Signer,
  rows: AsyncIterable<readonly (readonly string[])[]>,
): Promise<boolean> {
  const seal = new FileSignature()
  let signature: string | undefined
  const pause = yieldEvery()
  for await (const some of rows) {
    await pause()
    for (const cells of some) {
      if (signature !== undefined) return false
      if (isSignatureRow(cells)) signature = cells[0]
      else seal.add(cells)
    }
  }
  return signature !== undefined && seal.matches(signer, signature)
}
