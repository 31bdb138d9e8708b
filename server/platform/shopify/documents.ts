/** Valid for the API version in headers.ts. */

const productFields = /* GraphQL */ `
  fragment ProductFields on Product {
    legacyResourceId
    handle
    title
    status
    vendor
    productType
    description(truncateAt: 2000)
    tags
    featuredMedia { preview { image { url(transform: { maxWidth: 1200 }) } } }
    variants(first: 50) { nodes { legacyResourceId title sku barcode price } }
  }
`

export const productSearchDocument = /* GraphQL */ `
  query CandorProductSearch($first: Int!, $query: String!) {
    products(first: $first, query: $query, sortKey: TITLE) { nodes { ...ProductFields } }
    shop { currencyCode }
  }
  ${productFields}
`

/** Run by `bulkRunDocument`, which replaces the filter: a bulk operation takes no variables. */
export const bulkProductsDocument = /* GraphQL */ `
  query CandorBulkProducts {
    products(query: "CANDOR_FILTER") {
      edges {
        node {
          id
          legacyResourceId
          handle
          title
          status
          vendor
          productType
          description(truncateAt: 2000)
          tags
          featuredMedia { preview { image { url(transform: { maxWidth: 1200 }) } } ... on MediaImage { id } }
          variants { edges { node { id legacyResourceId title sku barcode price } } }
        }
      }
    }
  }
`

export const bulkRunDocument = /* GraphQL */ `
  mutation CandorBulkRun($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: true) { bulkOperation { id } userErrors { code message } }
  }
`

export const bulkStateDocument = /* GraphQL */ `
  query CandorBulkState($id: ID!) {
    bulkOperation(id: $id) { status errorCode rootObjectCount fileSize url }
  }
`

export const productsByIdsDocument = /* GraphQL */ `
  query CandorProductsByIds($ids: [ID!]!) {
    nodes(ids: $ids) { ...ProductFields }
    shop { currencyCode }
  }
  ${productFields}
`

export const customerSearchDocument = /* GraphQL */ `
  query CandorCustomerSearch($first: Int!, $query: String!) {
    customers(first: $first, query: $query, sortKey: NAME) {
      nodes { legacyResourceId displayName firstName lastName locale defaultEmailAddress { emailAddress } }
    }
  }
`

export const shopDetailsDocument = /* GraphQL */ `
  query CandorShopDetails {
    shop {
      name
      contactEmail
      shopOwnerName
      ianaTimezone
      currencyCode
      primaryDomain { host }
      plan { partnerDevelopment shopifyPlus }
    }
    shopLocales { locale primary }
    currentAppInstallation { accessScopes { handle } }
  }
`

export const ordersCountDocument = /* GraphQL */ `
  query CandorOrdersCount($query: String!) {
    ordersCount(query: $query, limit: 10000) { count }
  }
`

/** Small pages: each order with its lines and parcels costs about a hundred points. */
export const ordersPageDocument = /* GraphQL */ `
  query CandorOrdersPage($first: Int!, $query: String!, $after: String, $sortKey: OrderSortKeys = ID, $reverse: Boolean = true) {
    orders(first: $first, query: $query, after: $after, sortKey: $sortKey, reverse: $reverse) {
      pageInfo { hasNextPage endCursor }
      nodes {
        legacyResourceId
        name
        email
        createdAt
        updatedAt
        cancelledAt
        displayFinancialStatus
        test
        customerLocale
        customer { legacyResourceId firstName lastName tags defaultEmailAddress { emailAddress marketingState } }
        shippingAddress { countryCodeV2 }
        billingAddress { countryCodeV2 }
        lineItems(first: 20) { nodes { id title variantTitle quantity currentQuantity product { legacyResourceId } variant { legacyResourceId } } }
        fulfillments(first: 3) {
          legacyResourceId
          status
          createdAt
          updatedAt
          deliveredAt
          displayStatus
          fulfillmentLineItems(first: 10) { nodes { quantity lineItem { id } } }
        }
      }
    }
  }
`

/** Without the lines of parcels: a bulk operation refuses a connection inside a list. */
export const bulkOrdersDocument = /* GraphQL */ `
  query CandorBulkOrders {
    orders(query: "CANDOR_FILTER") {
      edges {
        node {
          id
          legacyResourceId
          name
          email
          createdAt
          updatedAt
          cancelledAt
          displayFinancialStatus
          test
          customerLocale
          customer { legacyResourceId firstName lastName tags defaultEmailAddress { emailAddress marketingState } }
          shippingAddress { countryCodeV2 }
          billingAddress { countryCodeV2 }
          fulfillments(first: 10) { legacyResourceId status createdAt updatedAt deliveredAt displayStatus }
          lineItems {
            edges {
              node { id title variantTitle quantity currentQuantity product { legacyResourceId } variant { legacyResourceId } }
            }
          }
        }
      }
    }
  }
`

export const discountBasicDocument = /* GraphQL */ `
  mutation CandorDiscountBasic($discount: DiscountCodeBasicInput!) {
    discountCodeBasicCreate(basicCodeDiscount: $discount) { codeDiscountNode { id } userErrors { code message } }
  }
`

export const discountShippingDocument = /* GraphQL */ `
  mutation CandorDiscountShipping($discount: DiscountCodeFreeShippingInput!) {
    discountCodeFreeShippingCreate(freeShippingCodeDiscount: $discount) { codeDiscountNode { id } userErrors { code message } }
  }
`

export const discountByCodeDocument = /* GraphQL */ `
  query CandorDiscountByCode($code: String!) {
    codeDiscountNodeByCode(code: $code) { id }
  }
`

export const discountEndDocument = /* GraphQL */ `
  mutation CandorDiscountEnd($id: ID!) {
    discountCodeDeactivate(id: $id) { userErrors { message } }
  }
`

export const ratingDefinitionDocument = /* GraphQL */ `
  mutation CandorRatingDefinition($key: String!) {
    standardMetafieldDefinitionEnable(ownerType: PRODUCT, namespace: "reviews", key: $key, access: { storefront: PUBLIC_READ }) { userErrors { code message } }
  }
`

export const ratingsSetDocument = /* GraphQL */ `
  mutation CandorRatingsSet($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { userErrors { elementIndex message } }
  }
`

export const publishedLocalesDocument = /* GraphQL */ `
  query CandorPublishedLocales {
    shopLocales(published: true) { locale primary }
  }
`

export const appInstallationDocument = /* GraphQL */ `
  query CandorAppInstallation {
    currentAppInstallation { id }
  }
`

export const themeFilesDocument = /* GraphQL */ `
  query CandorThemeFiles($filenames: [String!]!, $first: Int!) {
    themes(first: 1, roles: [MAIN]) {
      nodes { files(first: $first, filenames: $filenames) { nodes { filename body { ... on OnlineStoreThemeFileBodyText { content } ... on OnlineStoreThemeFileBodyBase64 { contentBase64 } } } } }
    }
  }
`

export const ratingsDeleteDocument = /* GraphQL */ `
  mutation CandorRatingsDelete($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) { userErrors { message } }
  }
`

export const flowTriggerDocument = /* GraphQL */ `
  mutation CandorFlowTrigger($handle: String!, $payload: JSON!) {
    flowTriggerReceive(handle: $handle, payload: $payload) { userErrors { field message } }
  }
`

const subscriptionFields = /* GraphQL */ `
  fragment SubscriptionFields on AppSubscription {
    id
    name
    status
    test
    trialDays
    createdAt
    currentPeriodEnd
    lineItems { plan { pricingDetails { ... on AppRecurringPricing { interval planHandle } } } }
  }
`

export const subscriptionsDocument = /* GraphQL */ `
  query CandorSubscriptions($first: Int!, $known: [ID!]!) {
    currentAppInstallation {
      activeSubscriptions { ...SubscriptionFields }
      allSubscriptions(first: $first, sortKey: CREATED_AT, reverse: true) { nodes { ...SubscriptionFields } }
    }
    nodes(ids: $known) { ...SubscriptionFields }
  }
  ${subscriptionFields}
`

export const subscribeDocument = /* GraphQL */ `
  mutation CandorSubscribe(
    $name: String!
    $returnUrl: URL!
    $lineItems: [AppSubscriptionLineItemInput!]!
    $trialDays: Int
    $test: Boolean
    $replacementBehavior: AppSubscriptionReplacementBehavior
  ) {
    appSubscriptionCreate(
      name: $name
      returnUrl: $returnUrl
      lineItems: $lineItems
      trialDays: $trialDays
      test: $test
      replacementBehavior: $replacementBehavior
    ) {
      confirmationUrl
      appSubscription { id }
      userErrors { field message }
    }
  }
`

export const subscriptionCancelDocument = /* GraphQL */ `
  mutation CandorSubscriptionCancel($id: ID!) {
    appSubscriptionCancel(id: $id, prorate: false) { appSubscription { id status } userErrors { field message } }
  }
`
