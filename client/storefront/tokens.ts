/** Values of tokens.css for emails, pictures and the default preset, which can't use custom properties. */
export const tokens = {
  paper: '#FAF7F1',
  paperDeep: '#F2ECE0',
  card: '#FFFFFF',
  ink: '#1E1B16',
  inkSoft: '#655E53',
  line: '#E4DCCD',
  green: '#1F5B45',
  greenDeep: '#164433',
  greenSoft: '#E3EDE7',
  amber: '#D98E04',
  amberText: '#9A6200',
  red: '#A3301F',
  redSoft: '#F8E7E2',
  font: '"Seravek","Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",source-sans-pro,sans-serif',
} as const
