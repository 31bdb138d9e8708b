// Runs a program until standard input ends; on Windows, which has no shell for it.
import { spawn } from 'node:child_process'

const [, , command, ...args] = process.argv
const server = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
process.stdin.resume().on('end', () => server.kill('SIGINT'))
server.on('exit', (code) => process.exit(code ?? 1))
