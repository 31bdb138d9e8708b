import { computeScheduledTime } from '../../../rules/request-due-time.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import type { QueueKindRow } from './kind.ts'

/** Asks for a review of an order's products; includes its reminders. */
export const reviewReminder: QueueKindRow = {
  isMetered: true,
  async due(ctx, order) {
    const day = { rules: await readSetting(ctx, 'requestRules'), timeZone: ctx.shop.ianaTimezone }
    const due = computeScheduledTime({ settings: await readSetting(ctx, 'requestTiming'), order, day })
    return due === 'waitingCondition' ? null : due
  },
  about({ left, reviewed }) {
    if (left.length > 0) return left
    return reviewed.length > 0 ? 'alreadyReviewed' : 'noProducts'
  },
  endsWithReview: true,
  words: {
    subject: 'mail.request.subject',
    preheader: 'mail.request.preheader',
    content: 'mail.request.content',
    button: 'mail.request.button',
    more: 'mail.request.more',
    why: 'mail.request.why',
    unsubscribe: 'mail.request.unsubscribe',
    heading: 'mail.heading',
    rewardPhoto: 'mail.reward.photo',
    rewardReview: 'mail.reward.review',
    stars: 'mail.request.stars',
    rate: 'mail.request.rate',
    notArrived: 'mail.request.notArrived',
    formRate: 'form.rate',
    formStar: 'form.stars',
    formContent: 'form.content',
    formName: 'form.name',
    formSend: 'form.send',
    formProblem: 'form.problem.other',
  },
}
