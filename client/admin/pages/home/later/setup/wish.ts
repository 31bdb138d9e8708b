import { plans, type PlanId } from '../../../../../../rules/plans.ts'

/** What a merchant chose on the public plans page, before the shop was connected. */
export interface Wish {
  plan: PlanId
  /** That page promises a longer trial. */
  publicOffer: boolean
}

const key = 'candor.wish'

/** Returns the plan in an address such as /subscribe/pro. The tab keeps it, as the platform's pages lead back without. */
export function keepWish(next: string | null): Wish | null {
  const { pathname, searchParams } = new URL(kept(next), location.origin)
  const plan = /^\/subscribe\/(\w+)$/.exec(pathname)?.[1] ?? ''
  return Object.hasOwn(plans, plan)
    ? { plan: plan as PlanId, publicOffer: searchParams.get('trial') === 'public' }
    : null
}

function kept(next: string | null): string {
  try {
    if (next !== null) sessionStorage.setItem(key, next)
    return sessionStorage.getItem(key) ?? '/'
  } catch {
    // Blocked storage.
    return next ?? '/'
  }
}
