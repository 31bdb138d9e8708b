import { setImmediate } from 'node:timers/promises'

/** About so long may the work on a batch keep the event loop from whoever else waits for it. */
const yieldAfterMs = 4

/** The items one by one, with a turn for others every few milliseconds: a batch of rows keeps no shopper's page waiting. */
export async function* yieldOften<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let until = performance.now() + yieldAfterMs
  for (const item of items) {
    yield item
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + yieldAfterMs
  }
}

/** What `make` makes of each item, in as many turns as it takes. */
export async function mapYieldingOften<Item, Made>(
  items: readonly Item[],
  make: (item: Item, at: number) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  for await (const item of yieldOften(items)) made.push(make(item, made.length))
  return made
}
