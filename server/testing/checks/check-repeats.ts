import { randomUUID } from 'node:crypto'
import { saveServerFields } from '../../shop/settings/settings.ts'
import { makeSendCall, isSuccess, type ApiResponse, type SendCall, type ApiCall } from '../api-client.ts'
import { watchWrites, type RowWrites } from './row-writes.ts'
import { addThings, listNamedThings, setPlan } from '../things.ts'
import { emptyVerdict, recordPlanted, type Verdict } from './verdict.ts'
import type { World } from '../world.ts'
import { writeCalls, writesWithoutCase, type WriteCall } from './write-calls.ts'

const times = 5

interface Repeats {
  world: World
  writes: RowWrites
  ask: SendCall
  /** Without it the same call is repeated without a key. */
  keyed: boolean
}

/**
 * Goal R7: five concurrent calls with one Idempotency-Key write the rows of one call and get equal answers. Needs a
 * world with the role `web`: nothing else may write.
 * @param of selects the calls; all by default
 */
export async function checkRepeats(
  world: World,
  of: (name: string, index: number) => boolean = () => true,
): Promise<Verdict> {
  const verdict = emptyVerdict()
  verdict.found.push(...writesWithoutCase())
  // Without a push channel no notification can be sent.
  await saveServerFields(world.ctx, 'pushOwl', { integrated: true, reviewReminderStatus: true })
  const repeats: Repeats = {
    world,
    writes: await watchWrites(world.app.database.pool),
    ask: makeSendCall(world),
    keyed: true,
  }
  for (const call of writeCalls.filter(({ name }, index) => of(name, index))) {
    verdict.tried += 1
    const fault = await faultOf(repeats, call)
    if (fault) verdict.found.push(`${call.name}: ${fault}`)
    if (call.additive)
      recordPlanted(verdict, `${call.name} without a key`, (await faultOf({ ...repeats, keyed: false }, call)) !== null)
  }
  return verdict
}

/** Returns how five calls differed from one; null if they did not. */
async function faultOf(repeats: Repeats, call: WriteCall): Promise<string | null> {
  const once = await sendTimes(repeats, call, 1)
  const first = once.answers[0]
  if (!first || !isSuccess(once.sent, first))
    return `one alone was refused: ${String(first?.status)} ${first?.text.slice(0, 300) ?? ''}`
  const often = await sendTimes(repeats, call, times)
  const different = new Set(often.answers.map(({ status, text }) => `${status} ${text}`)).size
  if (different > 1)
    return `${different} different answers: ${[...new Set(often.answers.map(({ status, text }) => `${status} ${text.slice(0, 120)}`))].join(' | ')}`
  const replays = often.answers.filter(({ replayed }) => replayed).length
  if (repeats.keyed && often.sent.transport === 'rest' && replays !== times - 1)
    return `${replays} answers are said to be repeated ones`
  if (often.effect !== once.effect)
    return `one wrote ${once.effect || 'nothing'}; five wrote ${often.effect || 'nothing'}`
  return null
}

async function sendTimes(
  { world, writes, ask, keyed }: Repeats,
  call: WriteCall,
  count: number,
): Promise<{ sent: ApiCall; answers: ApiResponse[]; effect: string }> {
  await setPlan(world, world.shop, call.plan)
  const sent = call.of1(await addThings(world, world.shop, { needed: listNamedThings(call.of1) }))
  const headers: Record<string, string> = keyed ? { 'idempotency-key': randomUUID() } : {}
  await writes.clear()
  const answers = await Promise.all(Array.from({ length: count }, () => ask(sent, { token: world.token, headers })))
  return { sent, answers, effect: await writes.seen() }
}
