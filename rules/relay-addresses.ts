/** Marketplaces that hand sellers a forwarding address in place of the customer's, at a subdomain of their own. */
const MARKETPLACES = [
  ...['allegrogroup', 'amazon', 'bol', 'cdiscount', 'ebay', 'emag', 'etsy', 'fruugo', 'kaufland', 'lazada', 'manomano'],
  ...['mercadolibre', 'mercadolivre', 'mirakl', 'newegg', 'onbuy', 'otto', 'shein', 'shopee', 'temu', 'tiktok'],
  ...['catch', 'darty', 'facebook', 'fnac', 'leroymerlin', 'tiktokw', 'walmart', 'wayfair', 'wish', 'zalando'],
]
/** Forwarding domains of other forms. */
const FORWARDING_DOMAINS = ['allegromail.pl', 'fw.rakuten.ne.jp', 'kaufland-marktplatz.de', 'otto.market']

const relay = new RegExp(
  `\\.(${MARKETPLACES.join('|')})\\.[a-z]{2,3}(\\.[a-z]{2})?$|(^|\\.)(${FORWARDING_DOMAINS.join('|').replaceAll('.', '\\.')})$`,
)

/**
 * Returns whether an address belongs to a marketplace and not to the customer. It forwards messages about the order
 * only, and marketplaces forbid requests for reviews elsewhere. Private relays such as Apple's are the customer's own.
 */
export function isRelayAddress(email: string): boolean {
  return relay.test(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}
