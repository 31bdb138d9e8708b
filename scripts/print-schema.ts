// Prints the GraphQL schema for schema.graphql, sorted to keep diffs small.
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../server/app/graphql/schema.ts'

process.stdout.write(`${printSchema(lexicographicSortSchema(schema))}\n`)
