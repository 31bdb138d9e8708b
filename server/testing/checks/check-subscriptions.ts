import type { Topic } from '../../core/context.ts'
import { rootFields, subscriptionText } from '../documents.ts'
import { globalId, findShownThing, unknownThings, withoutIds, type Thing, type Things } from '../things.ts'
import { emptyVerdict, recordPlanted, type Verdict } from './verdict.ts'
import { openSocket, type SocketMessage, type TestSocket } from '../open-socket.ts'
import type { World } from '../world.ts'

/** Subject of each subscription: a thing's id, or a topic of the session's shop. */
const about: Readonly<Record<string, { thing: Thing } | { topic: Topic }>> = {
  archiveProgress: { thing: 'archived' },
  bulkProgress: { thing: 'bulk' },
  importProgress: { thing: 'importRun' },
  reviewExportProgress: { thing: 'exported' },
  reviewCountsChanged: { topic: 'reviewCounts' },
  emailQueueChanged: { topic: 'queue' },
  importsChanged: { topic: 'import' },
}

async function connect(world: World, token: string): Promise<TestSocket> {
  const socket = await openSocket(world, { 'x-auth-token': token })
  await socket.next({ type: 'connection_ack' })
  return socket
}

/** Subscribes to A's things and changes with B's session. */
export async function checkSubscriptions(world: World, a: Things): Promise<Verdict> {
  const verdict = emptyVerdict()
  verdict.found.push(
    ...rootFields('subscription')
      .filter((name) => !(name in about))
      .map((name) => `subscription ${name} has no case`),
  )
  for (const [name, subject] of Object.entries(about)) {
    verdict.tried += 1
    if ('thing' in subject) await checkThing({ world, name, verdict }, subject.thing, a)
    else await checkTopic({ world, name, verdict }, subject.topic, a)
  }
  return verdict
}

interface Checked {
  world: World
  name: string
  verdict: Verdict
}

async function checkThing({ world, name, verdict }: Checked, thing: Thing, a: Things): Promise<void> {
  const first = async (token: string, things: Things): Promise<string> => {
    const line = await connect(world, token)
    line.subscribe('s', subscriptionText(name).text, { id: globalId(things, thing) })
    const message = await line.next()
    line.close()
    return JSON.stringify(message)
  }
  const none = unknownThings()
  const [foreign, unknown, ofA] = [
    await first(world.otherToken, a),
    await first(world.otherToken, none),
    await first(world.token, a),
  ]
  if (findShownThing(foreign, a, a.ids[thing]))
    verdict.found.push(`subscription ${name} shows ${foreign.slice(0, 200)}`)
  if (withoutIds(foreign, a) !== withoutIds(unknown, none))
    verdict.found.push(`subscription ${name}: "not yours" differs from "not there"`)
  recordPlanted(verdict, `subscription ${name}`, withoutIds(ofA, a) !== withoutIds(unknown, none))
}

async function checkTopic({ world, name, verdict }: Checked, topic: Topic, a: Things): Promise<void> {
  const lines = { a: await connect(world, world.token), b: await connect(world, world.otherToken) }
  const { pubsub } = world.app.parts
  for (const line of Object.values(lines)) line.subscribe('s', subscriptionText(name).text)
  // The server reads a socket in order, so an answered ping proves that it read the subscription.
  for (const line of Object.values(lines)) {
    line.send({ type: 'ping' })
    if ((await line.next()).type !== 'pong')
      verdict.found.push(`subscription ${name} speaks before anything has changed`)
  }
  const changed = async (shopId: string, line: TestSocket): Promise<SocketMessage> => {
    const nextMessage = line.next()
    // Repeats until the subscription is active, since the session is loaded first.
    const again = setInterval(() => pubsub.publish(shopId, topic, shopId), 5)
    return nextMessage.finally(() => clearInterval(again))
  }
  const ofA = await changed(world.shop.id, lines.a)
  const early = lines.b.unread.length
  const ofB = await changed(world.otherShop.id, lines.b)
  if (early > 0) verdict.found.push(`subscription ${name} wakes shop B by what changed in A`)
  if (findShownThing(JSON.stringify(ofB), a)) verdict.found.push(`subscription ${name} shows what is A's`)
  recordPlanted(verdict, `subscription ${name}`, JSON.stringify(ofA.payload) !== JSON.stringify(ofB.payload))
  for (const line of Object.values(lines)) line.close()
}
