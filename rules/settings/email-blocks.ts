import { z } from 'zod'
import { colour, isWebAddress, line, listOf, oneOf, part, text } from '../validation.ts'
import type { EmailTemplateKey } from './email-templates.ts'

export const BLOCK_TYPES = [
  'heading',
  'text',
  'product',
  'stars',
  'score',
  'button',
  'image',
  'discount',
  'reward',
  'divider',
  'footer',
] as const
export type BlockType = (typeof BLOCK_TYPES)[number]
export const BLOCK_ALIGNS = ['start', 'center', 'end'] as const
export const BLOCK_SIZES = ['small', 'medium', 'large'] as const
export const maxBlocks = 20
const maxBlockTextChars = 20_000

/** Block types with words of their own. */
export const WORDED_BLOCKS: readonly BlockType[] = ['heading', 'text', 'button', 'image', 'reward', 'footer']
/** Worded blocks whose words may be paragraphs with HTML. The words of the others are one line of plain text. */
export const HTML_BLOCKS: readonly BlockType[] = ['text', 'reward', 'footer']
/** Template field that a block without a key prints. */
export const BLOCK_FIELDS = { text: 'content', button: 'buttonText' } as const

const shared = ['heading', 'text', 'button', 'image', 'divider'] as const
/** Block types that have something to print in an email. */
export const TEMPLATE_BLOCKS: Readonly<Record<EmailTemplateKey, readonly BlockType[]>> = {
  reviewReminder: [...shared, 'product', 'stars', 'reward'],
  photoReminder: [...shared, 'product', 'reward'],
  confirmEdit: [...shared, 'product', 'footer'],
  reviewReply: [...shared, 'product', 'footer'],
  discountReview: [...shared, 'discount', 'footer'],
  survey: [...shared, 'score', 'footer'],
}

const optionalColour = z.union([z.literal(''), colour])

const block = part({
  type: oneOf(BLOCK_TYPES, 'EmailBlockType').describe(
    'What the block shows. Stars right after a product stand in its card. reward prints the reward for a photo, score the scale of a survey.',
  ),
  key: z
    .string({ error: 'valueInvalid' })
    .regex(/^[a-z0-9-]{0,20}$/, { error: 'valueInvalid' })
    .default('')
    .describe(
      'Names its words in blockTexts. Without a key, text prints the content, button the buttonText, and heading the subject.',
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
  .describe('The blocks from top to bottom: order and look. Their words are in blockTexts. A save replaces the list.')

const blockText = part({
  key: line(20).describe('The key of the block.'),
  text: text(maxBlockTextChars).describe('Its words, with Liquid merge fields. Empty: Candor’s own.'),
}).meta({ title: 'EmailBlockText' })
export type EmailBlockText = z.infer<typeof blockText>

export const emailBlockTexts = listOf(blockText)
  .max(2 * maxBlocks, { error: 'valueInvalid' })
  .default([])
  .describe('The words of blocks with a key. A save replaces the list.')

export const findBlockText = (texts: readonly EmailBlockText[], key: string): string =>
  (key && texts.find((each) => each.key === key)?.text) || ''

export const newBlock = (type: BlockType, key = ''): EmailBlock => ({
  type,
  key,
  align: type === 'text' || type === 'heading' ? 'start' : 'center',
  size: 'medium',
  colour: '',
  background: '',
  image: '',
})

export const newBlocks = (...types: BlockType[]): EmailBlock[] => types.map((type) => newBlock(type))

/**
 * Returns a key for a new block. The first text and the first button get none: they print the template's own fields.
 */
export function nameBlock(type: BlockType, blocks: readonly EmailBlock[]): string {
  if (type in BLOCK_FIELDS && !blocks.some((block) => block.type === type && !block.key)) return ''
  for (let number = 1; ; number++) {
    const key = `${type}-${number}`
    if (!blocks.some((block) => block.key === key)) return key
  }
}
