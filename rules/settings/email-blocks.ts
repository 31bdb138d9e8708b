import { z } from 'zod'
import { colour, isWebAddress, listOf, oneOf, part } from '../validation.ts'

export const BLOCK_TYPES = [
  'heading',
  'text',
  'product',
  'stars',
  'button',
  'image',
  'discount',
  'divider',
  'footer',
] as const
export type BlockType = (typeof BLOCK_TYPES)[number]
export const BLOCK_ALIGNS = ['start', 'center', 'end'] as const
export const BLOCK_SIZES = ['small', 'medium', 'large'] as const
export const maxBlocks = 20

const optionalColour = z.union([z.literal(''), colour])

const block = part({
  type: oneOf(BLOCK_TYPES, 'EmailBlockType').describe(
    'What the block shows. heading prints the subject, text the content. Stars right after a product stand in its card.',
  ),
  align: oneOf(BLOCK_ALIGNS, 'EmailBlockAlign').describe('Where its content stands.'),
  size: oneOf(BLOCK_SIZES, 'EmailBlockSize').describe('The size of its text, picture or space.'),
  colour: z
    .string({ error: 'valueInvalid' })
    .trim()
    .toLowerCase()
    .refine((text) => optionalColour.safeParse(text).success, { error: 'valueInvalid' })
    .describe('The color of its text. Empty: Candor’s own.'),
  background: z
    .string({ error: 'valueInvalid' })
    .trim()
    .toLowerCase()
    .refine((text) => optionalColour.safeParse(text).success, { error: 'valueInvalid' })
    .describe('The color behind it. Empty: none.'),
  image: z
    .string({ error: 'valueInvalid' })
    .trim()
    .refine((address) => address === '' || isWebAddress(address), { error: 'valueInvalid' })
    .describe('The web address of its picture. Only of an image block.'),
}).meta({ title: 'EmailBlock' })
export type EmailBlock = z.infer<typeof block>

export const emailBlocks = listOf(block)
  .max(maxBlocks, { error: 'valueInvalid' })
  .describe('The blocks from top to bottom. They hold order and look, and no words. A save replaces the list.')

export const newBlock = (type: BlockType): EmailBlock => ({
  type,
  align: type === 'text' || type === 'heading' ? 'start' : 'center',
  size: 'medium',
  colour: '',
  background: '',
  image: '',
})

export const newBlocks = (...types: BlockType[]): EmailBlock[] => types.map(newBlock)
