import { z } from 'zod'
import {
  EMAIL_TEMPLATE_TYPES,
  EMAIL_TEMPLATES,
  isEmailTemplateType,
  type EmailTemplateType,
} from '../../../rules/settings/email-templates.ts'
import { NotFound, parse } from '../../core/errors.ts'
import { joinFields } from '../../core/rest/body-fields.ts'
import type { RestRequest, RestRoute } from '../../core/rest/route.ts'
import { emptyBody } from '../../core/rest/shapes.ts'
import { saveSettingPicture } from '../../core/rest/setting-picture.ts'
import { previewEmail, sendTestEmail, type PreviewInput } from './templates.ts'

function typeOf({ params: { type = '' } }: RestRequest): EmailTemplateType {
  if (!isEmailTemplateType(type)) throw new NotFound()
  return type
}

const draftFields = joinFields(...Object.values(EMAIL_TEMPLATES.schema.shape)).partial()
const view = z.object({
  locale: z.string({ error: 'valueInvalid' }).optional(),
  products: z.number({ error: 'mustBeDigits' }).int().optional(),
})

const previewBody = joinFields(draftFields, view)
const testBody = previewBody.extend({ to: z.string() })

/** Reads the email to preview, and the unsaved fields of its template. */
function shownOf(request: RestRequest, body: unknown): Omit<PreviewInput, 'branding'> {
  const type = typeOf(request)
  const { locale, products, ...draft } = (body ?? {}) as Record<string, unknown>
  const seen = parse(view, { ...(locale !== undefined && { locale }), ...(products !== undefined && { products }) })
  return {
    type,
    draft: { [EMAIL_TEMPLATE_TYPES[type]]: draft },
    ...(seen.locale && { locale: seen.locale }),
    ...(seen.products && { products: seen.products }),
  }
}

export const emailRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/emails/:type/preview',
    summary: 'Preview an email',
    answer: { body: z.looseObject({ subject: z.string(), html: z.string(), text: z.string() }) },
    body: previewBody,
    run: (ctx, request) => previewEmail(ctx, shownOf(request, request.body)),
  },
  {
    method: 'POST',
    path: '/emails/image',
    summary: 'Upload a picture for an email',
    answer: { data: z.object({ image: z.string() }) },
    body: emptyBody,
    takesMedia: true,
    run: async (ctx, request) => ({
      success: true,
      data: { image: `${ctx.origin}${await saveSettingPicture(ctx, request)}` },
    }),
  },
  {
    method: 'POST',
    path: '/emails/:type/test',
    summary: 'Send a test email',
    description: 'At most 25 in 24 hours.',
    answer: { body: z.looseObject({ success: z.literal(true), message: z.string() }) },
    body: testBody,
    async run(ctx, request) {
      const { to, ...shown } = (request.body ?? {}) as Record<string, unknown>
      return { success: true, ...(await sendTestEmail(ctx, { ...shownOf(request, shown), to })) }
    },
  },
]
