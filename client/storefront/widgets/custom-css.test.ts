import { customStyle } from './custom-css.ts'

const layered =
  /^<style>@layer candor-own,candor-first,candor;@layer candor-own\{\[data-candor-widget=allReviews\]\{([^]*)\}\}<\/style>$/

/** Returns the kept styles without `!important`. */
const scoped = (css: string): string => {
  const style = customStyle('allReviews', css)
  return style ? (layered.exec(style.text)?.[1] ?? 'not layered').replaceAll('!important', '') : ''
}

test('nests the rules in the widget', () => {
  expect(scoped('.candor-title{color:red} @media (min-width:1px){p{margin:0}} color:blue;')).toBe(
    '.candor-title{color:red} @media (min-width:1px){p{margin:0}} color:blue;',
  )
})

test('makes every declaration override the widget’s and the theme’s', () => {
  const style = customStyle(
    'allReviews',
    'a:hover{color:red;--x:1} @media (min-width:1px){p{margin:0 !important;content:";}"}} color:blue;',
  )
  expect(style && style.text).toContain(
    '{a:hover{color:red!important;--x:1!important} @media (min-width:1px){p{margin:0 !important;content:";}"!important}} color:blue!important;}',
  )
})

test('does not join the text around a comment to a new one', () => {
  expect(scoped('.a{//**/* { */color:red} } body{background:red}')).toBe('.a{/ * { */color:red} } body{background:red}')
})

test.each([
  ['leaves its scope', 'p{color:red}} body{display:none}', 'p{color:red}'],
  ['ends the element', 'p{color:red}</style><script>', 'p{color:red}'],
  ['ends the element in a text', 'p{content:"</style>"}', ''],
  ['loads a picture', 'p{background:URL (//evil.test)} b{color:red}', 'b{color:red}'],
  ['loads by an escape', 'p{background:u\\72l(//evil.test)} b{color:red}', 'b{color:red}'],
  [
    'selects elements outside the widget',
    '+ p{color:red} & ~ p{color:red} b, ~ p{color:red} b{color:red} p + p{margin:0}',
    'b{color:red} p + p{margin:0}',
  ],
  ['imports', '@import "//evil.test"; b{color:red}', 'b{color:red}'],
  ['hides a brace in a comment', '/* } */ b{color:red}', 'b{color:red}'],
  ['hides a brace in a comment that another one makes', 'a{//**/* } */ color:red} b{color:red}', 'a{/ * }'],
  ['leaves a rule open', 'b{color:red} p{color:blue', 'b{color:red}'],
  ['leaves a text open', 'b{content:"} body{display:none}', ''],
  ['ends a text with a carriage return', 'b{content:"\r}"} body{display:none}', ''],
  ['ends a text with a form feed', "b{content:'\f}'} body{display:none}", ''],
  ['hides a brace in a text', 'b{content:"}"} p{color:red}', 'b{content:"}"} p{color:red}'],
])('leaves out what %s', (_what, css, kept) => {
  expect(scoped(css)).toBe(kept)
})
