/** The same names in every language. */
export const brands = {
  aem: { name: 'AVADA Email Marketing' },
  aliexpress: { name: 'AliExpress' },
  amazon: { name: 'Amazon' },
  cjdropshipping: { name: 'CJDropshipping' },
  joy: { name: 'Joy' },
  judgeme: { name: 'Judge.me' },
  klaviyo: { name: 'Klaviyo' },
  pushOwl: { name: 'PushOwl' },
  shopee: { name: 'Shopee' },
} as const
