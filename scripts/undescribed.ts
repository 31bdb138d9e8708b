// Lists the parts of the GraphQL schema without a description, and descriptions of nothing. Fails if there are any.
import { schema, unusedDescriptions } from '../server/app/graphql/schema.ts'
import { listUndescribed } from '../server/core/graphql/describe-schema.ts'

const problems = [
  ...listUndescribed(schema).map((part) => `${part} has no description, or one that repeats its name.`),
  ...unusedDescriptions.map(
    (key) => `${key} is described in server/app/graphql/descriptions, but needs no description.`,
  ),
]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
