import {
  findContact,
  findLink,
  makeWordFinder,
  MODERATION_RULES,
  ruleRefusals,
  scoreReasons,
  strictestAct,
  type ModerationRule,
  type RuleAct,
  type SuspicionReason,
} from '../../../rules/moderation.ts'
import type { Refusal } from '../../../rules/refusal.ts'
import type { ModerationSettings } from '../../../rules/settings/moderation.ts'
import type { Ctx } from '../../core/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { findForeignLanguage } from './language.ts'

export interface ReviewText {
  title: string
  content: string
}

const finders = new WeakMap<readonly string[], ReturnType<typeof makeWordFinder>>()

/** Returns what the shop's rules find in a text, each with what the rule does. */
export async function findRuleReasons(settings: ModerationSettings, review: ReviewText): Promise<SuspicionReason[]> {
  const text = `${review.title}\n${review.content}`
  const { words, languages } = settings
  const finder = finders.get(words) ?? makeWordFinder(words)
  finders.set(words, finder)
  const rules: Record<ModerationRule, { act: RuleAct; find: () => string | null | Promise<string | null> }> = {
    word: { act: settings.wordAct, find: () => finder(text) },
    link: { act: settings.linkAct, find: () => findLink(text) },
    contact: { act: settings.contactAct, find: () => findContact(text) },
    language: { act: settings.languageAct, find: () => findForeignLanguage(text, languages) },
  }
  const reasons: SuspicionReason[] = []
  for (const kind of MODERATION_RULES) {
    const { act, find } = rules[kind]
    const found = act === 'off' ? null : await find()
    if (act !== 'off' && found !== null) reasons.push({ kind, found, act, count: 0, reviewIds: [] })
  }
  return reasons
}

export interface Judgment {
  reasons: SuspicionReason[]
  /** Status and its reason, if a rule sets them. */
  decision: { status: 'pending' | 'hidden'; why: { code: string; params: { found: string } } } | null
  /** What the author of a rejected review reads. */
  refusal: Refusal | null
}

/** Applies the shop's rules to a shopper's text. The strictest act counts, then the order of the rules. */
export async function judgeReview(ctx: Ctx, review: ReviewText): Promise<Judgment> {
  const settings = await readSetting(ctx, 'moderation')
  const reasons = await findRuleReasons(settings, review)
  const act = strictestAct(reasons)
  const first = reasons.find((reason) => reason.act === act)
  if (!first || act === null || act === 'mark') return { reasons, decision: null, refusal: null }
  const kind = first.kind as ModerationRule
  return {
    reasons,
    decision: {
      status: act === 'hold' ? 'pending' : 'hidden',
      why: { code: `rule.${act}.${kind}`, params: { found: first.found } },
    },
    refusal:
      act === 'reject'
        ? { reason: kind === 'word' ? settings.wordReason : ruleRefusals[kind], note: settings.rejectNote }
        : null,
  }
}

/**
 * Stores what rules found in a review, within the review's transaction. Replaces earlier reasons: the text is new. A
 * rejected review needs no look.
 */
export async function storeRuleReasons(tx: Ctx, reviewId: string, { reasons, refusal }: Judgment): Promise<void> {
  const where = { shopId: tx.shop.id, reviewId }
  if (reasons.length === 0) {
    await tx.db.reviewSuspicion.deleteMany({ where })
    return
  }
  const data = {
    ...buildSuspicion(reasons),
    createdAt: tx.now(),
    settledAt: refusal ? tx.now() : null,
  }
  await tx.db.reviewSuspicion.upsert({
    where: { shopId_reviewId: where },
    create: { ...where, ...data },
    update: data,
  })
}

/** Returns the columns that follow from the reasons. */
export const buildSuspicion = (reasons: readonly SuspicionReason[]) => ({
  reasons: reasons as unknown as Prisma.InputJsonValue,
  kinds: reasons.map(({ kind }) => kind),
  points: scoreReasons(reasons),
})
