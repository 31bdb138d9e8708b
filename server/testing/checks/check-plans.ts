import { FEATURES, PLAN_IDS, plans, requiredPlan, type Feature, type PlanId } from '../../../rules/plans.ts'
import { readPath } from '../../../rules/settings/document.ts'
import { SETTING_KEYS, SETTINGS } from '../../../rules/settings/settings.ts'
import { PlanRequired } from '../../core/errors.ts'
import { readSetting, saveSetting } from '../../shop/settings/settings.ts'
import { makeSendCall, isSuccess, readRefusal } from '../api-client.ts'
import { changedAt, featuresWithoutCase, planActions, type PlanAction } from './plan-actions.ts'
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
  await checkDowngrades(world, verdict)
  return verdict
}

/** After a downgrade, each gated setting has its default in effect. Planted: back on its plan, the saved value. */
async function checkDowngrades(world: World, verdict: Verdict): Promise<void> {
  for (const key of SETTING_KEYS)
    for (const [path, feature] of Object.entries<Feature>(SETTINGS[key].gated)) {
      await world.ctx.db.setting.deleteMany({ where: { shopId: world.shop.id } })
      const inEffect = async (plan: PlanId) => {
        await setPlan(world, world.shop, plan)
        return JSON.stringify(readPath(await readSetting(world.contextOf(world.shop), key), path))
      }
      const standard = await inEffect(requiredPlan(feature))
      await saveSetting(world.contextOf(world.shop), key, changedAt(key, path))
      await refreshShop(world)
      const saved = await inEffect(requiredPlan(feature))
      for (const plan of PLAN_IDS.filter((id) => plans[id].tier < FEATURES[feature])) {
        verdict.tried += 1
        if ((await inEffect(plan)) !== standard) verdict.found.push(`${key}.${path} takes effect on ${plan}`)
      }
      const isBack = saved !== standard && (await inEffect(requiredPlan(feature))) === saved
      recordPlanted(verdict, `${key}.${path} back on its plan`, isBack)
    }
}

/** Reads the settings version of the shop's row, as a new request would. */
async function refreshShop({ app, shop }: World): Promise<void> {
  const row = await app.deps.access
    .acrossShops('the demo platform')
    .shop.findUniqueOrThrow({ where: { id: shop.id }, select: { settingsVersion: true } })
  shop.settingsVersion = row.settingsVersion
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
