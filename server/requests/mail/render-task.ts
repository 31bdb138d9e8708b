import type { MergeFields } from './merchant-template.ts'

/** Problem of one field, for the merchant. */
export interface FieldProblem {
  line: number
  reason: string
}

/** Rendering of what a merchant wrote. Runs in a thread of its own, with a deadline. */
export type RenderTask =
  | { kind: 'texts'; lines: Record<string, string>; content: string; fields: MergeFields }
  | { kind: 'styles'; document: string; css: string }
  | { kind: 'check'; templates: Record<string, string>; styles: Record<string, string> }

export interface RenderResults {
  texts: { lines: Record<string, string>; content: string }
  styles: string
  check: Record<string, FieldProblem>
}

/** A thread's answers: ready for tasks, the field it works on, the result, or an error of the template. */
export type ThreadMessage =
  { ready: true } | { field: string } | { result: RenderResults[RenderTask['kind']] } | { error: string }
