import type { WordTable } from './word-table.ts'

/** Words of the page behind a product's QR code. */
export const qrCodeWords = [
  /*i18n*/ { id: 'qr.signIn', message: 'Sign in at the store' },
  /*i18n*/ { id: 'qr.gone', message: 'Product does not exist' },
  /*i18n*/ { id: 'qr.goneLead', message: 'The store no longer offers the product that this code belongs to.' },
] as const satisfies WordTable
