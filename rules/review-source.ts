import { importApps } from './import-apps.ts'
import { REVIEW_SOURCES, type ReviewOrigin, type ReviewSource } from './review-status.ts'

/** How a shopper wrote a review: invited by email, on a page of the shop, or behind a QR code. */
export const CHANNELS = ['invited', 'page', 'qr'] as const
export type Channel = (typeof CHANNELS)[number]

/** Where a review comes from, as shoppers and merchants read it. */
export const PROVENANCES = [...CHANNELS, 'merchant', 'imported'] as const

export interface Provenance {
  kind: (typeof PROVENANCES)[number]
  /** The app or marketplace of an imported review; empty if unknown. */
  from: string
}

interface SourcedReview {
  origin: ReviewOrigin
  source: ReviewSource
  /** A channel, or the app that an imported review came from. Null for reviews from before it was stored. */
  channel: string | null
  hasOrder: boolean
}

export function findProvenance({ origin, source, channel, hasOrder }: SourcedReview): Provenance {
  if (origin === 'admin') return { kind: 'merchant', from: '' }
  if (origin === 'imported')
    return {
      kind: 'imported',
      from: source === 'imported' ? (importApps.find((app) => app === channel) ?? '') : REVIEW_SOURCES[source],
    }
  return { kind: CHANNELS.find((each) => each === channel) ?? (hasOrder ? 'invited' : 'page'), from: '' }
}
