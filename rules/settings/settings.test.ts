import { isMessageCode } from '../messages.ts'
import { FEATURES, PLAN_IDS, plans, type Feature } from '../plans.ts'
import {
  applyPlan,
  featuresLost,
  isFields,
  findLockingFeature,
  readDocument,
  readPath,
  writeDocument,
  type SettingsDocument,
} from './document.ts'
import { EMAIL_SETTING } from './email-setting.ts'
import { EMAIL_TEMPLATE_TYPES, EMAIL_TEMPLATES } from './email-templates.ts'
import { GENERAL } from './general.ts'
import { REQUEST_TIMING } from './request-timing.ts'
import { REVIEW_BOX } from './review-box.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey } from './settings.ts'
import { fromGraphql, toGraphql, type Shape } from './shape.ts'

const patchAt = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, field) => ({ [field]: inner }), value) as object

/** Returns another valid value of a gated field. */
function otherIn(document: SettingsDocument, path: string): unknown {
  const value = readPath(document.defaults, path)
  const shape = document.shape.fields?.[path]
  const choices = [...(shape?.values ?? []), ...(shape?.item?.values ?? []).map((each) => [each])]
  const candidates = [otherThan(value), ...choices, '#123456', `/media/${'0'.repeat(36)}/${'0'.repeat(64)}/medium`]
  return (
    candidates.find(
      (each) => each !== value && document.schema.safeParse({ ...document.defaults, ...patchAt(path, each) }).success,
    ) ?? otherThan(value)
  )
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value === 30 ? 15 : 30
  if (isFields(value) && 'de' in value) return { de: { [Object.keys(value['de'] as object)[0] ?? '']: 'Another' } }
  return isFields(value) ? { enabled: !value['enabled'] } : `${String(value)}p {}`
}

function undescribed({ fields = {}, item }: Shape, path = ''): string[] {
  const within = Object.entries(fields).flatMap(([name, field]) => [
    ...(field.description ? [] : [path + name]),
    ...undescribed(field, `${path}${name}.`),
  ])
  return [...within, ...(item ? undescribed(item, path) : [])]
}

describe.each(SETTING_KEYS)('%s', (key: SettingKey) => {
  const document = SETTINGS[key] as unknown as SettingsDocument
  const { schema, defaults, gated, kept, secrets, shape } = document
  const fields: string[] = Object.keys(schema.shape)

  test('has valid defaults', () => {
    expect(schema.parse(defaults)).toEqual(defaults)
  })

  test.each([[undefined], [null], [[]], ['text'], [{}], [{ unknown: 1 }]])('reads %j as the defaults', (raw) => {
    expect(readDocument(document, raw)).toEqual(defaults)
  })

  test('survives a round trip, also through GraphQL', () => {
    expect(readDocument(document, JSON.parse(JSON.stringify(defaults)))).toEqual(defaults)
    expect(fromGraphql(shape, toGraphql(shape, defaults))).toEqual(defaults)
  })

  test('reads any field of a wrong type as its default', () => {
    for (const wrong of [null, Symbol.iterator.toString(), -1, { a: 1 }, [[]]]) {
      const raw = Object.fromEntries(fields.map((field) => [field, wrong]))
      expect(schema.safeParse(readDocument(document, raw)).success).toBe(true)
    }
  })

  test('refuses with codes that have a sentence', () => {
    for (const wrong of [undefined, null, Number.NaN, 1e9, 'x'.repeat(30_000), { a: 1 }, [1]]) {
      const parsed = schema.safeParse(Object.fromEntries(fields.map((field) => [field, wrong])))
      expect(parsed.error?.issues.filter(({ message }) => !isMessageCode(message))).toEqual([])
    }
  })

  test('describes itself and every field', () => {
    expect([shape.description === '' ? key : '', ...undescribed(shape)].join('')).toBe('')
    expect(Object.values(secrets).filter(({ description }) => !description)).toEqual([])
  })

  test('declares existing fields, without reserved names', () => {
    expect(
      [...Object.keys(gated).map((path) => path.split('.')[0] ?? ''), ...kept].filter(
        (field) => !fields.includes(field),
      ),
    ).toEqual([])
    expect(
      [...fields, ...Object.keys(secrets)].filter(
        (field) => ['id', 'version', 'locked'].includes(field) || /IsSet$/.test(field),
      ),
    ).toEqual([])
    expect(Object.keys(secrets).filter((field) => fields.includes(field))).toEqual([])
  })
})

describe('readDocument', () => {
  test('keeps valid fields next to invalid ones', () => {
    const raw = {
      layout: 'grid',
      dateFormat: 'stardate',
      colours: { star: '#FF0000', text: 'javascript:1' },
      mobileGridColumnsCount: 3,
    }
    expect(readDocument(REVIEW_BOX, raw)).toEqual({
      ...REVIEW_BOX.defaults,
      layout: 'grid',
      colours: { ...REVIEW_BOX.defaults.colours, star: '#ff0000' },
    })
  })

  test('a rule across fields resets the field it names', () => {
    expect(
      readDocument(REQUEST_TIMING, { ...REQUEST_TIMING.defaults, sendAfterCustom: 400, sendMethod: 'purchase' }),
    ).toEqual({ ...REQUEST_TIMING.defaults, sendMethod: 'purchase' })
  })

  test('returns a copy, so that the defaults stay unchanged', () => {
    readDocument(REVIEW_BOX, {}).colours.star = '#000000'
    expect(readDocument(REVIEW_BOX, {}).colours.star).toBe('')
  })

  test('accepts only own keys', () => {
    expect(readDocument(REVIEW_BOX, JSON.parse('{"__proto__":{"layout":"grid"}}'))).toEqual(REVIEW_BOX.defaults)
  })
})

const gates = SETTING_KEYS.flatMap((key) =>
  Object.entries<Feature>(SETTINGS[key].gated).map(([path, feature]) => [key, path, feature] as const),
)
test.each(gates)('%s.%s needs a plan with %s', (...[key, path, feature]) => {
  const document = SETTINGS[key] as unknown as SettingsDocument
  const { defaults } = document
  const patch = patchAt(path, otherIn(document, path))
  for (const plan of PLAN_IDS) {
    const written = writeDocument(document, plan, { current: defaults, patch })
    const isOpen = plans[plan].tier >= FEATURES[feature]
    expect({ plan, written }).toMatchObject({
      plan,
      written: isOpen ? { ok: true } : { ok: false, feature, problems: [{ path, code: 'planRequired' }] },
    })
    expect(findLockingFeature(document, `${path}.inner`, plan)).toBe(isOpen ? null : feature)
    // Its current value and its default are always allowed.
    const changed = readDocument(document, patch)
    for (const allowed of [changed, defaults])
      expect(writeDocument(document, plan, { current: changed, patch: allowed }).ok).toBe(true)
  }
})

test.each(gates)('%s.%s has no effect without %s, and keeps its value', (...[key, path, feature]) => {
  const document: SettingsDocument = SETTINGS[key]
  const stored = readDocument(document, patchAt(path, otherIn(document, path)))
  for (const plan of PLAN_IDS) {
    const isOpen = plans[plan].tier >= FEATURES[feature]
    const shown = readPath(applyPlan(document, stored, plan), path)
    expect({ plan, shown }).toEqual({ plan, shown: readPath(isOpen ? stored : document.defaults, path) })
    expect(featuresLost(document, stored, plan).includes(feature)).toBe(!isOpen)
  }
})

describe('writeDocument', () => {
  const write = <Value extends object>(document: { defaults: Value }, patch: unknown) =>
    writeDocument(document as unknown as SettingsDocument, 'enterprise', { current: document.defaults as never, patch })

  test('merges objects, replaces lists, drops unknown fields', () => {
    const value = {
      ...REVIEW_BOX.defaults,
      layout: 'carousel',
      colours: { ...REVIEW_BOX.defaults.colours, star: '#123456' },
    }
    expect(write(REVIEW_BOX, { layout: 'carousel', colours: { star: '#123456' }, unknown: true })).toEqual({
      ok: true,
      value,
      secrets: {},
    })
  })

  test('names every wrong field', () => {
    expect(write(REVIEW_BOX, { layout: 'pile', colours: { star: 'red' }, requiredName: 'yes' })).toEqual({
      ok: false,
      problems: [
        { path: 'layout', code: 'valueInvalid' },
        { path: 'colours.star', code: 'valueInvalid' },
        { path: 'requiredName', code: 'valueInvalid' },
      ],
    })
  })

  test('returns the parameters of a sentence', () => {
    expect(write(GENERAL, { maxReviewImport: 101 })).toEqual({
      ok: false,
      problems: [{ path: 'maxReviewImport', code: 'betweenEqual', params: { min: 1, max: 100 } }],
    })
  })

  test.each([[null], ['text'], [[]]])('refuses %j as a patch', (patch) => {
    expect(write(GENERAL, patch)).toEqual({ ok: false, problems: [{ path: '', code: 'malformedInput' }] })
  })

  test('ignores fields that only the server writes', () => {
    expect(write(EMAIL_SETTING, { isVerified: true, sentEmailVerify: 'x', senderName: 'Candor' })).toEqual({
      ok: true,
      value: { ...EMAIL_SETTING.defaults, senderName: 'Candor' },
      secrets: {},
    })
  })

  test('returns secrets separately from the value', () => {
    expect(write(EMAIL_SETTING, { password: 's3cret' })).toEqual({
      ok: true,
      value: EMAIL_SETTING.defaults,
      secrets: { password: 's3cret' },
    })
    expect(write(EMAIL_SETTING, { password: 5, port: 'smtp' })).toEqual({
      ok: false,
      problems: [
        { path: 'port', code: 'portMustBeNumber' },
        { path: 'password', code: 'valueInvalid' },
      ],
    })
  })
})

test('has the defaults of the specification', () => {
  expect(GENERAL.defaults.maxReviewImport).toBe(20)
  expect([15, 30]).toContain(GENERAL.defaults.deleteAfterDays)
  expect(REVIEW_BOX.defaults).toMatchObject({ layout: 'list', sortingDefault: 'recent' })
  expect(Object.keys(EMAIL_TEMPLATE_TYPES)).toEqual([
    'review-reminder',
    'photo-reminder',
    'confirm-edit',
    'review-reply',
    'email_discount_review',
    'customer-survey',
  ])
  expect(Object.keys(EMAIL_TEMPLATES.defaults)).toEqual(Object.values(EMAIL_TEMPLATE_TYPES))
})

test('deletes the password when the mail server changes, unless the patch has a new one', () => {
  const current = { ...EMAIL_SETTING.defaults, host: 'smtp.one.test' }
  const secretsOf = (patch: object) => writeDocument(EMAIL_SETTING, 'free', { current, patch })
  expect(secretsOf({ host: 'smtp.two.test' })).toMatchObject({ ok: true, secrets: { password: '' } })
  expect(secretsOf({ host: 'smtp.two.test', password: 'new' })).toMatchObject({
    ok: true,
    secrets: { password: 'new' },
  })
  expect(secretsOf({ port: 465 })).toMatchObject({ ok: true, secrets: {} })
})
