import type { InstagramPost } from '../../../../../rules/settings/instagram-widget.ts'

const tones = [
  ['#d9c3a3', '#8a6a46'],
  ['#a9bca0', '#4d6a4a'],
  ['#c9b2ad', '#7d4f47'],
  ['#aebdc9', '#48637a'],
  ['#dcd0b4', '#94793b'],
  ['#b6a9bd', '#5f4d6b'],
  ['#c4c9ae', '#66703f'],
  ['#d8b7a0', '#96563a'],
] as const

/** Draws a hill in two tones, to show no real picture. */
const drawn = (ground: string, hill: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="${ground}" d="M0 0h40v40H0z"/><circle cx="28" cy="13" r="5" fill="#fff" opacity=".7"/><path fill="${hill}" d="M0 32 12 20l9 8 6-6 13 11v7H0z"/></svg>`)}`

/** Posts for the preview until the shop has its own. */
export const examplePosts: InstagramPost[] = tones.map(([ground, hill], index) => ({
  id: String(index),
  caption: '',
  permalink: '',
  isVideo: index === 2,
  image: drawn(ground, hill),
  postedAt: '',
  products: [],
}))
