import { isMessageCode } from '../messages.ts'
import { EMAIL_TEMPLATE_TYPES } from './email-templates.ts'
import { lockedBy, readSetting, SETTING_KEYS, SETTINGS, writeSetting, type SettingKey } from './settings.ts'

const { general, reviewBox, emailTemplates, emailSetting, requestTiming } = {
  general: SETTINGS.general.defaults,
  reviewBox: SETTINGS.reviewBox.defaults,
  emailTemplates: SETTINGS.emailTemplates.defaults,
  emailSetting: SETTINGS.emailSetting.defaults,
  requestTiming: SETTINGS.requestTiming.defaults,
}

describe.each(SETTING_KEYS)('%s', (key: SettingKey) => {
  const { schema, defaults, gated, kept } = SETTINGS[key]

  test('has valid defaults', () => {
    expect(schema.parse(defaults)).toEqual(defaults)
  })

  test.each([[undefined], [null], [[]], ['text'], [{}], [{ unknown: 1 }]])('reads %j as its defaults', (raw) => {
    expect(readSetting(key, raw)).toEqual(defaults)
  })

  test('reads itself back', () => {
    expect(readSetting(key, JSON.parse(JSON.stringify(defaults)))).toEqual(defaults)
  })

  test('reads any field of a wrong type as its default', () => {
    for (const wrong of [null, Symbol.iterator.toString(), -1, { a: 1 }, [[]]]) {
      const raw = Object.fromEntries(Object.keys(schema.shape).map((field) => [field, wrong]))
      expect(schema.safeParse(readSetting(key, raw)).success).toBe(true)
    }
  })

  test('every refusal is a code with a sentence', () => {
    for (const wrong of [undefined, null, Number.NaN, 1e9, 'x'.repeat(30_000), { a: 1 }, [1]]) {
      const parsed = schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map((field) => [field, wrong])))
      expect(parsed.error?.issues.filter(({ message }) => !isMessageCode(message))).toEqual([])
    }
  })

  test('gated and kept fields exist', () => {
    const fields: string[] = Object.keys(schema.shape)
    expect([...Object.keys(gated).map((path) => path.split('.')[0] ?? ''), ...kept].filter((field) => !fields.includes(field))).toEqual([])
  })
})

describe('reading', () => {
  test('keeps what is readable beside what is not', () => {
    const raw = { layout: 'grid', dateFormat: 'stardate', colours: { star: '#FF0000', text: 'javascript:1' }, mobileGridColumnsCount: 3 }
    expect(readSetting('reviewBox', raw)).toEqual({ ...reviewBox, layout: 'grid', colours: { ...reviewBox.colours, star: '#ff0000' } })
  })

  test('a rule across fields brings back the field it names', () => {
    expect(readSetting('requestTiming', { ...requestTiming, sendAfterCustom: 400, sendMethod: 'purchase' })).toEqual({ ...requestTiming, sendMethod: 'purchase' })
  })

  test('gives a copy: a reader cannot change the defaults', () => {
    readSetting('reviewBox', {}).colours.star = '#000000'
    expect(readSetting('reviewBox', {}).colours.star).toBe('#d98e04')
  })

  test('own keys only', () => {
    expect(readSetting('reviewBox', JSON.parse('{"__proto__":{"layout":"grid"}}'))).toEqual(reviewBox)
  })
})

describe('writing', () => {
  test('merges objects, replaces lists, drops the unknown', () => {
    const written = writeSetting('reviewBox', 'free', { current: reviewBox, patch: { layout: 'carousel', colours: { star: '#123456' }, unknown: true } })
    expect(written).toEqual({ ok: true, value: { ...reviewBox, layout: 'carousel', colours: { ...reviewBox.colours, star: '#123456' } } })
  })

  test('names every wrong field', () => {
    const written = writeSetting('reviewBox', 'free', { current: reviewBox, patch: { layout: 'pile', colours: { star: 'red' }, requiredName: 'yes' } })
    expect(written).toEqual({
      ok: false,
      problems: [{ path: 'layout', code: 'valueInvalid' }, { path: 'colours.star', code: 'valueInvalid' }, { path: 'requiredName', code: 'valueInvalid' }],
    })
  })

  test('gives the values a sentence needs', () => {
    expect(writeSetting('general', 'free', { current: general, patch: { maxReviewImport: 101 } }))
      .toEqual({ ok: false, problems: [{ path: 'maxReviewImport', code: 'betweenEqual', params: { min: 1, max: 100 } }] })
  })

  test.each([[null], ['text'], [[]]])('refuses %j as a patch', (patch) => {
    expect(writeSetting('general', 'free', { current: general, patch })).toEqual({ ok: false, problems: [{ path: '', code: 'malformedInput' }] })
  })

  test.each<[SettingKey, object, string, string]>([
    ['general', { deleteAfterDays: 15 }, 'recycleBin', 'deleteAfterDays'],
    ['general', { isTrashFeatureEnabled: false }, 'recycleBin', 'isTrashFeatureEnabled'],
    ['general', { enableUGCContent: true }, 'ugc', 'enableUGCContent'],
    ['general', { autoTranslate: true }, 'translatedContent', 'autoTranslate'],
    ['emailTemplates', { photoReminder: { enabled: true } }, 'photoReminder', 'photoReminder'],
    ['emailTemplates', { reviewReply: { subject: 'Hello' } }, 'reviewReply', 'reviewReply'],
    ['emailTemplates', { confirmEdit: { subject: 'Hello' } }, 'confirmEdit', 'confirmEdit'],
    ['emailTemplates', { discountReview: { enabled: true } }, 'discountEmail', 'discountReview'],
    ['emailTemplates', { reviewReminder: { customCss: 'p{}' } }, 'customCss', 'reviewReminder.customCss'],
  ])('%s %j needs %s', (...[key, patch, feature, path]) => {
    const current = readSetting(key, {})
    expect(writeSetting(key, 'free', { current, patch })).toEqual({ ok: false, feature, problems: [{ path, code: 'planRequired' }] })
    expect(writeSetting(key, 'enterprise', { current, patch }).ok).toBe(true)
  })

  test('a lower plan may send gated fields unchanged or clear them', () => {
    const current = { ...general, deleteAfterDays: 15 as const, enableUGCContent: true }
    expect(writeSetting('general', 'free', { current, patch: { ...current, hideReviewDate: true } }).ok).toBe(true)
    expect(writeSetting('general', 'free', { current, patch: { enableUGCContent: false } }).ok).toBe(true)
  })

  test('what verification finds out is not the merchant\'s to set', () => {
    const written = writeSetting('emailSetting', 'enterprise', { current: emailSetting, patch: { isVerified: true, sentEmailVerify: true, senderName: 'Candor' } })
    expect(written).toEqual({ ok: true, value: { ...emailSetting, senderName: 'Candor' } })
  })

  test('a port is a number (spec 5)', () => {
    expect(writeSetting('emailSetting', 'pro', { current: emailSetting, patch: { port: 'smtp' } })).toEqual({ ok: false, problems: [{ path: 'port', code: 'portMustBeNumber' }] })
  })
})

test('locks name their feature', () => {
  expect(lockedBy('emailTemplates', 'photoReminder.subject', 'free')).toBe('photoReminder')
  expect(lockedBy('emailTemplates', 'photoReminder.subject', 'pro')).toBeNull()
  expect(lockedBy('emailTemplates', 'reviewReminder.subject', 'free')).toBeNull()
  expect(lockedBy('general', 'deleteAfterDays', 'free')).toBe('recycleBin')
})

test('defaults of the specification', () => {
  expect(general.maxReviewImport).toBe(20)
  expect([15, 30]).toContain(general.deleteAfterDays)
  expect(reviewBox).toMatchObject({ layout: 'list', sortingDefault: 'recent' })
  expect(Object.keys(EMAIL_TEMPLATE_TYPES)).toEqual(['review-reminder', 'photo-reminder', 'confirm-edit', 'review-reply', 'email_discount_review'])
  expect(Object.keys(emailTemplates)).toEqual(Object.values(EMAIL_TEMPLATE_TYPES))
})
