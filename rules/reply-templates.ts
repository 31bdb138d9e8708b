import { foldText } from './fold-text.ts'
import { buildMergeScope } from './merge-fields.ts'

/** When a template fits a review. Empty lists and an empty language fit any. */
export interface ReplyConditions {
  minRate: number
  maxRate: number
  words: readonly string[]
  /** UUIDs. */
  productIds: readonly string[]
  language: string
}

interface AnsweredReview {
  rate: number
  title: string
  content: string
  productId: string | null
  language: string | null
}

/** The conditions that a review meets; null or false where the template has none. */
export interface ReplyFit {
  stars: readonly [number, number] | null
  /** The word of the template that the review contains. */
  word: string | null
  isProduct: boolean
  language: string | null
}

/** Returns which conditions a review meets; null if it fails one. */
export function findReplyFit(
  { minRate, maxRate, words, productIds, language }: ReplyConditions,
  review: AnsweredReview,
): ReplyFit | null {
  if (review.rate < minRate || review.rate > maxRate) return null
  if (productIds.length > 0 && !(review.productId && productIds.includes(review.productId))) return null
  if (language && language !== review.language?.split('-')[0]) return null
  const text = foldText(`${review.title}\n${review.content}`)
  const word = words.find((each) => text.includes(foldText(each))) ?? null
  if (words.length > 0 && word === null) return null
  const anyStars = minRate === 1 && maxRate === 5
  return {
    stars: anyStars ? null : [minRate, maxRate],
    word,
    isProduct: productIds.length > 0,
    language: language || null,
  }
}

/** How precisely a template names the review: its word and product count more than its stars. */
function countFit({ stars, word, isProduct, language }: ReplyFit): number {
  const narrow = stars ? 5 - (stars[1] - stars[0]) : 0
  return narrow + (word ? 10 : 0) + (isProduct ? 10 : 0) + (language ? 5 : 0)
}

/** Returns the templates that fit a review, the most precise first; equal ones in the merchant's order. */
export function rankReplyTemplates<Template extends ReplyConditions>(
  templates: readonly Template[],
  review: AnsweredReview,
): { template: Template; fit: ReplyFit }[] {
  return templates
    .flatMap((template) => {
      const fit = findReplyFit(template, review)
      return fit ? [{ template, fit }] : []
    })
    .sort((a, b) => countFit(b.fit) - countFit(a.fit))
}

/** Values of a reply's merge fields; empty if unknown. */
export interface ReplyValues {
  customer_name: string
  product_title: string
  shop_name: string
}

const field = /(,? ?)\{\{\s*([\w.]+)\s*(?:\|\s*default:\s*["'“”]([^"'“”}]*)["'“”]\s*)?\}\}/g

/**
 * Fills in merge fields, by all the names that emails accept. An empty field without a default is left out with the
 * space and comma before it, as in "Thank you!". Unknown fields stay.
 */
export function fillReply(text: string, values: ReplyValues): string {
  const { customer_name: name, product_title: product, shop_name: store } = values
  const short: Readonly<Record<string, string>> = { name, product, store }
  const scope = buildMergeScope({ ...values })
  return text.replace(field, (whole: string, ...[before = '', path = '', fallback]: (string | undefined)[]) => {
    const value = Object.hasOwn(short, path) ? short[path] : readPath(scope, path)
    if (typeof value !== 'string') return whole
    return value || fallback ? `${before}${value || fallback}` : ''
  })
}

const readPath = (scope: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at && Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined,
      scope,
    )
