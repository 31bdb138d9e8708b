/** Colours and type of our mails; the same as client/storefront/tokens.css, since mail programs know no variables. */
export const look = {
  paper: '#FAF7F1',
  card: '#FFFFFF',
  ink: '#1E1B16',
  muted: '#655E53',
  line: '#E9E2D5',
  green: '#1F5B45',
  amber: '#D98E04',
  font: `'Seravek','Gill Sans Nova',Ubuntu,Calibri,'DejaVu Sans',source-sans-pro,sans-serif`,
} as const

/** What those become where the reader's mail program is dark. */
export const darkLook = {
  paper: '#15130F',
  card: '#211E18',
  ink: '#F3EEE4',
  muted: '#B3AA9B',
  line: '#3A352C',
  green: '#7CC4A5',
  button: '#2C7A5D',
  amber: '#F0AE35',
} as const
