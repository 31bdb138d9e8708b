import type { Locale } from '../../../rules/locales.ts'
import { findBlockText } from '../../../rules/settings/email-blocks.ts'
import { EMAIL_TEMPLATE_TYPES, type EmailTemplates, type EmailTexts } from '../../../rules/settings/email-templates.ts'
import { listMergeFields, MERGE_FIELDS } from '../../../rules/merge-fields.ts'
import type { PushSettings } from '../../../rules/settings/push-owl.ts'
import { InvalidInput, type Problem } from '../../core/errors.ts'
import { renderInThread, RenderStopped } from './render-pool.ts'
import type { CheckedTemplate } from './render-task.ts'

/** Refuses changed templates that can't be rendered. @throws InvalidInput with line and reason for each field */
export async function requireValidTemplates(
  shopId: string,
  before: EmailTemplates,
  after: EmailTemplates,
): Promise<void> {
  const templates: Record<string, CheckedTemplate> = {}
  const styles: Record<string, string> = {}
  for (const key of Object.values(EMAIL_TEMPLATE_TYPES)) {
    const [old, template] = [before[key], after[key]]
    const check = (path: string, [was, now]: readonly [string, string]) => {
      if (now && now !== was) templates[`${key}.${path}`] = { text: now, fields: listMergeFields(key) }
    }
    const checkBlocks = (path: string, [was, now]: readonly [EmailTexts, EmailTexts]) => {
      for (const each of now.blockTexts)
        check(`${path}blockTexts.${each.key}`, [findBlockText(was.blockTexts, each.key), each.text])
    }
    checkBlocks('', [old, template])
    for (const locale of Object.keys(template.texts) as Locale[])
      checkBlocks(`texts.${locale}.`, [old.texts[locale], template.texts[locale]])
    for (const field of ['subject', 'preheader', 'content'] as const) {
      check(field, [old[field], template[field]])
      for (const locale of Object.keys(template.texts) as Locale[])
        check(`texts.${locale}.${field}`, [old.texts[locale][field], template.texts[locale][field]])
    }
    if (template.customCss && template.customCss !== old.customCss) styles[`${key}.customCss`] = template.customCss
  }
  await requireRenderable(shopId, templates, styles)
}

/** Refuses changed push texts that can't be rendered. @throws InvalidInput with line and reason for each field */
export async function requireValidPushTexts(shopId: string, before: PushSettings, after: PushSettings): Promise<void> {
  const templates: Record<string, CheckedTemplate> = {}
  for (const key of ['reviewReminder', 'photoReminder'] as const)
    for (const field of ['title', 'message'] as const)
      if (after[key][field] && after[key][field] !== before[key][field])
        templates[`${key}.${field}`] = { text: after[key][field], fields: MERGE_FIELDS }
  await requireRenderable(shopId, templates, {})
}

async function requireRenderable(
  shopId: string,
  templates: Record<string, CheckedTemplate>,
  styles: Record<string, string>,
): Promise<void> {
  if (Object.keys(templates).length + Object.keys(styles).length === 0) return
  const found = await renderInThread(shopId, { kind: 'check', templates, styles }).catch((error: unknown) => {
    if (!(error instanceof RenderStopped)) throw error
    throw new InvalidInput({ [error.field ?? Object.keys(templates)[0] ?? 'customCss']: 'templateTooSlow' })
  })
  const problems = Object.entries(found).map(([field, { line, reason, unknown }]): [string, Problem] => [
    field,
    unknown
      ? { code: 'templateFieldUnknown', params: { line, name: unknown.name.slice(0, 100), closest: unknown.closest } }
      : { code: 'templateBroken', params: { line, reason } },
  ])
  if (problems.length > 0) throw new InvalidInput(Object.fromEntries(problems))
}
