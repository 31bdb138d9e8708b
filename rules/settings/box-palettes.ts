/** Matching colors. New shops have `paper`. */
export const BOX_PALETTES = {
  paper: {
    star: '#d98e04',
    emptyStar: '#ddd5c6',
    text: '#1e1b16',
    mutedText: '#6a6255',
    background: '#ffffff',
    border: '#e8e1d4',
    button: '#1f5b45',
    buttonText: '#ffffff',
    verified: '#1f5b45',
  },
  plain: {
    star: '#111111',
    emptyStar: '#d9d9d9',
    text: '#111111',
    mutedText: '#5c5c5c',
    background: '#ffffff',
    border: '#e4e4e4',
    button: '#111111',
    buttonText: '#ffffff',
    verified: '#2b6047',
  },
  night: {
    star: '#f0ae35',
    emptyStar: '#4a4438',
    text: '#f3eee4',
    mutedText: '#b3aa9b',
    background: '#211e18',
    border: '#3a352c',
    button: '#7cc4a5',
    buttonText: '#10241b',
    verified: '#7cc4a5',
  },
  sea: {
    star: '#c9731a',
    emptyStar: '#d3dde3',
    text: '#12262f',
    mutedText: '#4d626d',
    background: '#f4f8fa',
    border: '#d9e4ea',
    button: '#1c4f68',
    buttonText: '#ffffff',
    verified: '#1c4f68',
  },
} as const

type BoxPalette = keyof typeof BOX_PALETTES

/** Values of `preset`: a palette, or the document's own `colours`. */
export const BOX_PRESETS = ['custom', 'paper', 'plain', 'night', 'sea'] as const satisfies readonly (
  BoxPalette | 'custom'
)[]
