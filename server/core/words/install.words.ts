import type { WordTable } from './word-table.ts'

/** Words of the pages that a failed installation shows to the merchant. */
export const installWords = [
  /*i18n*/ { id: 'install.badShop', message: 'We couldn’t find your shop' },
  /*i18n*/ {
    id: 'install.badShopLead',
    message: 'Enter the permanent domain of your Shopify shop, such as my-shop.myshopify.com.',
  },
  /*i18n*/ { id: 'install.shop', message: 'Your shop’s domain' },
  /*i18n*/ { id: 'install.begin', message: 'Continue' },
  /*i18n*/ { id: 'install.invalid', message: 'We couldn’t confirm this sign-in' },
  /*i18n*/ {
    id: 'install.invalidLead',
    message:
      'The link has expired, was already used, or was opened in another browser. Nothing was changed. Start again.',
  },
  /*i18n*/ { id: 'install.refused', message: 'Shopify didn’t give us access' },
  /*i18n*/ {
    id: 'install.refusedLead',
    message: 'The approval was already used or withdrawn. Nothing was changed. Start again.',
  },
  /*i18n*/ { id: 'install.away', message: 'Shopify isn’t answering right now' },
  /*i18n*/ { id: 'install.awayLead', message: 'Nothing was lost. Wait a minute, then try again.' },
  /*i18n*/ { id: 'install.again', message: 'Try again' },
] as const satisfies WordTable
