/** Enough for every language, and compared with all encodings within some milliseconds. */
const mostBytes = 8 * 1024
const longestLine = 1_024
const lineEnd = 0x0a

/** Collects the first lines with bytes outside ASCII, whatever the pieces of the file. */
export class LineSampler {
  readonly #lines: Buffer[] = []
  #bytes = 0
  #open: Buffer = Buffer.alloc(0)

  add(chunk: Uint8Array): void {
    let from = 0
    while (this.#bytes < mostBytes && from < chunk.length) {
      const found = chunk.indexOf(lineEnd, from)
      const end = found < 0 ? chunk.length : found
      if (this.#open.length < longestLine)
        this.#open = Buffer.concat([this.#open, chunk.subarray(from, Math.min(end, from + longestLine))])
      if (found >= 0) this.#endLine()
      from = end + 1
    }
  }

  lines(): Buffer[] {
    this.#endLine()
    return this.#lines
  }

  #endLine(): void {
    const line = this.#open.subarray(0, longestLine)
    this.#open = Buffer.alloc(0)
    if (!line.some((byte) => byte >= 0x80)) return
    this.#lines.push(line)
    this.#bytes += line.length
  }
}
