import TestSequencer from '@jest/test-sequencer'

/**
 * Suites that wait for processes and browsers, longest first. One browser suite goes before all, as it fills the demo
 * that the others copy. Jest only knows the duration of suites that have run here before.
 */
const long = [
  /\/e2e\/shell\./,
  /\/kill\.test\.ts$/,
  /\/reviews\/bulk\/bulk\./,
  /\/scripts\/start\./,
  /\/e2e\//,
  /\/cli\.test\.ts$/,
  /\/sending\.test\.ts$/,
]
const rankOf = ({ path }) => {
  const rank = long.findIndex((pattern) => pattern.test(path))
  return rank < 0 ? long.length : rank
}

/** Puts long suites first, so that none runs alone at the end. The others keep Jest's order. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rankOf(a) - rankOf(b))
  }
}
