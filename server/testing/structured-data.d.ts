/** Types of the packages that check structured data, which have none. */
declare module '@adobe/structured-data-validator' {
  export default class Validator {
    constructor(vocabulary: object)
    validate(found: object): Promise<{ severity: string; errorType?: string; fieldNames: string[] }[]>
  }
}

declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options?: { addLocation?: boolean; embedSource?: string[] })
    parse(html: string): object
  }
}
