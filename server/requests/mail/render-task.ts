import type { MergeField } from '../../../rules/merge-fields.ts'
import type { MergeFields } from './merchant-template.ts'

/** Problem of one field, for the merchant. */
export interface FieldProblem {
  line: number
  reason: string
  /** A merge field that no email fills, and the closest known one. */
  unknown?: { name: string; closest: string }
}

/** Text of a field, and the merge fields that it may name. */
export interface CheckedTemplate {
  text: string
  fields: readonly MergeField[]
}

/** Rendering of what a merchant wrote. Runs in a thread of its own, with a deadline. */
export type RenderTask =
  | { kind: 'texts'; lines: Record<string, string>; contents: Record<string, string>; fields: MergeFields }
  | { kind: 'styles'; document: string; css: string }
  | { kind: 'check'; templates: Record<string, CheckedTemplate>; styles: Record<string, string> }

export interface RenderResults {
  texts: { lines: Record<string, string>; contents: Record<string, string> }
  styles: string
  check: Record<string, FieldProblem>
}

/** A thread's answers: ready for tasks, the field it works on, the result, or an error of the template. */
export type ThreadMessage =
  { ready: true } | { field: string } | { result: RenderResults[RenderTask['kind']] } | { error: string; line: number }
