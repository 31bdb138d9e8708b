import { formatMessage } from '../../../rules/messages.ts'
import { SETTINGS } from '../../../rules/settings/settings.ts'
import { requireFeature, type Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { readParam, type Query } from '../../core/query-params.ts'
import { listBodyFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { readVersionedSetting, saveSetting, type SettingChange } from '../../shop/settings/settings.ts'
import { saveSettingPicture } from '../../core/rest/setting-picture.ts'
import { generateQrPng } from './qr-codes.ts'

const idOf = (value: unknown): string => {
  if (value === undefined || value === null || value === '') throw new InvalidInput({ productId: 'required' })
  if (typeof value !== 'string' && typeof value !== 'number') throw new InvalidInput({ productId: 'valueInvalid' })
  return String(value)
}

async function readDesign(ctx: Ctx, query: Query): Promise<object> {
  const productId = readParam(query, 'productId')
  return {
    ...(await readVersionedSetting(ctx, 'qr')),
    qrCode: productId ? (await generateQrPng(ctx, productId)).qrCode : '',
  }
}

/** REST routes for codes and their design (spec 7). A design can be sent back as read: its code is ignored. */
export const qrCodeRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/qrcodes-settings',
    run: async (ctx, { query }) => ({ success: true, data: await readDesign(ctx, query) }),
  },
  {
    method: 'PUT',
    path: '/qrcodes-settings',
    body: { ...listBodyFields(SETTINGS.qr.schema), qrCode: true, version: true },
    async run(ctx, { body, query }) {
      const { qrCode: _code, ...change } = body as SettingChange<'qr'> & { qrCode?: unknown }
      await saveSetting(ctx, 'qr', change)
      return { success: true, data: await readDesign(ctx, query), message: formatMessage('saved') }
    },
  },
  {
    method: 'POST',
    path: '/qrcodes',
    body: { productId: true },
    run: async (ctx, { body }) => ({
      success: true,
      data: await generateQrPng(ctx, idOf((body as { productId?: unknown }).productId)),
    }),
  },
  {
    method: 'POST',
    path: '/qrcodes/image',
    body: {},
    takesMedia: true,
    async run(ctx, request) {
      requireFeature(ctx, 'qrCode')
      return { success: true, data: { image: await saveSettingPicture(ctx, request) } }
    },
  },
]
