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
  look(styles, findCssProblem)
  return problems
}

/** Liquid ends its messages with the position: "unexpected token, line:2, col:5". */
function lineAndReason(problem: string): FieldProblem {
  const [, line = '1'] = /line:(\d+)/.exec(problem) ?? []
  return {
    line: Number(line),
    reason: problem
      .split(/,? line:\d/, 1)
      .join('')
      .slice(0, 200),
  }
}

parentPort?.on('message', (task: RenderTask) => {
  try {
    tell({ result: run(task) })
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) })
  }
})
tell({ ready: true })
