import { z } from 'zod'
import { UpstreamFailed } from '../../core/errors.ts'
import type { NewDiscount, PlatformPort } from '../platform.ts'
import type { AdminApi } from './admin-api.ts'
import {
  discountBasicDocument,
  discountByCodeDocument,
  discountEndDocument,
  discountShippingDocument,
} from './documents.ts'

const made = z
  .object({
    codeDiscountNode: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ code: z.string().nullable(), message: z.string() })),
  })
  .nullable()
const basicData = z.object({ discountCodeBasicCreate: made })
const shippingData = z.object({ discountCodeFreeShippingCreate: made })
const foundData = z.object({ codeDiscountNodeByCode: z.object({ id: z.string() }).nullable() })
const endedData = z.object({
  discountCodeDeactivate: z.object({ userErrors: z.array(z.object({ message: z.string() })) }).nullable(),
})

/** Manages discount codes on the platform. The app needs the scope write_discounts. */
export function shopifyDiscounts(api: AdminApi): Pick<PlatformPort, 'createDiscount' | 'endDiscount'> {
  return {
    async createDiscount(shop, discount) {
      const result =
        discount.type === 'shipping'
          ? (
              await api.run(shop, {
                document: discountShippingDocument,
                variables: { discount: { ...common(discount), destination: { all: true } } },
                data: shippingData,
              })
            ).discountCodeFreeShippingCreate
          : (
              await api.run(shop, {
                document: discountBasicDocument,
                variables: {
                  discount: {
                    ...common(discount),
                    customerGets: { items: itemsOf(discount), value: valueOf(discount) },
                  },
                },
                data: basicData,
              })
            ).discountCodeBasicCreate
      if (result?.codeDiscountNode) return result.codeDiscountNode.id
      // An earlier attempt created it and lost the response.
      const found = await api.run(shop, {
        document: discountByCodeDocument,
        variables: { code: discount.code },
        data: foundData,
      })
      if (found.codeDiscountNodeByCode) return found.codeDiscountNodeByCode.id
      throw new UpstreamFailed('upstreamFailed')
    },
    async endDiscount(shop, code) {
      const id = (await api.run(shop, { document: discountByCodeDocument, variables: { code }, data: foundData }))
        .codeDiscountNodeByCode?.id
      if (id) await api.run(shop, { document: discountEndDocument, variables: { id }, data: endedData })
    },
  }
}

function common({ code, startsAt, endsAt, combinesWith, customerId }: NewDiscount) {
  return {
    title: code,
    code,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    usageLimit: 1,
    appliesOncePerCustomer: true,
    context: customerId === null ? { all: 'ALL' } : { customers: { add: [`gid://shopify/Customer/${customerId}`] } },
    combinesWith: {
      productDiscounts: combinesWith.includes('product'),
      orderDiscounts: combinesWith.includes('order'),
      shippingDiscounts: combinesWith.includes('shipping'),
    },
  }
}

const itemsOf = ({ productIds }: NewDiscount) =>
  productIds.length === 0
    ? { all: true }
    : { products: { productsToAdd: productIds.map((id) => `gid://shopify/Product/${id}`) } }

const valueOf = ({ type, value }: NewDiscount) =>
  type === 'percentage'
    ? { percentage: value / 100 }
    : { discountAmount: { amount: String(value), appliesOnEachItem: false } }
