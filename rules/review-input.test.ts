import { z } from 'zod'
import { imageProblem, merchantReview, rate, replyInput, shopperReview } from './review-input.ts'
import { formatMessage } from './messages.ts'
import { listProblems } from './validation.ts'

const refusals = (schema: z.ZodType, input: unknown): string[] => {
  const parsed = schema.safeParse(input)
  return parsed.success
    ? []
    : listProblems(parsed.error).map(({ path, code, params }) => `${path}: ${formatMessage(code, params)}`)
}

test.each<[unknown, string[]]>([
  [1, []],
  [5, []],
  [0, [': The rating must be between 1 and 5']],
  [6, [': The rating must be between 1 and 5']],
  [4.5, [': The rating must be between 1 and 5']],
  ['5', [': Choose one to five stars']],
  [null, [': Choose one to five stars']],
  [Number.POSITIVE_INFINITY, [': Choose one to five stars']],
])('checks rate %p', (value, expected) => {
  expect(refusals(rate, value)).toEqual(expected)
})

describe("the shopper's form (spec 5)", () => {
  const strict = shopperReview({ requiredName: true, requiredEmail: true })
  const loose = shopperReview({ requiredName: false, requiredEmail: false })
  const full = { rate: '4', title: ' Good ', content: 'Holds\r\nwater', name: 'Ann Maria Berg', email: 'Ann@Shop.test' }

  test('reads a form post', () => {
    expect(strict.parse(full)).toEqual({
      rate: 4,
      title: 'Good',
      content: 'Holds\nwater',
      firstName: 'Ann Maria',
      lastName: 'Berg',
      email: 'ann@shop.test',
    })
  })

  test('accepts stars alone if nothing else is required', () => {
    expect(loose.parse({ rate: 5 })).toEqual({
      rate: 5,
      title: '',
      content: '',
      firstName: '',
      lastName: '',
      email: '',
    })
  })

  test.each<[string, typeof strict, Record<string, unknown>, string[]]>([
    ['no stars', strict, { ...full, rate: '' }, ['rate: Choose one to five stars']],
    ['no stars at all', strict, { ...full, rate: undefined }, ['rate: Choose one to five stars']],
    ['half stars', strict, { ...full, rate: '4.5' }, ['rate: Choose one to five stars']],
    ['six stars', strict, { ...full, rate: '6' }, ['rate: The rating must be between 1 and 5']],
    ['name missing', strict, { ...full, name: ' ' }, ['name: This is a required field']],
    ['name absent', strict, { ...full, name: undefined }, ['name: This is a required field']],
    ['address missing', strict, { ...full, email: '' }, ['email: This is a required field']],
    ['address absent', strict, { ...full, email: undefined }, ['email: This is a required field']],
    ['address wrong', strict, { ...full, email: 'ann' }, ['email: Email field is invalid']],
    ['address wrong where not needed', loose, { ...full, email: 'ann' }, ['email: Email field is invalid']],
    ['long text', loose, { ...full, content: 'x'.repeat(5_001) }, ['content: Fill at most 5000 characters']],
    ['long title', loose, { ...full, title: 'x'.repeat(201) }, ['title: Fill at most 200 characters']],
    ['long name', loose, { ...full, name: 'x'.repeat(101) }, ['name: Fill at most 100 characters']],
  ])('refuses %s', (...[_what, schema, input, expected]) => {
    expect(refusals(schema, input)).toEqual(expected)
  })
})

const megabyte = 1024 * 1024
const image = (contentType: string, size = megabyte) => ({ contentType, size })
test.each([
  ['none', [], null],
  [
    'five of each kind',
    [image('image/gif'), image('image/jpeg'), image('image/png'), image('image/png'), image('IMAGE/PNG')],
    null,
  ],
  ['six', Array.from({ length: 6 }, () => image('image/png')), 'You have reached the file upload limit'],
  ['WebP and AVIF', [image('image/webp'), image('image/avif')], null],
  [
    'HEIC',
    [image('image/heic')],
    'HEIC photos can’t be read. Save the photo as JPEG, or take a screenshot of it and add that.',
  ],
  ['svg', [image('image/svg+xml')], 'Invalid file type'],
  ['5 MB', [image('image/png', 5 * megabyte)], null],
  ['5 MB and a byte', [image('image/png', 5 * megabyte + 1)], 'Invalid file size'],
] as const)('checks images: %s', (_what, images, expected) => {
  const code = imageProblem(images)
  expect(code === null ? null : formatMessage(code)).toBe(expected)
})

test("reads a merchant's review", () => {
  expect(merchantReview.parse({ rate: 3 })).toEqual({
    rate: 3,
    title: '',
    content: '',
    firstName: '',
    lastName: '',
    email: '',
  })
  expect(refusals(merchantReview, { rate: 3, email: 'ann' })).toEqual(['email: Invalid email'])
  expect(refusals(merchantReview, { content: 'x' })).toEqual(['rate: Choose one to five stars'])
})

test.each<[unknown, string[]]>([
  [{ content: ' Thanks ' }, []],
  [{ content: ' ' }, ['content: Reply content is required']],
  [{}, ['content: This field is required']],
  [{ content: 'x'.repeat(5_001) }, ['content: Fill at most 5000 characters']],
])('checks reply %#', (input, expected) => {
  expect(refusals(replyInput, input)).toEqual(expected)
})
