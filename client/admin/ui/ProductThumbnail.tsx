import { useState } from 'react'

interface Props {
  image: string | null
  size?: number
}

/** A product's picture or a placeholder. Decorative: the product's name is always next to it. */
export function ProductThumbnail({ image, size = 32 }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  return image && image !== broken ? (
    <img
      className="c-thumb"
      src={image}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(image)}
    />
  ) : (
    <svg className="c-thumb" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path d="M8 22l5-6 4 4 3-3 4 5M11.5 11.5h.01" />
    </svg>
  )
}
