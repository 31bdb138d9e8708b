import { setTimeout as later } from 'node:timers/promises'

const slots = 6
/** Two are left for shops that come later: one that is alone with servers that hardly answer shall not have taken all. */
const mostOfShop = 4
/** Something new is taken for this long, by the wall clock. */
const takeMs = 10_000
/** What becomes due is looked for while slots are free. */
const pollMs = 1_000

/** What is under way, for whoever takes more. */
export interface SlotState {
  /** So many more may be taken. */
  free: number
  /** By shop. */
  held: ReadonlyMap<string, number>
  /** So many a shop may have under way. */
  most: number
  /** Whether one is under way of those that are taken one at a time. */
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
  /** In milliseconds; ten seconds unless given. */
  takesFor?: number
}

/**
 * Takes and does one piece after another, several at a time, until nothing is left to take, its time is over or the process stops. A slot that
 * is free is filled at once: servers that take their time hold up what they have, and not what waits beside it. Then it waits for what is
 * under way, and goes on for those shops that are not waited for.
 * @throws what taking or doing threw first, once all the others are done
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
    // What has ended since may have kept something from being taken.
    if (underWay.size === 0 && (!goesOn || before.length === 0)) break
    await waitForAny([...underWay.values()], goesOn && underWay.size < slots)
  }
  if (failures.length > 0) throw failures[0]
}

/** A shop whose late pieces are waited for has no slot to fill. */
function readSlotState(underWay: readonly SlotItem[], late: readonly SlotItem[]): SlotState {
  const held = new Map<string, number>()
  for (const { shopId } of underWay) held.set(shopId, (held.get(shopId) ?? 0) + 1)
  for (const { shopId } of late) held.set(shopId, mostOfShop)
  return { free: slots - underWay.length, held, most: mostOfShop, alone: underWay.some(({ alone }) => alone) }
}

/** Waits until one of them is done, or for a moment. */
async function waitForAny(works: readonly Promise<void>[], moment: boolean): Promise<void> {
  if (works.length === 0) return
  const over = new AbortController()
  const rest = moment ? [later(pollMs, undefined, { signal: over.signal }).catch(() => undefined)] : []
  await Promise.race([...works, ...rest])
  over.abort()
}
