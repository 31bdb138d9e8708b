import type { PlatformOrder, PlatformProduct, PlatformShop } from './platform.ts'

/** Reads all of a shop's products or orders: the platform writes a file, which is streamed from any position. */
export interface BulkPort {
  /** Starts writing a file and returns the operation's id. @throws UpstreamFailed, also while too many run */
  start(shop: PlatformShop, request: BulkRequest): Promise<string>
  state(shop: PlatformShop, operationId: string): Promise<BulkState>
  /**
   * Reads a finished file from a position of an earlier batch. 0 starts.
   * @throws UpstreamFailed for a file that is cut off or gone
   */
  read(file: BulkFile, position: number): AsyncIterable<BulkBatch>
}

export interface BulkRequest {
  kind: BulkKind
  /** Products changed, or orders placed, since then; null: all. */
  since: Date | null
}

export type BulkKind = 'products' | 'orders'

export type BulkState =
  | { status: 'running'; records: number }
  | { status: 'completed'; records: number; /** Null: the shop has none. */ url: string | null; bytes: number }
  | { status: 'failed'; reason: 'upstreamFailed' | 'accessRefused' }

export interface BulkFile {
  kind: BulkKind
  url: string
  bytes: number
  /** Currency of prices. */
  currency: string
}

export interface BulkBatch {
  products: PlatformProduct[]
  orders: PlatformOrder[]
  /** Byte position behind the batch. */
  position: number
}
