import { closestWord } from './closest-word.ts'
import type { EmailTemplateKey } from './settings/email-templates.ts'

/** Merge fields of every email and notification to a customer. */
export const MERGE_FIELDS = ['customer_name', 'product_title', 'order_name', 'shop_name'] as const
/** Further merge fields of emails that ask for a review or a photo. */
const REQUEST_FIELDS = ['photo_reward'] as const
/** Further merge fields of the email with a discount code. */
export const DISCOUNT_FIELDS = ['discount_code', 'discount_value', 'discount_expires'] as const
export type MergeField =
  (typeof MERGE_FIELDS)[number] | (typeof REQUEST_FIELDS)[number] | (typeof DISCOUNT_FIELDS)[number]

/** Returns the merge fields that a template fills. */
export function listMergeFields(template: EmailTemplateKey): readonly MergeField[] {
  if (template === 'discountReview') return [...MERGE_FIELDS, ...DISCOUNT_FIELDS]
  return template === 'reviewReminder' || template === 'photoReminder'
    ? [...MERGE_FIELDS, ...REQUEST_FIELDS]
    : MERGE_FIELDS
}

/** Names of the same fields in other review apps, email tools and the platform's own emails. */
const ALIASES: Readonly<Record<MergeField, readonly string[]>> = {
  customer_name: [
    ...['first_name', 'firstname', 'firstName', 'customer_first_name', 'customer_firstname', 'customerName'],
    ...['reviewer_name', 'reviewer_first_name', 'buyer_name', 'recipient_name', 'user_name', 'username'],
    ...['customer.first_name', 'customer.firstName', 'customer.name', 'customer.full_name', 'reviewer.first_name'],
    ...['reviewer.name', 'person.first_name', 'contact.first_name', 'user.first_name', 'user.name'],
    ...['billing_address.first_name', 'shipping_address.first_name', 'order.customer.first_name'],
  ],
  product_title: [
    ...['product_name', 'productName', 'productTitle', 'item_name', 'item_title', 'product.title', 'product.name'],
    ...['item.title', 'item.name', 'line.title', 'line_item.title'],
  ],
  order_name: [
    ...['order_number', 'orderNumber', 'orderName', 'order_id', 'order.name', 'order.number', 'order.order_number'],
    'order.id',
  ],
  shop_name: [
    ...['store_name', 'storeName', 'shopName', 'brand_name', 'company_name', 'site_name', 'shop.name', 'store.name'],
    ...['company.name', 'organization.name', 'site.name'],
  ],
  photo_reward: ['reward', 'review_reward', 'incentive', 'photo_incentive', 'photo_discount'],
  discount_code: ['coupon_code', 'couponCode', 'discountCode', 'code', 'discount.code', 'coupon.code'],
  discount_value: ['discount_amount', 'coupon_value', 'discount.value', 'discount.amount', 'coupon.value'],
  discount_expires: [
    ...['discount_expiry', 'coupon_expiry', 'expiry_date', 'expiration_date', 'expires_at', 'discount.expires_at'],
    'coupon.expires_at',
  ],
}

type Scope = { [name: string]: string | Scope }

/** Returns the fields' values under all their names, with objects for names such as `customer.first_name`. */
export function buildMergeScope(fields: Partial<Record<MergeField, string>>): Scope {
  const scope: Scope = { ...fields }
  for (const [field, value] of Object.entries(fields) as [MergeField, string][])
    for (const path of ALIASES[field]) {
      const names = path.split('.')
      const last = names.pop() ?? ''
      let place = scope
      for (const name of names) place = (place[name] ??= {}) as Scope
      place[last] = value
    }
  return scope
}

/**
 * Returns the known field closest to a name that no email fills; null for a known one. Without a close one, returns all.
 * @param path name and properties, such as `['customer', 'first_name']`
 */
export function findClosestField(path: readonly string[], fields: readonly MergeField[]): string | null {
  const known = new Map(fields.flatMap((field) => [field, ...ALIASES[field]].map((name) => [name, field] as const)))
  const name = path.join('.')
  if (known.has(name) || known.has(path[0] ?? '')) return null
  const closest = closestWord(name, fields) ?? closestWord(name, [...known.keys()])
  return (closest && known.get(closest)) ?? fields.join(', ')
}
