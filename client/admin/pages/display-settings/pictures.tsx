import type { ReviewLayout, StarIcon } from '../../../../rules/settings/review-box.ts'

/** Small drawings of the layouts. */
export const layoutPictures: Readonly<Record<ReviewLayout, React.ReactElement>> = {
  list: (
    <svg viewBox="0 0 64 44" aria-hidden="true">
      <path d="M8 9h12M26 8h30M26 12h22M8 23h12M26 22h30M26 26h16M8 37h12M26 36h30M26 40h24" />
    </svg>
  ),
  grid: (
    <svg viewBox="0 0 64 44" aria-hidden="true">
      <rect x="6" y="5" width="16" height="15" rx="3" />
      <rect x="24" y="5" width="16" height="15" rx="3" />
      <rect x="42" y="5" width="16" height="15" rx="3" />
      <rect x="6" y="24" width="16" height="15" rx="3" />
      <rect x="24" y="24" width="16" height="15" rx="3" />
      <rect x="42" y="24" width="16" height="15" rx="3" />
    </svg>
  ),
  carousel: (
    <svg viewBox="0 0 64 44" aria-hidden="true">
      <rect x="-8" y="9" width="22" height="26" rx="3" />
      <rect x="18" y="9" width="28" height="26" rx="3" />
      <rect x="50" y="9" width="22" height="26" rx="3" />
    </svg>
  ),
}

/** Draws one icon like the widget (client/storefront/styles/common.css). */
export function starPicture(icon: StarIcon) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="c-tile-star">
      <path d={shapes[icon]} className={icon === 'roundedStar' ? 'c-tile-round' : undefined} />
    </svg>
  )
}

const shapes: Readonly<Record<StarIcon, string>> = {
  star: 'M12.0 1.3L14.9 9.0L23.0 9.3L16.6 14.4L18.8 22.3L12.0 17.8L5.2 22.3L7.4 14.4L1.0 9.3L9.1 9.0z',
  roundedStar: 'M12.0 4.3L14.6 9.3L20.2 10.2L16.2 14.3L17.1 19.9L12.0 17.3L6.9 19.9L7.8 14.3L3.8 10.2L9.4 9.3z',
  heart:
    'M12 21.500C5 16.7 1.8 12.9 1.8 8.800c0-3.1 2.4-5.5 5.4-5.5 1.9 0 3.7 1 4.8 2.6 1.1-1.6 2.9-2.6 4.8-2.6 3 0 5.4 2.4 5.4 5.5 0 4.1-3.2 7.9-10.2 12.700z',
  circle: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  thumb:
    'M2 10.500h4v11H2zM7.5 10.3 11.8 1.800c1.7 0 2.9 1.3 2.6 3L13.6 9h6.200c1.5 0 2.5 1.3 2.2 2.700l-1.7 8c-.2 1.1-1.1 1.8-2.2 1.800H7.500z',
}
