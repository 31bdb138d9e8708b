import { THEME_BLOCKS, THEME_WIDGETS, type ThemeWidget } from '../../../rules/theme-blocks.ts'
import { parseThemeJson } from '../../../rules/theme-brand.ts'
import type { Ctx } from '../../core/context.ts'
import { UpstreamFailed } from '../../core/errors.ts'

export interface ThemePlacement {
  widget: ThemeWidget
  /** Whether the live theme supports app blocks; embeds work in every theme. Null if the platform didn't respond. */
  supportAppBlock: boolean | null
  /** Whether the block is in the live theme and switched on. */
  isPlaced: boolean | null
  /** The page where merchants add it. */
  addUrl: string
}

/** Returns for each widget whether the live theme shows it, and where to add it. */
export async function themePlacements(ctx: Ctx): Promise<ThemePlacement[]> {
  const files = await ctx.platform.themeFiles(ctx.shop).catch((error: unknown) => {
    if (error instanceof UpstreamFailed) return null
    throw error
  })
  const parsed = files?.map(({ text }) => parseThemeJson(text))
  const supportAppBlock = files ? files.some(({ name }) => name.startsWith('templates/')) : null
  return THEME_WIDGETS.map((widget) => ({
    widget,
    supportAppBlock,
    isPlaced: parsed ? parsed.some((file) => holdsBlock(file, THEME_BLOCKS[widget].handle)) : null,
    addUrl: ctx.platform.addToThemeUrl(ctx.shop, THEME_BLOCKS[widget]),
  }))
}

function holdsBlock(value: unknown, handle: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { type, disabled } = value as { type?: unknown; disabled?: unknown }
  // A disabled section hides everything within it.
  if (disabled === true) return false
  if (typeof type === 'string' && type.startsWith('shopify://apps/') && type.includes(`/blocks/${handle}/`)) return true
  return Object.values(value).some((each) => holdsBlock(each, handle))
}
