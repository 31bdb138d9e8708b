import TestSequencer from '@jest/test-sequencer'

/** Suites that wait for processes and browsers, the longest first; one browser suite before all others, as it fills the demo that they copy. Jest knows how long a suite takes only where it ran before. */
const long = [
  /\/e2e\/shell\./,
  /\/kill\.test\.ts$/,
  /\/server\/bulk\/bulk\./,
  /\/scripts\/start\./,
  /\/e2e\//,
  /\/cli\.test\.ts$/,
  /\/sending\.test\.ts$/,
]
const rankOf = ({ path }) => {
  const rank = long.findIndex((pattern) => pattern.test(path))
  return rank < 0 ? long.length : rank
}

/** Long suites go first, so that none of them is what one core works at alone in the end; the others in Jest's order. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rankOf(a) - rankOf(b))
  }
}
