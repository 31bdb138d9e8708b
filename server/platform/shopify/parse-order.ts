import { z } from 'zod'
import type { PlatformOrder } from '../platform.ts'

const idText = z.union([z.string(), z.number()]).transform(String)
/** Returns the number at the end of a global id. */
const numberOf = (gid: string): string => gid.split('/').at(-1) ?? gid
const place = z.object({ countryCodeV2: z.string().nullable() }).nullable()

export const orderShape = z.object({
  legacyResourceId: idText,
  name: z.string(),
  email: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullable(),
  displayFinancialStatus: z.string().nullable(),
  test: z.boolean(),
  customerLocale: z.string().nullable(),
  customer: z
    .object({
      legacyResourceId: idText,
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      tags: z.array(z.string()),
      defaultEmailAddress: z.object({ emailAddress: z.string(), marketingState: z.string() }).nullable(),
    })
    .nullable(),
  shippingAddress: place,
  billingAddress: place,
  lineItems: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        variantTitle: z.string().nullable(),
        quantity: z.number(),
        currentQuantity: z.number(),
        product: z.object({ legacyResourceId: idText }).nullable(),
        variant: z.object({ legacyResourceId: idText }).nullable(),
      }),
    ),
  }),
  fulfillments: z.array(
    z.object({
      legacyResourceId: idText,
      status: z.string(),
      createdAt: z.string(),
      updatedAt: z.string(),
      deliveredAt: z.string().nullable(),
      displayStatus: z.string().nullable(),
      fulfillmentLineItems: z.object({
        nodes: z.array(z.object({ quantity: z.number().nullable(), lineItem: z.object({ id: z.string() }) })),
      }),
    }),
  ),
})

function shipmentStatusOf({
  deliveredAt,
  displayStatus,
}: {
  deliveredAt: string | null
  displayStatus: string | null
}) {
  if (deliveredAt) return 'delivered'
  return displayStatus === 'FAILURE' || displayStatus === 'NOT_DELIVERED' ? 'failure' : null
}

/** Turns an Admin API order into its webhook form, from which orders are parsed. */
export function parseOrder(node: z.output<typeof orderShape>): PlatformOrder {
  const { customer } = node
  const address = customer?.defaultEmailAddress
  return {
    platformId: node.legacyResourceId,
    payload: {
      id: node.legacyResourceId,
      name: node.name,
      order_number: Number(/\d+/.exec(node.name)?.[0] ?? 0),
      email: node.email,
      created_at: node.createdAt,
      updated_at: node.updatedAt,
      cancelled_at: node.cancelledAt,
      financial_status: node.displayFinancialStatus?.toLowerCase() ?? null,
      test: node.test,
      customer_locale: node.customerLocale,
      customer: customer && {
        id: customer.legacyResourceId,
        email: address?.emailAddress ?? null,
        first_name: customer.firstName,
        last_name: customer.lastName,
        tags: customer.tags,
        email_marketing_consent: address && { state: address.marketingState },
      },
      shipping_address: node.shippingAddress && { country_code: node.shippingAddress.countryCodeV2 },
      billing_address: node.billingAddress && { country_code: node.billingAddress.countryCodeV2 },
      line_items: node.lineItems.nodes.map((line) => ({
        id: numberOf(line.id),
        product_id: line.product?.legacyResourceId ?? null,
        variant_id: line.variant?.legacyResourceId ?? null,
        title: line.title,
        variant_title: line.variantTitle,
        quantity: line.quantity,
        current_quantity: line.currentQuantity,
      })),
      fulfillments: node.fulfillments.map((parcel) => ({
        id: parcel.legacyResourceId,
        status: parcel.status.toLowerCase(),
        shipment_status: shipmentStatusOf(parcel),
        created_at: parcel.createdAt,
        updated_at: parcel.deliveredAt ?? parcel.updatedAt,
        line_items: parcel.fulfillmentLineItems.nodes.map(({ quantity, lineItem }) => ({
          id: numberOf(lineItem.id),
          quantity: quantity ?? 1,
        })),
      })),
    },
  }
}
