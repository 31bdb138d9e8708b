import { tokens } from '../../../client/storefront/tokens.ts'

/** Colours and type of our mails, written out since mail programs know no variables. */
export const mailTheme = {
  paper: tokens.paper,
  card: tokens.card,
  ink: tokens.ink,
  muted: tokens.inkSoft,
  line: tokens.line,
  green: tokens.green,
  // Stars on paper have a contrast of 3:1 at least.
  amber: '#B87703',
  font: tokens.font.replaceAll('"', "'"),
} as const

/** What those become where the reader's mail program is dark. */
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
