// Prints the GraphQL schema as schema.graphql holds it: sorted, so that a change shows as its own lines.
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../server/app/graphql/schema.ts'

process.stdout.write(`${printSchema(lexicographicSortSchema(schema))}\n`)
