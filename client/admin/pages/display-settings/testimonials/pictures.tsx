import type { TestimonialLayout } from '../../../../../rules/settings/testimonials.ts'

/** Small drawings of the layouts. */
export const testimonialPictures: Readonly<Record<TestimonialLayout, React.ReactElement>> = {
  modern: (
    <svg viewBox="0 0 64 44" aria-hidden="true">
      <path d="M29 6h6M14 15h36M18 21h28M25 27h14" />
      <circle cx="32" cy="37" r="3.5" />
    </svg>
  ),
  alignment: (
    <svg viewBox="0 0 64 44" aria-hidden="true">
      <path d="M6 5v34M16 12h6M30 11h28M30 18h28M30 25h18" />
      <circle cx="33" cy="35" r="3.5" />
    </svg>
  ),
  elegant: (
    <svg viewBox="0 0 64 44" aria-hidden="true">
      <path d="M8 5h48M8 39h48M16 16h32M20 22h24M28 30h8" />
    </svg>
  ),
  multiple: (
    <svg viewBox="0 0 64 44" aria-hidden="true">
      <rect x="4" y="8" width="17" height="28" rx="3" />
      <rect x="24" y="8" width="17" height="28" rx="3" />
      <rect x="44" y="8" width="17" height="28" rx="3" />
    </svg>
  ),
}
