import { importData } from '../imports/personal-data.ts'
import { discountData, pushData, requestData } from '../requests/requests/personal-data.ts'
import { archiveData } from '../reviews/archive/personal-data.ts'
import { reviewData } from '../reviews/reviews/personal-data.ts'
import { customerData } from '../shop/customers/personal-data.ts'
import { surveyData } from '../requests/survey/personal-data.ts'
import { orderData } from '../shop/orders/personal-data.ts'
import { webhookData } from '../shop/webhooks/personal-data.ts'
import type { PersonalData } from '../shop/privacy/personal-data.ts'

/** Every room with rows about customers. bench/r23.ts proves that none is missing. */
export const personalData: readonly PersonalData[] = [
  reviewData,
  requestData,
  discountData,
  pushData,
  surveyData,
  orderData,
  customerData,
  importData,
  archiveData,
  webhookData,
]
