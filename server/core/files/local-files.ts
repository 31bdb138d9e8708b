import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dayMs } from '../../../rules/dates.ts'
import { requireKey } from './files.ts'
import type { FilePort } from './files.ts'

/** Unfinished files; no key begins with a dot. */
const partialFolder = '.half'
/** Longer than any process writes one file. */
const lostMs = dayMs

/** Deletes unfinished files of killed processes. */
export async function deletePartialFiles(folder: string): Promise<void> {
  const place = join(folder, partialFolder)
  for (const name of await readdir(place).catch(() => [])) {
    const path = join(place, name)
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > lostMs) await rm(path, { force: true })
  }
}

/** Stores files in a local folder. The content type is beside each file, in `<key>.type`; keys have no dots. */
export function openLocalFiles(folder: string, mediaUrl: string): FilePort {
  const place = (key: string) => {
    requireKey(key)
    return join(folder, key)
  }
  const about: FilePort['about'] = async (key) => {
    const path = place(key)
    try {
      const { size } = await stat(path)
      return { size, contentType: await readFile(`${path}.type`, 'utf8') }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  return {
    async put(key, content, { contentType }) {
      const path = place(key)
      await mkdir(dirname(path), { recursive: true })
      const half = join(folder, partialFolder, randomUUID())
      await mkdir(dirname(half), { recursive: true })
      try {
        await pipeline(content instanceof Readable ? content : Readable.from([content]), createWriteStream(half))
        // Writes the type first, so that a file never lacks one.
        await writeFile(`${path}.type`, contentType)
        await rename(half, path)
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    async get(key, range) {
      const known = await about(key)
      return known && { ...known, stream: createReadStream(place(key), range) }
    },
    about,
    async delete(key) {
      const path = place(key)
      await rm(path, { force: true })
      await rm(`${path}.type`, { force: true })
    },
    async deleteFolder(name) {
      await rm(place(name), { recursive: true, force: true })
    },
    url(key) {
      requireKey(key)
      return `${mediaUrl}/${key}`
    },
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
