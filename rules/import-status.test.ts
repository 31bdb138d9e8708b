import { expect, test } from '@jest/globals'
import { importRefusal, IMPORT_STATUSES, isDiscardable, type ImportAction } from './import-status.ts'

test.each<[ImportAction, object]>([
  ['recheck', { checking: 'importNotReady', checked: null, failed: 'importFailed', running: 'importStarted' }],
  ['start', { checking: 'importNotReady', checked: null, failed: 'importFailed', done: 'importStarted' }],
  ['pause', { checked: 'importNotRunning', running: null, paused: 'importNotRunning', done: 'importNotRunning' }],
  ['resume', { checked: 'importNotPaused', running: 'importNotPaused', paused: null, done: 'importNotPaused' }],
  ['cancel', { checked: 'importNotRunning', running: null, paused: null, done: 'importNotRunning' }],
  ['undo', { checked: 'importNothingToUndo', running: 'importNotEnded', paused: 'importNotEnded', done: null }],
  ['undo', { failed: null, cancelled: null, undoing: 'importUndone', undone: 'importUndone' }],
])('%s is allowed or refused by status', (action, wanted) => {
  const found = IMPORT_STATUSES.filter((status) => status in wanted).map((status) => [
    status,
    importRefusal(action, { status, imported: 1 }),
  ])
  expect(Object.fromEntries(found)).toEqual(wanted)
})

test('an import without reviews has nothing to undo', () => {
  expect(importRefusal('undo', { status: 'failed', imported: 0 })).toBe('importNothingToUndo')
})

test('only an import that never started can be discarded', () => {
  const discardable = (startedAt: Date | null) =>
    IMPORT_STATUSES.filter((status) => isDiscardable({ status, startedAt }))
  expect(discardable(null)).toEqual(['checking', 'checked', 'failed'])
  expect(discardable(new Date())).toEqual([])
})
