import { v7 as uuidv7 } from 'uuid'
import type { App } from '../compose.ts'
import { createAccount } from '../session/accounts.ts'
import { demoShopDomain } from './catalog.ts'

/** The demo's shop and its login. */
export async function seedDemo(app: App): Promise<void> {
  const now = app.deps.now()
  await app.deps.doors.acrossShops('the demo platform').shop.create({
    data: { id: uuidv7(), shopifyDomain: demoShopDomain, domain: 'fernhill.test', name: 'Fernhill Goods', email: 'demo@candor.test', plan: 'advanced', planStartedAt: now, createdAt: now },
  })
  await createAccount(app.deps, { email: 'demo@candor.test', password: 'candor-demo-x', shopifyDomain: demoShopDomain })
}
