import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files beside tests that one folder may hold. */
const mostFiles = 20
/** `rules`, `bench` and `scripts` are flat on purpose: one file for each rule, figure and command. */
const parts = ['client', 'e2e', 'server']
const made = new Set(['generated', '__generated__'])
const test = /\.test\.tsx?$/

/** Returns a sentence for each folder that holds more files than a reader can overlook. */
export function folderProblems(cwd) {
  return parts.flatMap((part) => crowdedFolders(cwd, part))
}

function crowdedFolders(cwd, folder) {
  const entries = readdirSync(join(cwd, folder), { withFileTypes: true }).filter(({ name }) => !made.has(name))
  const files = entries.filter((entry) => entry.isFile() && !test.test(entry.name)).length
  const here = files > mostFiles ? [`${folder} has ${files} files beside tests, at most ${mostFiles} allowed. Move some to a folder whose name says what they are.`] : []
  return [...here, ...entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => crowdedFolders(cwd, `${folder}/${name}`))]
}
