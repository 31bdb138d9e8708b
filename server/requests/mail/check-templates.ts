import type { Locale } from '../../../rules/locales.ts'
import { EMAIL_TEMPLATE_TYPES, type EmailTemplates } from '../../../rules/settings/email-templates.ts'
import type { PushSettings } from '../../../rules/settings/push-owl.ts'
import { InvalidInput, type Problem } from '../../core/errors.ts'
import { findCssProblem } from './custom-css.ts'
import { findTemplateProblem } from './merchant-template.ts'

/** Refuses changed templates that can't be rendered. @throws InvalidInput with line and reason for each field */
export function requireValidTemplates(before: EmailTemplates, after: EmailTemplates): void {
  const problems: Record<string, Problem> = {}
  for (const key of Object.values(EMAIL_TEMPLATE_TYPES)) {
    const [old, template] = [before[key], after[key]]
    const check = (path: string, [was, now]: readonly [string, string]) => {
      const problem = now && now !== was ? findTemplateProblem(now) : null
      if (problem) problems[`${key}.${path}`] = { code: 'templateBroken', params: lineAndReason(problem) }
    }
    for (const field of ['subject', 'preheader', 'content'] as const) {
      check(field, [old[field], template[field]])
      for (const locale of Object.keys(template.texts) as Locale[])
        check(`texts.${locale}.${field}`, [old.texts[locale][field], template.texts[locale][field]])
    }
    const css = template.customCss === old.customCss ? null : findCssProblem(template.customCss)
    if (css) problems[`${key}.customCss`] = { code: 'templateBroken', params: css }
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
}

/** Refuses changed push texts that can't be rendered. @throws InvalidInput with line and reason for each field */
export function requireValidPushTexts(before: PushSettings, after: PushSettings): void {
  const problems: Record<string, Problem> = {}
  for (const key of ['reviewReminder', 'photoReminder'] as const) {
    for (const field of ['title', 'message'] as const) {
      const problem =
        after[key][field] && after[key][field] !== before[key][field] ? findTemplateProblem(after[key][field]) : null
      if (problem) problems[`${key}.${field}`] = { code: 'templateBroken', params: lineAndReason(problem) }
    }
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
}

/** Liquid ends its messages with the position: "unexpected token, line:2, col:5". */
function lineAndReason(problem: string): { line: number; reason: string } {
  const [, line = '1'] = /line:(\d+)/.exec(problem) ?? []
  return { line: Number(line), reason: problem.replace(/,? line:\d+.*$/s, '').slice(0, 200) }
}
