import { Trans } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { contrast, readableContrast } from './contrast.ts'

/** Says where one of some pairs of text and background is hard to read. */
export function ContrastWarning({ pairs }: { pairs: readonly (readonly [front: string, back: string])[] }) {
  const isWeak = pairs.some(([front, back]) => (contrast(front, back) ?? readableContrast) < readableContrast)
  return isWeak && <Banner tone="warning"><Trans>The text is hard to read on this background. Make one of them darker or lighter.</Trans></Banner>
}
