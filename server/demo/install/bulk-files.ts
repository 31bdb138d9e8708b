import { randomInt } from 'node:crypto'
import type { ExecutionResult } from 'graphql'
import { isObject } from '../../../rules/json.ts'
import type { Db } from '../../core/database/for-shop.ts'
import type { PlatformOrder, PlatformProduct } from '../../platform/platform.ts'

interface StoredOperation {
  shopDomain: string
  /** JSON lines, as the platform's file. */
  text: string
  records: number
}

const operationKey = (id: string): string => `bulk:${id}`
const globalId = (type: string, id: string): string => `gid://shopify/${type}/${id}`

/** Stores the file of a bulk operation. The demo platform writes it at once. */
export async function saveOperation(db: Db, shopDomain: string, result: ExecutionResult): Promise<string> {
  const id = String(randomInt(1e9, 1e12))
  const [root] = Object.values(result.data ?? {})
  const records = nodesOf(root)
  const text = records
    .flatMap((node) => linesOf(node))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
  const value: StoredOperation = { shopDomain, text, records: records.length }
  await db.demoState.create({ data: { key: operationKey(id), value: { ...value } } })
  return id
}

export async function findOperation(db: Db, id: string): Promise<StoredOperation | null> {
  const row = await db.demoState.findUnique({ where: { key: operationKey(id) } })
  return (row?.value as unknown as StoredOperation | undefined) ?? null
}

/** Returns the part of a file that a request's range names. */
export async function answerFile(db: Db, id: string, range: string | null): Promise<Response> {
  const operation = await findOperation(db, id)
  if (!operation) return new Response(null, { status: 404 })
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const headers = { 'content-type': 'application/jsonl' }
  return new Response(Buffer.from(operation.text).subarray(from), { status: from > 0 ? 206 : 200, headers })
}

type Node = Record<string, unknown>

function nodesOf(connection: unknown): Node[] {
  const edges = isObject(connection) && Array.isArray(connection['edges']) ? (connection['edges'] as unknown[]) : []
  return edges.flatMap((edge) => (isObject(edge) && isObject(edge['node']) ? [edge['node']] : []))
}

/** Flattens a node: its own line without connections, then a line for each child. */
function linesOf(node: Node, parentId?: string): Node[] {
  const isConnection = (value: unknown) => isObject(value) && Array.isArray(value['edges'])
  const own = Object.fromEntries(Object.entries(node).filter(([, value]) => !isConnection(value)))
  const children = Object.values(node)
    .filter(isConnection)
    .flatMap((connection) => nodesOf(connection))
  const line = parentId === undefined ? own : { ...own, __parentId: parentId }
  return [line, ...children.flatMap((child) => linesOf(child, String(node['id'])))]
}

export const connectionOf = (nodes: unknown[]) => ({ edges: nodes.map((node) => ({ node })) })
const decimal = (cents: number): string => (cents / 100).toFixed(2)

/** Returns a product as the platform's Admin API shows it. */
export const productNode = (product: PlatformProduct) => ({
  ...product,
  id: globalId('Product', product.platformId),
  legacyResourceId: product.platformId,
  status: product.status.toUpperCase(),
  featuredMedia:
    product.image === null
      ? null
      : {
          __typename: 'MediaImage',
          id: globalId('MediaImage', product.platformId),
          preview: { image: { url: product.image } },
        },
  variants: connectionOf(
    product.variants.map((variant) => ({
      ...variant,
      id: globalId('ProductVariant', variant.id),
      legacyResourceId: variant.id,
      price: decimal(variant.priceCents),
    })),
  ),
})

type Payload = Record<string, unknown>
const list = (value: unknown): Payload[] => (Array.isArray(value) ? (value as Payload[]) : [])
const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** Returns an order as the Admin API shows it, from its webhook form. */
export function orderNode({ platformId, payload }: PlatformOrder) {
  const customer = isObject(payload['customer']) ? payload['customer'] : null
  const address = isObject(payload['shipping_address'])
    ? { countryCodeV2: payload['shipping_address']['country_code'] }
    : null
  const email = customer && text(customer['email'])
  return {
    id: globalId('Order', platformId),
    legacyResourceId: platformId,
    name: payload['name'],
    email: payload['email'],
    createdAt: payload['created_at'],
    updatedAt: payload['updated_at'],
    cancelledAt: payload['cancelled_at'],
    displayFinancialStatus: text(payload['financial_status'])?.toUpperCase() ?? null,
    test: false,
    customerLocale: payload['customer_locale'],
    customer: customer && {
      legacyResourceId: text(customer['id']),
      firstName: customer['first_name'],
      lastName: customer['last_name'],
      tags: text(customer['tags'])?.split(', ') ?? [],
      defaultEmailAddress: email === null ? null : { emailAddress: email, marketingState: 'NOT_SUBSCRIBED' },
    },
    shippingAddress: address,
    billingAddress: address,
    fulfillments: list(payload['fulfillments']).map((parcel) => ({
      legacyResourceId: text(parcel['id']),
      status: text(parcel['status'])?.toUpperCase() ?? 'SUCCESS',
      createdAt: parcel['created_at'],
      updatedAt: parcel['updated_at'],
      deliveredAt: parcel['shipment_status'] === 'delivered' ? parcel['updated_at'] : null,
      displayStatus: null,
    })),
    lineItems: connectionOf(
      list(payload['line_items']).map((line) => ({
        id: globalId('LineItem', text(line['id']) ?? ''),
        title: line['title'],
        variantTitle: line['variant_title'],
        quantity: line['quantity'],
        currentQuantity: line['current_quantity'] ?? line['quantity'],
        product: { legacyResourceId: text(line['product_id']) },
        variant: { legacyResourceId: text(line['variant_id']) },
      })),
    ),
  }
}
