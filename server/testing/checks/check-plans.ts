import { FEATURES, PLAN_IDS, plans, requiredPlan, type Feature, type PlanId } from '../../../rules/plans.ts'
import { PlanRequired } from '../../core/errors.ts'
import { makeSendCall, isSuccess, readRefusal } from '../api-client.ts'
import { featuresWithoutCase, planActions, type PlanAction } from './plan-actions.ts'
import { shopPrint } from './shop-print.ts'
import { setPlan, addThings, listNamedThings, unknownThings } from '../things.ts'
import { emptyVerdict, recordPlanted, type Verdict } from './verdict.ts'
import type { World } from '../world.ts'

interface PlansOptions {
  /** Selects the actions; all by default. */
  of?: (name: string, index: number) => boolean
}

/**
 * Goal R24: every plan refuses the features that it lacks, over every API, with the right reason and without writing.
 * Planted: each action once on a plan that includes it, where it must succeed.
 */
export async function checkPlans(world: World, { of = () => true }: PlansOptions = {}): Promise<Verdict> {
  const features = Object.keys(FEATURES) as Feature[]
  const verdict = emptyVerdict()
  verdict.found.push(...featuresWithoutCase(features))
  const print = await shopPrint(world.app.database.pool, world.shop.id)
  for (const action of planActions.filter(({ name }, index) => of(name, index))) {
    for (const plan of PLAN_IDS.filter((id) => plans[id].tier < FEATURES[action.feature])) {
      verdict.tried += 1
      const fault = await faultOf({ world, print, action }, plan)
      if (fault) verdict.found.push(`${action.name} (${action.feature}) on ${plan}: ${fault}`)
    }
    recordPlanted(
      verdict,
      `${action.name} (${action.feature})`,
      (await faultOf({ world, print, action }, requiredPlan(action.feature)))?.startsWith('is done') === true,
    )
  }
  return verdict
}

interface Attempt {
  world: World
  print: () => Promise<string>
  action: PlanAction
}

/** Returns the fault of a refusal; null if it is correct. */
async function faultOf({ world, print, action }: Attempt, plan: PlanId): Promise<string | null> {
  const needed = new Set([
    ...listNamedThings((things) => action.call?.(things)),
    ...(action.before ? ['waiting' as const] : []),
  ])
  const things = action.call ? await addThings(world, world.shop, { needed }) : unknownThings()
  await world.ctx.db.setting.deleteMany({ where: { shopId: world.shop.id } })
  await action.before?.(world)
  await setPlan(world, world.shop, plan)
  const before = await print()
  const refused = await refusal(world, action, things)
  if (refused === null) return 'is done'
  if ((await print()) !== before) return `is refused (${refused}), and writes all the same`
  return refused === (action.refusal ?? 'planRequired') ? null : `is refused for another reason: ${refused}`
}

async function refusal(
  world: World,
  { call, service, feature }: PlanAction,
  things: Parameters<NonNullable<PlanAction['call']>>[0],
): Promise<string | null> {
  if (service) {
    return service(world).then(
      () => null,
      (error: unknown) =>
        error instanceof PlanRequired
          ? error.feature === feature
            ? error.code
            : `of ${error.feature}`
          : String(error),
    )
  }
  if (!call) throw new Error('An action has a call or a service function.')
  const sent = call(things)
  const answer = await makeSendCall(world)(sent, { token: world.token })
  if (isSuccess(sent, answer)) return null
  return readRefusal(sent, answer)?.code ?? `${answer.status} ${answer.text.slice(0, 200)}`
}
