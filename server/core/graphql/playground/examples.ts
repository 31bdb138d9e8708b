export const exampleDocuments = `# Candor speaks one GraphQL schema for its admin, for headless shops and for integrations.
# Put the cursor into an operation and press the play button.

query LatestReviews {
  viewer {
    shop {
      name
      ratingSummary { count average histogram }
      reviews(first: 5, sort: RECENT, filter: { status: [PUBLISHED] }) {
        totalCount
        edges { cursor node { id title content rate createdAt product { title } reply { content createdAt } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}

query Waiting {
  viewer { shop { reviews(first: 10, filter: { status: [PENDING] }) { edges { node { id content rate email } } } } }
}

mutation Publish($ids: [ID!]!) {
  publishReviews(input: { ids: $ids }) {
    __typename
    ... on PublishReviewsSuccess { data { reviews { id status } } }
    ... on InvalidInputError { message fields { path message } }
  }
}

subscription Import($id: ID!) {
  importProgress(importId: $id) { id status total done imported duplicates unmatched bad }
}
`
