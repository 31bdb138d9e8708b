import { setImmediate } from 'node:timers/promises'

const yieldAfterMs = 4

/** Yields the items and gives way to the event loop every 4 ms, so that batches don't delay shoppers' requests. */
export async function* yieldOften<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let until = performance.now() + yieldAfterMs
  for (const item of items) {
    yield item
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + yieldAfterMs
  }
}

export async function mapYieldingOften<Item, Made>(
  items: readonly Item[],
  make: (item: Item, at: number) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  for await (const item of yieldOften(items)) made.push(make(item, made.length))
  return made
}
