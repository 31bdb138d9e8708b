import type { Ctx } from '../context.ts'

/** Whether a shop may choose the special fonts (spec 9): a flag that the operator sets. */
export const hasSpecialFonts = ({ flags }: Pick<Ctx['shop'], 'flags'>): boolean => (flags as { enableSpecialFonts?: unknown }).enableSpecialFonts === true
