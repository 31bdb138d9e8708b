import { setImmediate } from 'node:timers/promises'

/**
 * Returns a function to await for each item of a loop. It gives way to the event loop every `ms`, so that a batch in
 * memory does not delay shoppers' requests.
 */
export function yieldEvery(ms = 4): () => Promise<void> | undefined {
  let until = performance.now() + ms
  return () => {
    if (performance.now() < until) return undefined
    return setImmediate().then(() => void (until = performance.now() + ms))
  }
}

/** Maps items and gives way to the event loop every 4 ms. */
export async function mapYielding<Item, Made>(
  items: readonly Item[],
  make: (item: Item, at: number) => Made,
): Promise<Made[]> {
  const pause = yieldEvery()
  const made: Made[] = []
  for (const item of items) {
    await pause()
    made.push(make(item, made.length))
  }
  return made
}
