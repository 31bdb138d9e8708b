import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from '@jest/globals'
import { isComplete } from './install.mjs'

const wanted = {
  '': {},
  'node_modules/react': { version: '19.2.0' },
  'node_modules/fsevents': { version: '2.3.3', optional: true },
}

test('an installation is complete without optional packages and with further ones', () => {
  expect(isComplete(wanted, { 'node_modules/react': { version: '19.2.0' } })).toBe(true)
  expect(
    isComplete(wanted, { 'node_modules/react': { version: '19.2.0' }, 'node_modules/other': { version: '1.0.0' } }),
  ).toBe(true)
  expect(isComplete(wanted, { 'node_modules/react': { version: '18.0.0' } })).toBe(false)
  expect(isComplete(wanted, {})).toBe(false)
})

test('a running program is found until it ends', async () => {
  const { findRunning } = await import('./running.mjs')
  const code = `import('${import.meta.dirname}/running.mjs').then(({ markRunning }) => { markRunning(); console.log('up'); process.stdin.resume() })`
  const program = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(program.stdout, 'data')
  expect(findRunning()).toContain(String(program.pid))
  program.stdin.end()
  await once(program, 'exit')
  expect(findRunning()).not.toContain(String(program.pid))
})
