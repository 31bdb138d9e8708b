import { tokens } from '../../../client/storefront/tokens.ts'

/** Colours and fonts of our emails, as literals since mail programs lack CSS variables. */
export const mailTheme = {
  paper: tokens.paper,
  card: tokens.card,
  ink: tokens.ink,
  muted: tokens.inkSoft,
  line: tokens.line,
  green: tokens.green,
  // At least 3:1 contrast on paper.
  amber: '#B87703',
  font: tokens.font.replaceAll('"', "'"),
} as const

/** Replacements of those colours in dark mode. */
export const darkMailTheme = {
  paper: '#15130F',
  card: '#211E18',
  ink: '#F3EEE4',
  muted: '#B3AA9B',
  line: '#3A352C',
  green: '#7CC4A5',
  button: '#2C7A5D',
  amber: '#F0AE35',
} as const
