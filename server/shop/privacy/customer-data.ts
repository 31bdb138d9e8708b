import { v7 as uuidv7 } from 'uuid'
import { queueWork } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import type { PrivacyRequest } from '../../generated/prisma/client.ts'
import { requireEmail } from '../session/accounts.ts'
import { findKeys } from './find-person.ts'
import type { Person } from './personal-data.ts'
import { collectRows } from './person-file.ts'
import type { NamedPerson } from './receive.ts'

/** What the shop stores about an address. The rooms add their rows to its GraphQL type. */
export interface CustomerData {
  email: string
  person: Person
}

const nameAddress = (email: string): NamedPerson => ({ platformId: null, email, phone: null, orderIds: [] })

/** Finds everything that belongs to an address. @throws InvalidInput */
export async function findCustomerData(ctx: Ctx, address: string): Promise<CustomerData> {
  const email = requireEmail(address)
  return { email, person: await findKeys(ctx, nameAddress(email)) }
}

/** Counts a customer's rows by kind, as the file of a data request lists them. */
export async function countCustomerData(ctx: Ctx, { person }: CustomerData): Promise<Record<string, number>> {
  const rows = await collectRows(ctx, person, ctx.personalData)
  return Object.fromEntries(Object.entries(rows).map(([kind, { length }]) => [kind, length]))
}

/** Starts a file with everything about an address. @throws InvalidInput */
export const exportCustomerData = (ctx: Ctx, input: { email: string }): Promise<PrivacyRequest> =>
  addRequest(ctx, 'data_request', input)

/** Starts the erasure of everything about an address. It can't be undone. @throws InvalidInput */
export const eraseCustomerData = (ctx: Ctx, input: { email: string }): Promise<PrivacyRequest> =>
  addRequest(ctx, 'customer_redact', input)

/** Does what the platform's request would do. While one of this kind is open, returns that one. */
async function addRequest(
  ctx: Ctx,
  kind: 'data_request' | 'customer_redact',
  input: { email: string },
): Promise<PrivacyRequest> {
  const email = requireEmail(input.email)
  return inTransaction(ctx, async (tx) => {
    const { actor, shop } = tx
    const open = await tx.db.privacyRequest.findFirst({
      where: { shopId: shop.id, kind, status: 'open', person: { path: ['email'], equals: email } },
    })
    if (open) return open
    const row = await tx.db.privacyRequest.create({
      data: {
        shopId: shop.id,
        id: uuidv7(),
        kind,
        status: 'open',
        origin: 'merchant',
        requestedBy: actor.kind === 'merchant' ? actor.name || (actor.email ?? '') : '',
        person: { ...nameAddress(email) },
        receivedAt: tx.now(),
      },
    })
    await queueWork(tx, 'privacy.run', row.id)
    return row
  })
}
