import { z } from 'zod'
import {
  colour,
  domain,
  email,
  emailDomain,
  emailList,
  isDomain,
  isEmail,
  isWebAddress,
  oneOf,
  optionalEmail,
  listProblems,
  requiredText,
  text,
  wholeNumber,
} from './validation.ts'
import { countCharacters } from './visible-text.ts'

const refusal = (schema: z.ZodType, input: unknown): string | undefined => {
  const parsed = schema.safeParse(input)
  return parsed.success ? undefined : listProblems(parsed.error)[0]?.code
}

test.each([
  ['ann@shop.test', true],
  ['ann.b+tag@mail.shop.co.uk', true],
  ["o'neil@shop.test", true],
  ['jürgen@münchen.de', true],
  ['ann@xn--mnchen-3ya.de', true],
  ['ann', false],
  ['ann@', false],
  ['@shop.test', false],
  ['ann@shop', false],
  ['ann@shop..test', false],
  ['.ann@shop.test', false],
  ['ann.@shop.test', false],
  ['a..n@shop.test', false],
  ['ann@-shop.test', false],
  ['ann b@shop.test', false],
  ['ann@shop.test\nBcc: all@shop.test', false],
  ['ann@shop.test, bob@shop.test', false],
  ['<ann@shop.test>', false],
  [`${'a'.repeat(250)}@shop.test`, false],
])('email address %p is valid: %s', (address, expected) => {
  expect(isEmail(address)).toBe(expected)
})

test.each([
  ['shop.test', true],
  ['a.b.shop.test', true],
  ['shop', false],
  ['shop.', false],
  ['-a.test', false],
  ['a_b.test', false],
  ['http://shop.test', false],
  ['1.2.3.4', false],
])('domain %p is valid: %s', (name, expected) => {
  expect(isDomain(name)).toBe(expected)
})

test.each([
  ['https://shop.test/a.png', true],
  ['http://shop.test', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['//shop.test', false],
  ['', false],
])('web address %p is valid: %s', (address, expected) => {
  expect(isWebAddress(address)).toBe(expected)
})

test.each([
  ['Ann@Shop.TEST', 'shop.test'],
  ['ann', ''],
  ['', ''],
  ['a@b@c.test', 'c.test'],
])('returns the domain of %p as %p', (address, expected) => {
  expect(emailDomain(address)).toBe(expected)
})

test.each<[string, z.ZodType, unknown, string | undefined]>([
  ['email', email(), ' Ann@Shop.test ', undefined],
  ['email', email(), '', 'required'],
  ['email', email(), undefined, 'required'],
  ['email', email(), 'ann', 'invalidEmail'],
  ['email of a form', email('emailFieldInvalid'), 'ann', 'emailFieldInvalid'],
  ['optional email', optionalEmail(), '', undefined],
  ['optional email', optionalEmail(), 'ann', 'invalidEmail'],
  ['email list', emailList(2), 'a@shop.test, b@shop.test,', undefined],
  ['email list', emailList(2), 'a@shop.test, b@shop.test, c@shop.test', 'tooManyAddresses'],
  ['email list', emailList(2), 'a@shop.test; b@shop.test', 'invalidEmail'],
  ['domain', domain, 'nope', 'invalidDomain'],
  ['domain', domain, '', 'required'],
  ['number', wholeNumber(1, 100), 1, undefined],
  ['number', wholeNumber(1, 100), 100, undefined],
  ['number', wholeNumber(1, 100), 0, 'betweenEqual'],
  ['number', wholeNumber(1, 100), 101, 'betweenEqual'],
  ['number', wholeNumber(1, 100), 1.5, 'mustBeDigits'],
  ['number', wholeNumber(1, 100), Number.NaN, 'mustBeDigits'],
  ['number', wholeNumber(1, 100), 'x', 'mustBeDigits'],
  ['number', wholeNumber(1, 100), null, 'required'],
  ['word', oneOf(['a', 'b']), 'a', undefined],
  ['word', oneOf(['a', 'b']), 'c', 'valueInvalid'],
  ['word', oneOf(['a', 'b']), undefined, 'required'],
  ['colour', colour, '#FFF', undefined],
  ['colour', colour, '#d98e04', undefined],
  ['colour', colour, 'red;background:url(x)', 'valueInvalid'],
  ['text', text(3), 'abc', undefined],
  ['text', text(3), 'abcd', 'fillAtMost'],
  ['text', text(3), ' abc ', undefined],
  ['text', text(3), 5, 'valueInvalid'],
  ['required text', requiredText(3), ' ', 'required'],
  ['required text', requiredText(3, 'replyRequired'), '\0', 'replyRequired'],
  ['required text', requiredText(3), 'abcd', 'fillAtMost'],
])('checks %s', (...[_what, schema, input, expected]) => {
  expect(refusal(schema, input)).toBe(expected)
})

test('normalizes values', () => {
  expect(email().parse(' Ann@Shop.test ')).toBe('ann@shop.test')
  expect(emailList(2).parse('A@shop.test,b@shop.test,')).toBe('a@shop.test, b@shop.test')
  expect(colour.parse(' #ABC ')).toBe('#abc')
})

test('counts characters as code points', () => {
  expect(countCharacters('日本👍')).toBe(3)
})

test('a problem has a path, a code and parameters', () => {
  const parsed = z
    .object({ list: z.array(z.object({ n: wholeNumber(1, 5) })) })
    .safeParse({ list: [{ n: 1 }, { n: 9 }] })
  expect(parsed.error && listProblems(parsed.error)).toEqual([
    { path: 'list.1.n', code: 'betweenEqual', params: { min: 1, max: 5 } },
  ])
})

test('an issue without our code has a sentence', () => {
  const parsed = z.strictObject({ name: z.string(), size: z.number() }).safeParse({ size: 'x', other: 1 })
  expect(parsed.error && listProblems(parsed.error).map(({ path, code }) => [path, code])).toEqual([
    ['name', 'required'],
    ['size', 'valueInvalid'],
    ['other', 'unknownField'],
  ])
})
