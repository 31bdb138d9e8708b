// Runs a command that must not outlive its starter; the IPC channel ends with the starter. An orphaned installation
// would write into node_modules during the next one.
import { spawn } from 'node:child_process'

const [file, ...args] = process.argv.slice(2)
const child = spawn(file, args, { stdio: 'inherit' })
process.on('disconnect', () => child.kill('SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'))
child.on('error', (error) => {
  console.error(error.message)
  process.exit(127)
})
child.on('exit', (code) => process.exit(code ?? 1))
