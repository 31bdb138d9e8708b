/** A request that one outsider or merchant can send. */
export interface HostileRequest {
  kind: 'address' | 'form' | 'template' | 'styles' | 'file'
  name: string
  path: string
  method?: 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string
  /** Sent with the merchant's token. */
  asMerchant?: boolean
}

const longPath = 15_000
/** Fills a length with a repeated piece. */
const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Texts on which careless expressions and parsers are slow. */
const shapes: Record<string, (length: number) => string> = {
  slashes: (length) => `${fill('/', length)}x`,
  spaces: (length) => `${fill(' ', length)}x`,
  'line ends': (length) => `${fill(' \n', length)}x`,
  quotes: (length) => fill('"', length),
  'quoted pairs': (length) => fill('"a" ', length),
  'open tags': (length) => fill('<a ', length),
  'open comments': (length) => fill('<!--', length),
  entities: (length) => fill('&', length),
  'open braces': (length) => fill('{{', length),
  stars: (length) => fill('*', length),
  commas: (length) => fill('a,', length),
  dots: (length) => `a@${fill('a.', length)}`,
  dashes: (length) => fill('-aaaaaaaa', length),
  'combining marks': (length) => fill('a\u0301', length),
  'one letter': (length) => fill('a', length),
}

const shapedAt = (
  name: string,
  length: number,
  make: (text: string) => Pick<HostileRequest, 'path'> & Partial<HostileRequest>,
): HostileRequest[] =>
  Object.entries(shapes).map(([shape, text]) => ({ kind: 'address', name: `${name}: ${shape}`, ...make(text(length)) }))

/** Cuts a percent-encoded text to what Node accepts as an address. */
const encoded = (text: string): string => encodeURIComponent(text).slice(0, longPath).replace(/%.?$/, '')

function addresses(shop: string): HostileRequest[] {
  const widget = `/storefront/${shop}/widgets/reviewPopup?page=product&path=`
  return [
    ...shapedAt('path of a widget', longPath, (text) => ({ path: `${widget}${encoded(text)}` })),
    ...shapedAt('short path of a widget', 1_990, (text) => ({ path: `${widget}${encoded(text)}` })),
    ...shapedAt('search of a widget', longPath, (text) => ({
      path: `/storefront/${shop}/widgets/allReviews?page=reviews&candor_q=${encoded(text)}`,
    })),
    ...shapedAt('search of the public list', longPath, (text) => ({
      path: `/storefront/${shop}/products/none/reviews?q=${encoded(text)}`,
    })),
    ...shapedAt('language of a widget', longPath, (text) => ({
      path: `/storefront/${shop}/widgets/reviewBox?locale=${encoded(text)}`,
    })),
    ...shapedAt('an unknown address', 2_000, (text) => ({ path: `/r/${encoded(text)}` })),
    ...shapedAt('headers', 4_000, (text) => {
      const value = text.replaceAll(/[^\x21-\x7e]/g, ' ')
      return {
        path: '/r/none',
        headers: { 'accept-language': value, cookie: value, referer: `https://x.test/${value}` },
      }
    }),
    {
      kind: 'address',
      name: 'thousands of parameters',
      path: `/storefront/${shop}/widgets/reviewBox?${fill('a&', longPath)}`,
    },
  ]
}

function forms(shop: string): HostileRequest[] {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = { 'content-type': 'application/json' }
  const reviews = `/storefront/${shop}/products/none/reviews`
  const fields = Array.from({ length: 150_000 }, (_none, at) => `f${at}=1`).join('&')
  const of = (name: string, body: string, headers = form): HostileRequest => ({
    kind: 'form',
    name,
    path: reviews,
    method: 'POST',
    headers,
    body,
  })
  return [
    of('150,000 fields', fields),
    of('a million equal signs', fill('=', 1_000_000)),
    of('a body of percent signs', fill('%', 1_000_000)),
    of('deep JSON', `${fill('{"a":', 500_000)}1${fill('}', 100_000)}`, json),
    of('JSON of 100,000 fields', `{${Array.from({ length: 100_000 }, (_none, at) => `"f${at}":1`).join(',')}}`, json),
    {
      kind: 'form',
      name: 'a deep GraphQL document',
      path: '/graphql',
      method: 'POST',
      headers: json,
      body: JSON.stringify({ query: fill('{a', 500_000) }),
      asMerchant: true,
    },
  ]
}

const doubled = (make: (before: string) => string) => `{% assign a = "0123456789" %}${make('a').repeat(25)}{{ a }}`

/** Templates and styles that a merchant can preview. */
function previews(): HostileRequest[] {
  const templates: Record<string, string> = {
    'find_exp over a range': '{{ (1..1000000) | find_exp: "i", "i > 1000000" }}',
    'where_exp over a range': '{{ (1..1000000) | where_exp: "i", "i > 1000000" | size }}',
    'nested loops': '{% for i in (1..1000) %}{% for j in (1..1000) %}x{% endfor %}{% endfor %}',
    'doubling by capture': doubled(() => '{% capture a %}{{ a }}{{ a }}{% endcapture %}'),
    'doubling by append': doubled(() => '{% assign a = a | append: a %}'),
    'doubling by replace': doubled(() => '{% assign a = a | replace: "0", a %}'),
    'wide dates': '{{ "now" | date: "%999999999Y" }}'.repeat(100),
    'many outputs': `{% assign a = "${'x'.repeat(9_000)}" %}${'{{ a }}'.repeat(1_500)}`,
    'deep conditions': '{% if true %}'.repeat(1_500),
    'deep elements': '<div>'.repeat(3_900),
    'many elements': '<b>x</b>'.repeat(2_400),
    ...Object.fromEntries(Object.entries(shapes).map(([shape, text]) => [shape, text(19_000)])),
  }
  const styles: Record<string, string> = {
    'nested has': ':has(:has(:has(:has(:has(:has(a)))))){color:red}',
    'nested not': ':not(:not(:not(:not(:has(a))))){color:red}',
    siblings: `${'a~'.repeat(15)}a{color:red}`,
    'a long selector': `${'td '.repeat(60)}{color:red}`,
    'many selectors': `${'*,'.repeat(5_000)}a{color:red}`,
    'many rules': 'b{color:red}'.repeat(1_600),
    'nested rules': `${'a{'.repeat(5_000)}${'}'.repeat(5_000)}`,
    ...Object.fromEntries(Object.entries(shapes).map(([shape, text]) => [shape, text(19_000)])),
  }
  const preview = (kind: 'template' | 'styles', name: string, body: object): HostileRequest => ({
    kind,
    name,
    path: '/apiSa/emails/review-reply/preview',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    asMerchant: true,
  })
  return [
    ...Object.entries(templates).map(([name, content]) =>
      preview('template', name, { content, customCss: 'div{color:red}' }),
    ),
    ...Object.entries(styles).map(([name, customCss]) =>
      preview('styles', name, { content: '<b>x</b>'.repeat(2_400), customCss }),
    ),
  ]
}

function files(): HostileRequest[] {
  const upload = (name: string, text: string): HostileRequest => ({
    kind: 'file',
    name: `import: ${name}`,
    path: '/apiSa/imports',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    body: `--edge\r\ncontent-disposition: form-data; name="file"; filename="reviews.csv"\r\ncontent-type: text/csv\r\n\r\n${text}\r\n--edge--\r\n`,
    asMerchant: true,
  })
  const list = (name: string, csv: string): HostileRequest => ({
    kind: 'file',
    name: `suppressions: ${name}`,
    path: '/apiSa/suppressions/import',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csv: `email\n${csv}` }),
    asMerchant: true,
  })
  return Object.entries(shapes).flatMap(([shape, text]) => [
    upload(shape, `body,rating\n${text(1_500_000)}`),
    upload(
      `one cell of ${shape}`,
      `body,rating,date\n"${text(18_000).replaceAll('"', '""')}",5,${text(18_000).replaceAll(/["\n,]/g, '')}\n`,
    ),
    list(shape, text(900_000)),
  ])
}

export const listHostileRequests = (shop: string): HostileRequest[] => [
  ...addresses(shop),
  ...forms(shop),
  ...previews(),
  ...files(),
]
