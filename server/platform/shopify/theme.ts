import { z } from 'zod'
import { UpstreamFailed } from '../../core/errors.ts'
import type { PlatformPort, PlatformShop, ThemeValue } from '../platform.ts'
import type { AdminApi } from './admin-api.ts'
import {
  appInstallationDocument,
  publishedLocalesDocument,
  ratingsSetDocument,
  themeFilesDocument,
} from './documents.ts'

const localesData = z.object({ shopLocales: z.array(z.object({ locale: z.string(), primary: z.boolean() })) })
const installationData = z.object({ currentAppInstallation: z.object({ id: z.string() }) })
const setData = z.object({
  metafieldsSet: z
    .object({ userErrors: z.array(z.object({ elementIndex: z.number().nullable(), message: z.string() })) })
    .nullable(),
})
const filesData = z.object({
  themes: z
    .object({
      nodes: z.array(
        z.object({
          files: z
            .object({
              nodes: z.array(
                z.object({
                  filename: z.string(),
                  body: z.object({ content: z.string().optional(), contentBase64: z.string().optional() }),
                }),
              ),
            })
            .nullable(),
        }),
      ),
    })
    .nullable(),
})

/** Theme files with blocks. JSON section files are the theme's headers and footers. */
const filesWithBlocks = ['templates/*.json', 'sections/*.json', 'config/settings_data.json']
const mostFiles = 250

/**
 * Stores the theme app extension's values, and reads the live theme's blocks. Product values are metafields in the
 * namespace `$app`. Shop values are metafields of the app installation. Needs the scopes write_products, read_locales
 * and read_themes.
 */
export function shopifyTheme(
  api: AdminApi,
  apiKey: string,
): Pick<PlatformPort, 'publishedLocales' | 'setThemeValues' | 'themeFiles' | 'addToThemeUrl'> {
  // Not cached: a shop that reinstalls gets another id.
  const installationOf = async (shop: PlatformShop): Promise<string> =>
    (await api.run(shop, { document: appInstallationDocument, data: installationData })).currentAppInstallation.id
  return {
    async publishedLocales(shop) {
      const { shopLocales } = await api.run(shop, { document: publishedLocalesDocument, data: localesData })
      return shopLocales
        .toSorted((one, other) => Number(other.primary) - Number(one.primary))
        .map(({ locale }) => locale)
    },
    async setThemeValues(shop, values) {
      const installation = values.some(({ platformId }) => platformId === null) ? await installationOf(shop) : ''
      await set(
        api,
        shop,
        values.map((value) => ({ value, input: inputOf(value, installation) })),
      )
    },
    async themeFiles(shop) {
      const { themes } = await api.run(shop, {
        document: themeFilesDocument,
        variables: { filenames: filesWithBlocks, first: mostFiles },
        data: filesData,
      })
      return (themes?.nodes[0]?.files?.nodes ?? []).map(({ filename, body }) => ({
        name: filename,
        text: body.content ?? Buffer.from(body.contentBase64 ?? '', 'base64').toString(),
      }))
    },
    addToThemeUrl({ shopifyDomain }, { handle, template }) {
      const block = `${apiKey}/${handle}`
      const query =
        template === null
          ? { context: 'apps', activateAppId: block }
          : { template, addAppBlockId: block, target: 'newAppsSection' }
      return `https://${shopifyDomain}/admin/themes/current/editor?${new URLSearchParams(query).toString()}`
    },
  }
}

const inputOf = ({ platformId, key, json }: ThemeValue, installation: string) => ({
  ownerId: platformId === null ? installation : `gid://shopify/Product/${platformId}`,
  namespace: platformId === null ? 'candor' : '$app',
  key,
  type: 'json',
  value: json,
})

/** Sets all or none, as the platform does. Retries without refused products, which were deleted. */
async function set(
  api: AdminApi,
  shop: PlatformShop,
  values: readonly { value: ThemeValue; input: ReturnType<typeof inputOf> }[],
): Promise<void> {
  if (values.length === 0) return
  const { metafieldsSet } = await api.run(shop, {
    document: ratingsSetDocument,
    variables: { metafields: values.map(({ input }) => input) },
    data: setData,
  })
  const errors = metafieldsSet?.userErrors ?? []
  if (errors.length === 0) return
  const refused = new Set(
    errors.flatMap(({ elementIndex }) => (elementIndex === null ? [] : (values[elementIndex]?.value.platformId ?? []))),
  )
  if (refused.size === 0) throw new UpstreamFailed('upstreamFailed')
  await set(
    api,
    shop,
    values.filter(({ value }) => value.platformId === null || !refused.has(value.platformId)),
  )
}
