const everyShop = 'all'

interface Mark {
  /** Position of the primary's log at the first read after the change. */
  position: Promise<string> | null
  sinceMs: number
}

export interface NeededPositions {
  /** Position for the shop, and for all shops; 0/0: none. */
  needed: readonly [string, string]
  /** When the oldest change that is not confirmed happened (wall clock); null: none. */
  sinceMs: number | null
  /** A standby has reached both positions: later reads need not ask. */
  confirm(): void
}

/**
 * Remembers which shops have changed, to keep reads from a standby that lacks the changes. Positions are read from the
 * primary by the first read after a change, so that writes cost nothing.
 */
export function makeWrittenPositions(readPosition: () => Promise<string>) {
  const marks = new Map<string, Mark>()
  const note = (shopId: string = everyShop): void => {
    marks.set(shopId, { position: null, sinceMs: Date.now() })
  }
  // A new process must not show less than its predecessor.
  note()

  async function positionOf(mark: Mark | undefined): Promise<string> {
    if (!mark) return '0/0'
    return (mark.position ??= readPosition().catch((error: unknown) => {
      mark.position = null
      throw error
    }))
  }

  return {
    /** Notes a change of a shop; without an id, of any shop. Call it after the commit. */
    note,
    /** Returns what a standby must have reached for a read of the shop; null when the primary doesn't answer. */
    async of(shopId: string): Promise<NeededPositions | null> {
      const found = [shopId, everyShop].map((key) => [key, marks.get(key)] as const)
      const positions = await Promise.all(found.map(([, mark]) => positionOf(mark))).catch(() => null)
      if (!positions) return null
      const [one = '0/0', all = '0/0'] = positions
      const times = found.flatMap(([, mark]) => (mark ? [mark.sinceMs] : []))
      return {
        needed: [one, all],
        sinceMs: times.length > 0 ? Math.min(...times) : null,
        confirm() {
          for (const [key, mark] of found) if (mark && marks.get(key) === mark) marks.delete(key)
        },
      }
    },
  }
}
