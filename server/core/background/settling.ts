import { LRUCache } from 'lru-cache'

/** Knows until when jobs wait, so that a flood of changes does not ask the queue each time. */
export class Settling {
  private readonly waitsUntil = new LRUCache<string, number>({ max: 10_000 })
  private readonly queueing = new Set<Promise<void>>()

  /**
   * Queues a job unless this process knows that one waits.
   * @param send returns until when the job waits, in wall-clock milliseconds; 0: unknown, as another process queued it
   */
  queue(key: string, send: () => Promise<number>): void {
    if ((this.waitsUntil.get(key) ?? 0) > Date.now()) return
    const queued = send().then((until) => {
      this.queueing.delete(queued)
      this.waitsUntil.set(key, until)
    })
    this.queueing.add(queued)
  }

  /** Resolves when all jobs so far are queued. */
  async queued(): Promise<void> {
    await Promise.all(this.queueing)
  }
}
