import type { Ctx } from '../../core/context.ts'
import { word } from '../../core/words/words.ts'
import type { Submitted } from '../../reviews/reviews/adding/submit.ts'
import { hasStatements } from '../../reviews/statements/statements.ts'

/** Says what became of a review that a shopper just sent. */
export function sayOutcome(ctx: Ctx, locale: string | null, status: Submitted['status']): string {
  if (status === 'hidden') return sayHidden(ctx, locale)
  return word(locale, `widget.form.${status}`)
}

/** Says that a rule rejected a review, and whether its author gets the reason. */
export const sayHidden = (ctx: Ctx, locale: string | null): string =>
  word(locale, hasStatements(ctx) ? 'form.hidden' : 'form.hiddenSilent')
