import type { InputFieldMap } from '@pothos/core'
import { isSetName, findLockingFeature, type Fields } from '../../../rules/settings/document.ts'
import { byKey, type Shape } from '../../../rules/settings/shape.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../../../rules/settings/settings.ts'
import { requiredPlan, type Feature } from '../../../rules/plans.ts'
import { readPlan } from '../../core/context.ts'
import { PlanRequired, Stale } from '../../core/errors.ts'
import { builder, capitalised } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { encodeId } from '../../core/global-ids.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { readVersionedSetting, saveSetting, type SettingChange } from './settings.ts'

type ObjectFields = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<Fields>>['implement']>[0]['fields']>
>[0]
type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

interface Place {
  parent: string
  field: string
  shape: Shape
}

const typeName = ({ parent, field, shape }: Place): string => shape.name ?? `${parent}${capitalised(field)}`

function descriptionOf({ kind, description, values }: Shape): { description: string } {
  return { description: values && kind !== 'choice' ? `${description} One of ${values.join(', ')}.` : description }
}

/** Pothos infers types from literals. These are built at run time, so all pass as the simplest type. */
const asType = (type: unknown) => type as 'String'

function leafType({ kind, values = [] }: Shape, name: string) {
  return asType(
    kind === 'choice'
      ? enumOf(name, values as readonly string[])
      : { flag: 'Boolean', number: 'Int', text: 'String', object: name, list: name }[kind],
  )
}

/** Returns a type by its name, made on first use: shapes with the same name share it. */
function shared<Type>(make: (place: Place, name: string) => Type): (place: Place) => Type {
  const made = new Map<string, Type>()
  return (place) => {
    const name = typeName(place)
    const type = made.get(name) ?? make(place, name)
    made.set(name, type)
    return type
  }
}

const outputType: (place: Place) => ReturnType<typeof asType> = shared(({ shape }, name) =>
  shape.kind === 'object'
    ? asType(builder.objectRef<Fields>(name).implement({ fields: (t) => outputFields(t, shape, name) }))
    : leafType(shape, name),
)

function outputFields(t: ObjectFields, { fields = {} }: Shape, parent: string) {
  return Object.fromEntries(
    Object.entries(fields).map(([field, shape]) => {
      const { item, nullable } = shape
      const type = outputType({ parent, field, shape: item ?? shape })
      const resolve = (value: Fields) => value[field] as string
      return [
        field,
        item
          ? t.field({
              type: [type],
              ...descriptionOf(shape),
              resolve: (value) => (shape.keyedBy ? keyed(shape, value[field]) : value[field]) as string[],
            })
          : t.field({ type, nullable, ...descriptionOf(shape), resolve }),
      ]
    }),
  )
}

/** Turns an object by key into a list. Choices keep their values, which GraphQL's enums know. */
const keyed = ({ keyedBy = '' }: Shape, value: unknown): unknown =>
  Object.entries(value as Fields).map(([key, each]) => ({ [keyedBy]: key, ...(each as object) }))

/** List entries are complete, as a save replaces the list; other fields may be absent. */
const inputType = (required: boolean): typeof outputType =>
  shared(({ shape }, name) =>
    shape.kind === 'object'
      ? asType(builder.inputType(`${name}Input`, { fields: (t) => inputFields(t, { shape, parent: name, required }) }))
      : leafType(shape, name),
  )
const [entryType, partType] = [inputType(true), inputType(false)]

function inputFields(
  t: InputFields,
  { shape: { fields = {} }, parent, required }: { shape: Shape; parent: string; required: boolean },
): InputFieldMap {
  return Object.fromEntries(
    Object.entries(fields).map(([field, shape]) => {
      const { item } = shape
      const type = ((item && !shape.keyedBy) || required ? entryType : partType)({
        parent,
        field,
        shape: item ?? shape,
      })
      return [
        field,
        t.field({
          type: item ? ([type] as unknown as typeof type) : type,
          required: required && !shape.nullable && !shape.isOptional,
          ...descriptionOf(shape),
        }),
      ]
    }),
  )
}

const Locked = builder.objectRef<{ field: string; feature: Feature }>('LockedSetting').implement({
  description: 'A field that the shop’s plan locks.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Its path, such as photoReminder or reviewReminder.customCss.' }),
    feature: t.exposeString('feature', { description: 'The feature that it belongs to.' }),
    plan: t.string({
      description: 'The cheapest plan with the feature.',
      resolve: ({ feature }) => requiredPlan(feature),
    }),
  }),
})

/** The inputs of the save mutations, for fields that accept a draft. */
export const saveInputs = {} as Record<SettingKey, ReturnType<typeof builder.inputType>>

function addDocument(key: SettingKey): void {
  const { shape, kept, gated, secrets } = SETTINGS[key]
  const name = capitalised(key)
  const type = /Settings?$/.test(key) ? name : `${name}Settings`
  const Document = builder.objectRef<Fields>(type).implement({
    description: shape.description,
    fields: (t) => ({
      id: t.id({
        description: 'The id of the document.',
        resolve: (_value, _args, { ctx }) => encodeId(type, ctx.shop.id),
      }),
      version: t.int({
        description: 'Raised by each save; 0 before the first.',
        resolve: ({ version }) => version as number,
      }),
      locked: t.field({
        type: [Locked],
        description: 'Fields that the shop’s plan locks.',
        resolve: (_value, _args, { ctx }) =>
          Object.entries<Feature>(gated).flatMap(([field, feature]) =>
            findLockingFeature({ gated }, field, readPlan(ctx)) ? [{ field, feature }] : [],
          ),
      }),
      ...outputFields(t, shape, name),
      ...Object.fromEntries(
        Object.keys(secrets).map((field) => [
          isSetName(field),
          t.boolean({
            description: `Whether ${field} is stored.`,
            resolve: (value) => value[isSetName(field)] === true,
          }),
        ]),
      ),
    }),
  })
  builder.objectField(Shop, key, (t) =>
    t.field({
      type: Document,
      description: shape.description,
      resolve: (_shop, _args, { ctx }) => readVersionedSetting(ctx, key),
    }),
  )
  const written: Shape = {
    ...shape,
    fields: Object.fromEntries(Object.entries(shape.fields ?? {}).filter(([field]) => !kept.includes(field))),
  }
  const Input = builder.inputType(`Save${name}Input`, {
    description: 'Absent fields keep their value.',
    fields: (t) => ({
      ...inputFields(t, { shape: written, parent: name, required: false }),
      ...Object.fromEntries(
        Object.entries(secrets).map(([field, { description = '' }]) => [
          field,
          t.string({ description: `${description} Stored encrypted and never answered; an empty text deletes it.` }),
        ]),
      ),
      version: t.int({
        description: 'The version that the caller read. Nothing is saved if the document has another one.',
      }),
    }),
  })
  saveInputs[key] = Input
  builder.mutationField(`save${name}`, (t) =>
    t.field({
      type: Document,
      description: `Saves ${key}. The storefront and the rules follow at once.`,
      errors: { types: [PlanRequired, Stale] },
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input }, { ctx }) => saveSetting(ctx, key, given(shape, input) as SettingChange<typeof key>),
    }),
  )
}

/** Returns an input without the nulls that GraphQL clients send for absent fields. Nullable fields keep theirs. */
function given({ fields = {} }: Shape, input: object): Fields {
  return Object.fromEntries(
    Object.entries(input).flatMap(([field, value]: [string, unknown]) => {
      const shape = fields[field]
      if (value === undefined || (value === null && !shape?.nullable)) return []
      if (shape?.item && shape.keyedBy) {
        const { item, keyedBy } = shape
        return [
          [
            field,
            byKey(
              (value as object[]).map((entry) => given(item, entry)),
              keyedBy,
            ),
          ],
        ]
      }
      return [[field, shape?.kind === 'object' ? given(shape, value as object) : value]]
    }),
  )
}

SETTING_KEYS.forEach(addDocument)
