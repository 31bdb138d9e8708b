// Reduces the full Admin schema to the types and fields that the Shopify adapter uses.
// Run: npm run platform-schema -- shopify_admin_schema_2026-10.json.gz
// The input is an introspection result, gzipped or not. The output is committed: a test validates the adapter's
// documents against it.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  parse,
  print,
  printSchema,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
} from 'graphql'
import * as documents from '../server/platform/shopify/documents.ts'
import { apiVersion } from '../server/platform/shopify/headers.ts'

const builtIn = new Set(['String', 'Int', 'Float', 'Boolean', 'ID'])
const output = new URL(`../server/platform/shopify/admin-${apiVersion}.graphql`, import.meta.url)

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the file with the full schema: npm run platform-schema -- <file.json or file.json.gz>')
const bytes = readFileSync(file)
const result = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as {
  data: Parameters<typeof buildClientSchema>[0]
}
// The platform's schema breaks deprecation rules that don't matter here.
const schema = buildClientSchema(result.data, { assumeValid: true })
writeFileSync(
  output,
  `# Made by npm run platform-schema: the part of the Admin API ${apiVersion} that the adapter uses.\n\n${cut(schema)}\n`,
)

/** Returns SDL with the types, fields and arguments that the documents name. */
function cut(full: GraphQLSchema): string {
  const used = usedNames(full)
  const definitions = parse(printSchema(full)).definitions.flatMap((definition) => kept(definition, used))
  return definitions.map((definition) => print(definition)).join('\n\n')
}

/** Returns field names by type name. Input objects and enums are kept whole. */
function usedNames(full: GraphQLSchema): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>()
  const use = (type: string, name?: string) => {
    const names = used.get(type) ?? new Set<string>()
    used.set(type, name === undefined ? names : names.add(name))
  }
  const useInput = (name: string) => {
    if (used.has(name)) return
    use(name)
    const type = full.getType(name)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) useInput(getNamedType(field.type).name)
  }
  for (const text of Object.values(documents)) {
    const document = parse(text)
    const problems = validate(full, document)
    if (problems.length > 0)
      throw new AggregateError(problems, `The Admin API ${apiVersion} refuses a document of the adapter`)
    const info = new TypeInfo(full)
    visit(
      document,
      visitWithTypeInfo(info, {
        Field() {
          const [parent, field] = [info.getParentType(), info.getFieldDef()]
          if (!parent || !field || field.name.startsWith('__')) return
          use(parent.name, field.name)
          use(getNamedType(field.type).name)
        },
        Argument(node) {
          const [parent, field, argument] = [info.getParentType(), info.getFieldDef(), info.getArgument()]
          if (!parent || !field || !argument) return
          use(parent.name, `${field.name}(${node.name.value})`)
          useInput(getNamedType(argument.type).name)
        },
        NamedType(node) {
          useInput(node.name.value)
        },
      }),
    )
  }
  // Implementing types need the fields of their interface; an interface needs at least one.
  for (const name of [...used.keys()]) {
    const type = full.getType(name)
    if (!isInterfaceType(type)) continue
    if (used.get(name)?.size === 0) use(name, Object.keys(type.getFields())[0])
    for (const { name: object } of full.getPossibleTypes(type))
      if (used.has(object)) for (const field of used.get(name) ?? []) use(object, field)
  }
  return used
}

function kept(definition: DefinitionNode, used: ReadonlyMap<string, ReadonlySet<string>>): DefinitionNode[] {
  if (definition.kind === 'SchemaDefinition')
    return [
      {
        ...definition,
        description: undefined,
        operationTypes: definition.operationTypes.filter(({ type }) => used.has(type.name.value)),
      },
    ]
  if (!('name' in definition) || !definition.name) return []
  const names = used.get(definition.name.value)
  if (!names || builtIn.has(definition.name.value)) return []
  const bare = { ...definition, description: undefined } as DefinitionNode
  if (bare.kind === 'UnionTypeDefinition')
    return [{ ...bare, types: (bare.types ?? []).filter(({ name }) => used.has(name.value)) }]
  if (bare.kind !== 'ObjectTypeDefinition' && bare.kind !== 'InterfaceTypeDefinition')
    return [withoutDescriptions(bare)]
  const fields = (bare.fields ?? []).filter(({ name }) => names.has(name.value)).map((field) => keptField(field, names))
  return [
    withoutDescriptions({
      ...bare,
      fields,
      interfaces: (bare.interfaces ?? []).filter(({ name }) => used.has(name.value)),
    }),
  ]
}

/** Keeps required arguments, so that a document without them is refused. */
function keptField(field: FieldDefinitionNode, names: ReadonlySet<string>): FieldDefinitionNode {
  const needed = (field.arguments ?? []).filter(
    ({ name, type }) => names.has(`${field.name.value}(${name.value})`) || type.kind === 'NonNullType',
  )
  return { ...field, arguments: needed }
}

function withoutDescriptions(definition: DefinitionNode): DefinitionNode {
  return visit(definition, {
    enter: (node) => ('description' in node && node.description ? { ...node, description: undefined } : undefined),
  })
}
