import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fontFiles } from '../../client/storefront/widgets/fonts.ts'

const sources = new Map(fontFiles().map(({ name, source }) => [name, source]))

/** Returns the bytes of a font's file; null for a name that Candor doesn't serve. */
export async function readFont(name: string): Promise<Buffer | null> {
  const source = sources.get(name)
  return source === undefined ? null : readFile(fileURLToPath(import.meta.resolve(source)))
}
