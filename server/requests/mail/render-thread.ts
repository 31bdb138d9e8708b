// Thread that renders what merchants wrote. render-pool.ts ends it when a task exceeds its deadline.
import { parentPort } from 'node:worker_threads'
import { findCssProblem, inlineStyles } from './custom-css.ts'
import { findTemplateProblem, findUnknownField, renderContent, renderSubject } from './merchant-template.ts'
import type { FieldProblem, RenderResults, RenderTask, ThreadMessage } from './render-task.ts'

const tell = (message: ThreadMessage) => parentPort?.postMessage(message)

function run(task: RenderTask): RenderResults[RenderTask['kind']] {
  if (task.kind === 'styles') return inlineStyles(task.document, task.css)
  if (task.kind === 'check') return check(task)
  const { lines, contents, fields } = task
  return {
    lines: renderEach(lines, (text) => renderSubject(text, fields)),
    contents: renderEach(contents, (text) => renderContent(text, fields)),
  }
}

const renderEach = (texts: Record<string, string>, render: (text: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text && render(text)]))

function check({ templates, styles }: Extract<RenderTask, { kind: 'check' }>): RenderResults['check'] {
  const problems: Record<string, FieldProblem> = {}
  const look = <Text>(texts: Record<string, Text>, find: (text: Text) => FieldProblem | null) => {
    for (const [field, text] of Object.entries(texts)) {
      tell({ field })
      const problem = find(text)
      if (problem) problems[field] = problem
    }
  }
  look(templates, ({ text, fields }) => {
    const problem = findTemplateProblem(text)
    if (problem !== null) return lineAndReason(problem)
    const unknown = findUnknownField(text, fields)
    return unknown && { line: unknown.line, reason: '', unknown }
  })
  look(styles, (css) => findCssProblem(css) ?? findInliningProblem(css))
  return problems
}

/** Says why styles can't be inlined: an email would leave without them. */
function findInliningProblem(css: string): FieldProblem | null {
  try {
    inlineStyles('<html><head></head><body><p>A <a class="unsubscribe" href="#">B</a></p></body></html>', css)
    return null
  } catch {
    return { line: 1, reason: 'email programs can’t use these styles' }
  }
}

/** Liquid ends its messages with the position: "unexpected token, line:2, col:5". */
function lineAndReason(problem: string): FieldProblem {
  const [, line = '1'] = /line:(\d+)/.exec(problem) ?? []
  const reason = problem
    .split(/,? line:\d/, 1)
    .join('')
    .slice(0, 200)
  return {
    line: Number(line),
    reason: plainReasons.reduce((text, [pattern, plain]) => text.replace(pattern, plain), reason),
  }
}

/** Liquid's own words for its limits, in ours. */
const plainReasons: readonly [RegExp, string][] = [
  [/^memory alloc limit.*/, 'this makes too much text'],
  [/^(?:parse length|template render) limit.*/, 'this takes too long'],
  [/^tag "([^"]*)" not found.*/, 'emails have no tag “$1”'],
  [/^undefined filter: (.*)/, 'emails have no filter “$1”'],
]

parentPort?.on('message', (task: RenderTask) => {
  try {
    tell({ result: run(task) })
  } catch (error) {
    const { line, reason } = lineAndReason(error instanceof Error ? error.message : String(error))
    tell({ error: reason, line })
  }
})
tell({ ready: true })
