import { z } from 'zod'
import { normalizeLine, normalizeText } from './clean-text.ts'
import { maxEmailChars } from './limits.ts'
import { isMessageCode, type MessageCode, type MessageParams, type Problem } from './messages.ts'
import { countCharacters, countGraphemes } from './visible-text.ts'

/** Refuses an absent or empty value with 'This field is required' first. */
const requiredOr =
  (code: MessageCode) =>
  (issue: { input?: unknown }): MessageCode =>
    issue.input === undefined || issue.input === null || issue.input === '' ? 'required' : code

const emailShape =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u
const domainShape = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u

/** Whether a text is one plausible address: no quoted local part, a dot in the domain. */
export function isEmail(text: string): boolean {
  return (
    text.length <= maxEmailChars &&
    emailShape.test(text) &&
    !text.includes('..') &&
    !text.startsWith('.') &&
    !text.includes('.@')
  )
}

export function isDomain(text: string): boolean {
  return text.length <= 253 && domainShape.test(text)
}

export function emailDomain(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0
    ? ''
    : address
        .slice(at + 1)
        .trim()
        .toLowerCase()
}

/** An address, trimmed and lower-cased as customers are stored. `code` sets a form's own message. */
export const email = (code: 'invalidEmail' | 'emailFieldInvalid' = 'invalidEmail') =>
  z
    .string({ error: requiredOr(code) })
    .trim()
    .toLowerCase()
    .refine(isEmail, { error: requiredOr(code) })

export const optionalEmail = (code: 'invalidEmail' | 'emailFieldInvalid' = 'invalidEmail') =>
  z
    .string({ error: code })
    .trim()
    .toLowerCase()
    .refine((text) => text === '' || isEmail(text), { error: code })

/** At most `max` addresses separated by commas (spec 3, receivers of notifications); stored with ", ". */
export const emailList = (max: number) =>
  z
    .string({ error: 'invalidEmail' })
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim().toLowerCase())
        .filter(Boolean),
    )
    .superRefine((addresses, context) => {
      if (addresses.length > max) refuse(context, 'tooManyAddresses', { max })
      else if (!addresses.every(isEmail)) refuse(context, 'invalidEmail')
    })
    .transform((addresses) => addresses.join(', '))

export const domain = z
  .string({ error: requiredOr('invalidDomain') })
  .trim()
  .toLowerCase()
  .refine(isDomain, { error: requiredOr('invalidDomain') })

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Returns whether a name holds no tag, address or link, as mail programs turn even `evil.com` into a link. */
export const isPersonName = (text: string): boolean =>
  !/[<>@]|:\/\/|\b[Ww]{3}\.|\p{L}{2}\.\p{L}{2}|[\p{L}\p{N}]\.\p{Ll}{2}/u.test(text)

const atMost = (max: number, keep: (text: string) => string) =>
  z
    .string({ error: 'valueInvalid' })
    .transform(keep)
    .superRefine((value, context) => {
      if (countCharacters(value) > max) refuse(context, 'fillAtMost', { max })
    })

const notEmpty = (max: number, { keep, code }: { keep: (text: string) => string; code: MessageCode }) =>
  z
    .string({ error: requiredOr('valueInvalid') })
    .transform(keep)
    .superRefine((value, context) => {
      if (value === '') refuse(context, code)
      else if (countCharacters(value) > max) refuse(context, 'fillAtMost', { max })
    })

/** Text of several lines, cleaned and trimmed, with at most `max` visible characters; may be empty. */
export const text = (max: number) => atMost(max, normalizeText)

/** Text of one line: a name, a title, a subject. */
export const line = (max: number) => atMost(max, normalizeLine)

export const requiredText = (max: number, code: MessageCode = 'required') =>
  notEmpty(max, { keep: normalizeText, code })

export const requiredLine = (max: number, code: MessageCode = 'required') =>
  notEmpty(max, { keep: normalizeLine, code })

/** A label of at most `max` characters as readers count them: an emoji of several people is one. */
export const label = (max: number, { isOptional = false } = {}) =>
  z
    .string({ error: requiredOr('valueInvalid') })
    .transform(normalizeLine)
    .superRefine((value, context) => {
      if (value === '' && !isOptional) refuse(context, 'required')
      else if (countGraphemes(value) > max || value.length > max * 8) refuse(context, 'fillAtMost', { max })
    })

/**
 * A whole number from min to max. Others are refused with 'Number needs to be between equal 1 and 100' and the like.
 */
export const wholeNumber = (min: number, max: number) =>
  z.number({ error: requiredOr('mustBeDigits') }).superRefine((value, context) => {
    if (!Number.isInteger(value)) refuse(context, 'mustBeDigits')
    else if (value < min || value > max) refuse(context, 'betweenEqual', { min, max })
  })

/** One word of a list; otherwise 'Value invalid'. `name` is its enum in GraphQL, by default the field's name. */
export const oneOf = <const Word extends string>(words: readonly Word[], name?: string) => {
  const schema = z.literal(words, { error: requiredOr('valueInvalid') })
  return name ? schema.meta({ title: name }) : schema
}

/** A list; anything else is refused with `code`. */
export const listOf = <Item extends z.ZodType>(item: Item, code: MessageCode = 'valueInvalid') =>
  z.array(item, { error: code })

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Row ids without duplicates, at most `max`. */
export const rowIds = (max: number) =>
  listOf(z.string({ error: 'malformedId' }).regex(uuid, { error: 'malformedId' }))
    .transform((given) => [...new Set(given)])
    .superRefine((given, context) => {
      if (given.length > max) refuse(context, 'tooManyIds', { max })
    })

export const part = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape, { error: requiredOr('valueInvalid') })

export const flag = z.boolean({ error: requiredOr('valueInvalid') })

/** #rgb or #rrggbb, stored in lower case. */
export const colour = z
  .string({ error: 'valueInvalid' })
  .trim()
  .toLowerCase()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/, { error: 'valueInvalid' })

/** A color, or '' for the brand's. */
export const brandColour = z
  .string({ error: 'valueInvalid' })
  .trim()
  .toLowerCase()
  .regex(/^(?:#(?:[0-9a-f]{3}|[0-9a-f]{6}))?$/, { error: 'valueInvalid' })

/** Adds a refusal with a code of rules/messages.ts to a zod check. */
export function refuse<T>(context: z.core.$RefinementCtx<T>, code: MessageCode, params?: MessageParams): void {
  context.addIssue({ code: 'custom', message: code, ...(params && { params: { ...params } }) })
}

/** Converts zod's issues to codes of rules/messages.ts; issues without a code become 'Value invalid'. */
export function listProblems(error: z.ZodError): Problem[] {
  return error.issues.flatMap((issue): Problem[] => {
    const path = issue.path.map(String).join('.')
    // Lists each unknown field under its own name.
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [path, key].filter(Boolean).join('.'), code: 'unknownField' }))
    const code = isMessageCode(issue.message) ? issue.message : fallbackCode(issue)
    const params = issue.code === 'custom' ? paramsOf(issue.params) : undefined
    return [params ? { path, code, params } : { path, code }]
  })
}

function fallbackCode(issue: z.core.$ZodIssue): MessageCode {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined') ? 'required' : 'valueInvalid'
}

function paramsOf(params: Record<string, unknown> | undefined): MessageParams | undefined {
  if (!params) return undefined
  return Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )
}
