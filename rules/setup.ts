/** Steps of the setup, in order (spec 2): import or ask, the look, the discount, the plan. */
export const SETUP_STEPS = ['start', 'look', 'discount', 'plan'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Percentages that the setup offers to reviewers; 0: no discount (spec 9). */
export const SETUP_DISCOUNTS = [10, 20, 0] as const
