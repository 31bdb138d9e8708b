// Checks counts per file against scripts/ratchet.json: long files, long functions, long sentences and riddles. Counts
// may only fall. `npm run ratchet` writes lower counts and never raises one.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './node.mjs'

const maxLines = 400
const maxFunctionLines = 60
const maxWords = 20

const list = 'scripts/ratchet.json'
const maxRiddles = 60

const code = /\.(ts|tsx|mjs|cjs|js)$/
const prose = /\.(md|css|sql|prisma|liquid|sh|graphql)$|^locales\/en\/messages\.po$/
const test = /\.test\.tsx?$|(^|\/)testing\/|^e2e\//
const table = /^rules\/(countries|languages|messages\/messages)\.ts$|\.words\.ts$|^server\/demo\/texts\//
/** Third-party texts, and the definition of the riddles. */
const left =
  /^bench\/peers\/|^docs\/specification\.md$|^scripts\/ratchet\.mjs$|\/admin-\d{4}-\d{2}\.graphql$|^prisma\/migrations\//

const riddle =
  /\b(who(ever)? (has|have|is|comes?|asks?|waits?|takes?|looks?) (gone|been|not|again|meanwhile|anew)|nobody|anybody|somebody|by (it|them)sel(f|ves)|comes? to have|is told|are told|was told|looked (up|at) anew|anew|meanwhile|in the midst|beside the one|what is beside|with a turn|their turn|takes? turns|stays? out|of our own making|as it were|whom)\b/gi

/**
 * Compares the project in `cwd` with the list. @throws Error naming files that got worse, or better without a new list
 */
export function checkRatchet(cwd) {
  const held = JSON.parse(readFileSync(join(cwd, list), 'utf8'))
  const now = measure(cwd)
  const problems = []
  for (const kind of Object.keys(now.counts)) {
    const files = new Set([...Object.keys(now.counts[kind]), ...Object.keys(held[kind] ?? {})])
    for (const file of files) {
      const [count, allowed] = [now.counts[kind][file] ?? 0, held[kind]?.[file] ?? 0]
      if (count > allowed)
        problems.push(`${file}: ${kind} ${count}, at most ${allowed} allowed${now.where(kind, file)}`)
      else if (count < allowed) problems.push(`${file}: ${kind} fell from ${allowed} to ${count}. Run: npm run ratchet`)
    }
  }
  if (now.riddles > maxRiddles) problems.push(`${now.riddles} riddles in all, at most ${maxRiddles} allowed`)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return sumUp(now)
}

/** Lowers the counts of the list to today's. @throws Error where a count has risen */
function lowerRatchet(cwd, { first = false } = {}) {
  const { counts } = measure(cwd)
  const held = first ? counts : JSON.parse(readFileSync(join(cwd, list), 'utf8'))
  const lowered = Object.fromEntries(
    Object.entries(counts).map(([kind, files]) => [
      kind,
      Object.fromEntries(
        Object.entries(files)
          .map(([file, count]) => [file, Math.min(count, held[kind]?.[file] ?? 0)])
          .filter(([, count]) => count > 0)
          .sort(),
      ),
    ]),
  )
  writeFileSync(join(cwd, list), `${JSON.stringify(lowered, null, 2)}\n`)
}

function sumUp({ counts, riddles }) {
  const sum = (kind) => Object.values(counts[kind]).reduce((total, count) => total + count, 0)
  return `${Object.keys(counts['lines']).length} long files, ${Object.keys(counts['lines of a function']).length} with long functions, ${sum('long sentences')} long sentences, ${riddles} riddles`
}

function measure(cwd) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: existsSync(join(cwd, '.git')) ? cwd : root,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const files = new Set(listed.split('\n').filter((file) => (code.test(file) || prose.test(file)) && !left.test(file)))
  for (const file of plantedIn(cwd)) files.add(file)
  const counts = { lines: {}, 'lines of a function': {}, 'long sentences': {}, riddles: {} }
  const found = new Map()
  let riddles = 0
  for (const file of files) {
    if (!existsSync(join(cwd, file))) continue
    const text = readFileSync(join(cwd, file), 'utf8')
    const note = (kind, count, where) => {
      if (count === 0) return
      counts[kind][file] = count
      found.set(`${kind} ${file}`, where)
    }
    const matches = text.match(riddle) ?? []
    riddles += matches.length
    note('riddles', matches.length, matches)
    if (!code.test(file)) continue
    const { lines, longest, sentences } = read(file, text)
    if (!test.test(file) && !table.test(file)) {
      if (lines > maxLines) note('lines', lines, [])
      if (longest > maxFunctionLines) note('lines of a function', longest, [])
    }
    note('long sentences', sentences.length, sentences)
  }
  return {
    counts,
    riddles,
    where: (kind, file) => (found.get(`${kind} ${file}`) ?? []).map((what) => `\n    ${what}`).join(''),
  }
}

/** Finds planted files by name, as a copy with planted faults has no index. */
function plantedIn(cwd) {
  return cwd === root
    ? []
    : execFileSync('find', ['server', 'rules', 'client', '-name', '*planted*'], { cwd, encoding: 'utf8' })
        .split('\n')
        .filter((file) => code.test(file))
}

function read(file, text) {
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  )
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line
  let longest = 0
  const titles = []
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body)
      longest = Math.max(longest, lineOf(node.getEnd()) - lineOf(node.getStart()) + 1)
    if (ts.isCallExpression(node) && /^(describe|test|it)\b/.test(node.expression.getText(source))) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  const sentences = [...commentsOf(source, text), ...titles]
    .flatMap(sentencesOf)
    .filter((sentence) => wordsOf(sentence) > maxWords)
  return { lines: text.split('\n').length - 1, longest, sentences }
}

/** Returns the comments of a source. Adjacent lines of `//` are one comment. */
function commentsOf(source, text) {
  const ranges = new Map()
  const collect = (node) => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ])
      ranges.set(range.pos, range)
    for (const child of node.getChildren(source)) collect(child)
  }
  collect(source)
  const comments = []
  let before
  for (const { pos, end, kind } of [...ranges.values()].sort((one, other) => one.pos - other.pos)) {
    const line = kind === ts.SyntaxKind.SingleLineCommentTrivia
    const words = text
      .slice(pos, end)
      .replace(/^\/\*+|\*+\/$|^\/\//g, '')
      .replace(/^\s*\* ?/gm, '')
    if (line && before?.line && /^\n[ \t]*$/.test(text.slice(before.end, pos)))
      comments[comments.length - 1] += `\n${words}`
    else comments.push(words)
    before = { line, end }
  }
  return comments
}

function sentencesOf(comment) {
  return comment
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/`[^`]*`/g, 'code')
    .split(/(?<=[.!?])\s+|\n\s*(?=[-@|])|\n\s*\n/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
}

const wordsOf = (sentence) => sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length

if (process.argv[1]?.endsWith('ratchet.mjs')) {
  lowerRatchet(root, { first: !existsSync(join(root, list)) })
  console.log(checkRatchet(root))
}
