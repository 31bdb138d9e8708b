import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { compose } from '../../app/compose.ts'
import { readEnv } from '../../core/env.ts'
import { startCatcher } from '../mail/catcher.ts'
import { bareEnv, beginFolder, folderEnv, makeTestFolder, shortProcess } from '../../testing/processes/killed-worker.ts'
import { slots } from './send-due.ts'

const mails = 50
const kills = 2

/** Fills a data folder with due requests. */
async function prepare(env: NodeJS.ProcessEnv): Promise<void> {
  const app = await compose({ env: readEnv({ ...env, CANDOR_ROLE: 'web' }), onDemand: true })
  const db = app.deps.access.acrossShops('the command line')
  const past = new Date(Date.now() - 3_600_000)
  const shopId = uuidv7()
  await db.shop.create({
    data: {
      id: shopId,
      shopifyDomain: 'kill.myshopify.com',
      domain: 'kill.test',
      name: 'Kill',
      email: 'owner@kill.test',
      plan: 'pro',
      planStartedAt: past,
      createdAt: past,
    },
  })
  const product = {
    shopId,
    id: uuidv7(),
    platformId: '1',
    handle: 'p',
    title: 'Product',
    createdAt: past,
    updatedAt: past,
  }
  await db.product.create({ data: product })
  const line = { lineId: '1', productId: product.id, platformProductId: '1', title: 'Product', quantity: 1 }
  const buyers = Array.from({ length: mails }, (_, at) => ({
    at,
    customerId: uuidv7(),
    orderId: uuidv7(),
    email: `buyer${at}@example.com`,
  }))
  await db.customer.createMany({
    data: buyers.map(({ customerId, email }) => ({ shopId, id: customerId, email, createdAt: past })),
  })
  await db.order.createMany({
    data: buyers.map(({ at, orderId, customerId, email }) => ({
      shopId,
      id: orderId,
      platformId: String(at),
      name: `#${at}`,
      number: at + 1,
      email,
      customerId,
      lineItems: [line],
      createdAt: past,
      changedAt: past,
    })),
  })
  await db.queueItem.createMany({
    data: buyers.map(({ at, orderId, customerId, email }) => ({
      shopId,
      id: uuidv7(),
      orderId,
      orderName: `#${at}`,
      orderNumber: at + 1,
      customerId,
      customerEmail: email,
      status: 'waiting' as const,
      createdOrderAt: past,
      scheduledAt: past,
      createdAt: past,
      updatedAt: past,
    })),
  })
  await db.queueCount.create({ data: { shopId, status: 'waiting', count: mails } })
  await app.close()
}

async function startSender(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(new URL('../../testing/processes/sender-process.ts', import.meta.url), {
    env,
    execArgv: shortProcess,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Resolves once `holds` returns true; `look` checks it after each email. */
function waiter() {
  let check: (() => void) | null = null
  return {
    look: () => check?.(),
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        check = () => {
          if (holds()) resolve()
        }
        check()
      }),
  }
}

test('a killed sender loses no email and repeats only emails in flight, with the same Message-ID', async () => {
  const folder = makeTestFolder('kill')
  const arrived: { to: string; messageId: string }[] = []
  const { look, until } = waiter()
  const catcher = await startCatcher(async ({ to, headers }) => {
    arrived.push({ to, messageId: headers['message-id'] ?? '' })
    look()
  })
  const env = { ...bareEnv(), HOME: folder, ...folderEnv(folder), SMTP_URL: catcher.url }
  try {
    beginFolder(folder)
    await prepare(env)
    for (let kill = 1; kill <= kills; kill++) {
      const sender = await startSender(env)
      const before = arrived.length
      await until(() => arrived.length >= before + 7 * kill)
      await end(sender)
    }

    const checked = await compose({ env: readEnv({ ...env, CANDOR_ROLE: 'web' }), onDemand: true })
    await checked.deps.access.acrossShops('the command line')
      .$executeRaw`update "QueueItem" set "leaseUntil" = now() - interval '1 second' where status = 'sending'`
    await checked.drain()
    const db = checked.deps.access.acrossShops('the command line')
    const items = await db.queueItem.findMany({ select: { status: true, customerEmail: true, messageId: true } })
    const counts = await db.queueCount.findMany({ where: { count: { not: 0 } }, select: { status: true, count: true } })
    const [usage] = await db.requestUsage.findMany({ select: { sent: true } })
    await checked.close()

    expect(items.filter(({ status }) => status !== 'success')).toEqual([])
    expect(counts).toEqual([{ status: 'success', count: mails }])
    expect(usage?.sent).toBe(mails)
    const ids = new Map(items.map(({ customerEmail, messageId }) => [customerEmail, messageId]))
    expect(arrived.filter(({ to, messageId }) => ids.get(to) !== messageId)).toEqual([])
    const repeated = arrived.length - mails
    expect(repeated).toBeLessThanOrEqual(kills * slots)
  } finally {
    await catcher.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 180_000)
