/** Bytes after gzip by the names of the budget. */
export declare function storefrontSizes(
  folder: string,
): Record<
  | 'storefront scripts of a page'
  | 'storefront scripts together'
  | 'storefront style of a page'
  | 'storefront style of a look'
  | 'theme style of a page',
  number
>
export declare const budget: Readonly<Record<string, number>>
