import { readFileSync } from 'node:fs'

const sample = readFileSync(new URL('./demo-reviews.csv', import.meta.url), 'utf8')

/**
 * Returns `/demo/files/judgeme.csv`, a sample export to try. Like real exports it has several languages,
 * duplicates, unknown products, bad rows and HTML characters. Its products are those of server/demo/catalog/catalog.ts.
 * @param origin where the demo's pictures are served, without a trailing slash
 */
export const demoJudgemeCsv = (origin: string): string => sample.replaceAll('{origin}', origin)
