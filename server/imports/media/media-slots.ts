import { setTimeout as later } from 'node:timers/promises'

const slots = 6
/** Leaves two slots for other shops, in case one shop's servers hardly respond. */
const mostOfShop = 4
/** Time to claim new work, by the wall clock. */
const takeMs = 10_000
/** Interval to look for due work while slots are free. */
const pollMs = 1_000

/** Work in progress, for the next claim. */
export interface SlotState {
  free: number
  /** Work in progress by shop. */
  held: ReadonlyMap<string, number>
  most: number
  /** Whether an item that must run alone is in progress. */
  alone: boolean
}

interface SlotItem {
  shopId: string
  alone: boolean
}

interface SlotWork<P extends SlotItem> {
  take(hand: SlotState): Promise<readonly P[]>
  work(piece: P): Promise<void>
  stopping: AbortSignal
  /** Milliseconds; ten seconds by default. */
  takesFor?: number
}

/**
 * Claims and runs items, several at a time, until none is left, the time is over or the process stops. Fills a free
 * slot at once, so slow servers block only their own items. At the end it waits for items in progress. Shops without
 * late items continue during that wait.
 * @throws the first error of claiming or running, after all items end
 */
export async function runInSlots<P extends SlotItem>({
  take,
  work,
  stopping,
  takesFor = takeMs,
}: SlotWork<P>): Promise<void> {
  const underWay = new Map<P, Promise<void>>()
  const failures: unknown[] = []
  const end = performance.now() + takesFor
  let late: readonly P[] | undefined
  for (;;) {
    if (performance.now() >= end) late = (late ?? [...underWay.keys()]).filter((piece) => underWay.has(piece))
    const goesOn = late?.length !== 0 && failures.length === 0 && !stopping.aborted
    const before = [...underWay.keys()]
    const taken =
      goesOn && before.length < slots
        ? await take(readSlotState(before, late ?? [])).catch((error: unknown) => (failures.push(error), []))
        : []
    for (const piece of taken)
      underWay.set(
        piece,
        work(piece)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => underWay.delete(piece)),
      )
    // An item that ended since may have blocked a claim.
    if (underWay.size === 0 && (!goesOn || before.length === 0)) break
    await waitForAny([...underWay.values()], goesOn && underWay.size < slots)
  }
  if (failures.length > 0) throw failures[0]
}

/** Shops with late items get no free slot. */
function readSlotState(underWay: readonly SlotItem[], late: readonly SlotItem[]): SlotState {
  const held = new Map<string, number>()
  for (const { shopId } of underWay) held.set(shopId, (held.get(shopId) ?? 0) + 1)
  for (const { shopId } of late) held.set(shopId, mostOfShop)
  return { free: slots - underWay.length, held, most: mostOfShop, alone: underWay.some(({ alone }) => alone) }
}

async function waitForAny(works: readonly Promise<void>[], moment: boolean): Promise<void> {
  if (works.length === 0) return
  const over = new AbortController()
  const rest = moment ? [later(pollMs, undefined, { signal: over.signal }).catch(() => undefined)] : []
  await Promise.race([...works, ...rest])
  over.abort()
}
