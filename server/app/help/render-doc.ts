import { readFile } from 'node:fs/promises'
import { Marked, type Tokens } from 'marked'
import { Html, html } from '../../core/html.ts'
import { shopperIcon } from '../../core/pages/page.ts'

const style = `
:root{color-scheme:light dark;--ink:#1f2321;--soft:#5c625f;--line:#dfe3e0;--paper:#fff;--shade:#f5f7f5;--link:#00664b}
@media(prefers-color-scheme:dark){:root{--ink:#e8ebe9;--soft:#a9b0ac;--line:#3a413d;--paper:#161a18;--shade:#1f2522;--link:#6fd6b4}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1.25rem 5rem}
nav{padding:.75rem 0;margin-bottom:1rem;border-bottom:1px solid var(--line);font-size:.95rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 1rem;text-wrap:balance}
h2{font-size:1.35rem;line-height:1.3;margin:2.5rem 0 .75rem}
h3{font-size:1.1rem;margin:2rem 0 .5rem}
a{color:var(--link)}
img{display:block;max-width:100%;height:auto;margin:1.5rem 0;border:1px solid var(--line);border-radius:12px}
.wide{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.95rem}
th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
code{padding:.1em .3em;border-radius:4px;background:var(--shade);font-size:.9em}
pre{padding:1rem;border-radius:8px;background:var(--shade);overflow-x:auto}
pre code{padding:0;background:none}
li{margin:.35rem 0}
`

/** As GitHub names headings, so that links work in both places. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

const markdown = new Marked({
  gfm: true,
  walkTokens(token) {
    if (token.type === 'link') token['href'] = (token as Tokens.Link).href.replace(/\.md(?=#|$)/, '')
  },
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>`
    },
    table(token) {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
      return `<div class="wide" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${rows}</tbody></table></div>`
    },
  },
})

/** Renders one of our Markdown files as a page. @throws ENOENT */
export async function renderDoc(file: URL): Promise<string> {
  const source = await readFile(file, 'utf8')
  const title = /^# (.+)$/m.exec(source)?.[1] ?? 'Help'
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Candor</title>
<link rel="icon" href="${shopperIcon}">
<style>${new Html(style)}</style>
</head>
<body><main>
<nav aria-label="Help"><a href="/help/merchants/README">All help</a></nav>
${new Html(await markdown.parse(source))}
</main></body>
</html>`.text
}
