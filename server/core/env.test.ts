import { describe, expect, test } from '@jest/globals'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from './env.ts'

const production = {
  CANDOR_MODE: 'production',
  PUBLIC_URL: 'https://reviews.example.com',
  SESSION_SECRET: 'x'.repeat(40),
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  DATABASE_URL: 'postgresql://candor@db.example.com/candor',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'Our shop <reviews@example.com>',
  SHOPIFY_API_KEY: 'key',
  SHOPIFY_API_SECRET: 'secret',
}

describe('the environment', () => {
  test('needs no variables for the demo', () => {
    expect(readEnv({})).toMatchObject({
      CANDOR_MODE: 'demo',
      PORT: 3000,
      HOST: '127.0.0.1',
      CANDOR_ROLE: 'all',
      CANDOR_DEV_ZONE: true,
    })
  })

  test.each([
    ['PUBLIC_URL', 'https://reviews.example.com'],
    ['PUBLIC_URL', 'http://192.168.1.5:3000'],
    ['PUBLIC_URL', 'http://localhost.example.com'],
    ['SESSION_SECRET', 'x'.repeat(40)],
    ['ENCRYPTION_KEY', Buffer.alloc(32, 1).toString('base64')],
    ['SHOPIFY_API_SECRET', 'secret'],
  ])('does not start as the demo with %s=%s unless CANDOR_MODE says so', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(name)
    expect(readEnv({ [name]: value, CANDOR_MODE: 'demo' })).toMatchObject({ CANDOR_MODE: 'demo' })
  })

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'starts as the demo at %s',
    (PUBLIC_URL) => {
      expect(readEnv({ PUBLIC_URL })).toMatchObject({ CANDOR_MODE: 'demo' })
    },
  )

  test('opens the dev zone in production only if CANDOR_DEV_ZONE is set', () => {
    expect(readEnv(production)).toMatchObject({ CANDOR_MODE: 'production', CANDOR_DEV_ZONE: false })
    expect(readEnv({ ...production, CANDOR_DEV_ZONE: '1' }).CANDOR_DEV_ZONE).toBe(true)
  })

  test.each(Object.keys(production).filter((name) => name !== 'CANDOR_MODE'))(
    'refuses production without %s and names it',
    (name) => {
      const { [name as keyof typeof production]: _left, ...rest } = production
      expect(() => readEnv(rest)).toThrow(`${name} must be set in production.`)
    },
  )

  test.each([
    [{ CANDOR_POOLER: 'transaction' }, 'DATABASE_DIRECT_URL must be set with CANDOR_POOLER.'],
    [{ CANDOR_POOLER: 'session' }, 'CANDOR_POOLER must be transaction, or be left out.'],
    [
      { CANDOR_POOLER: 'transaction', DATABASE_DIRECT_URL: `${production.DATABASE_URL}?x=1` },
      'DATABASE_DIRECT_URL must be the database server itself, not the pooler of DATABASE_URL.',
    ],
    [{ DATABASE_DIRECT_URL: 'postgresql://c@server/candor' }, 'CANDOR_POOLER must be set with DATABASE_DIRECT_URL.'],
    [
      { DATABASE_READ_URL: 'postgresql://other@db.example.com:5432/candor' },
      'DATABASE_READ_URL must be the address of a standby, not that of DATABASE_URL.',
    ],
  ])('refuses addresses of databases that do not fit: %j', (wrong, sentence) => {
    expect(() => readEnv({ ...production, ...wrong })).toThrow(new Error(sentence))
  })

  test('names every required variable that is missing at once', () => {
    expect(() =>
      readEnv({ CANDOR_MODE: 'production', PUBLIC_URL: production.PUBLIC_URL, DATABASE_URL: production.DATABASE_URL }),
    ).toThrow(
      'SESSION_SECRET, ENCRYPTION_KEY, SMTP_URL, MAIL_FROM, SHOPIFY_API_KEY, SHOPIFY_API_SECRET must be set in production.',
    )
  })

  test('names all wrong and missing variables of one start', () => {
    const { SMTP_URL: _left, ...rest } = production
    const env = { ...rest, PUBLIC_URL: 'http://reviews.example.com', MAIL_FROM: 'Shop', PORT: 'abc', CANDOR_MOED: 'x' }
    expect(() => readEnv(env)).toThrow(
      new Error(
        [
          '5 settings are wrong.',
          'CANDOR_MOED is not a setting of Candor. See .env.example for the correct name.',
          'PORT must be a number.',
          'MAIL_FROM must be an address such as Our shop <reviews@example.com>.',
          'SMTP_URL must be set in production.',
          'PUBLIC_URL must begin with https:// in production.',
        ].join('\n  '),
      ),
    )
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'reviews'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['SMTP_URL', 'http://mail'],
    ['CANDOR_MODE', 'test'],
    ['CANDOR_ROLE', 'boss'],
    ['CANDOR_DEV_ZONE', 'yes'],
    ['SESSION_SECRET', 'short'],
    ['ENCRYPTION_KEY', 'c2hvcnQ='],
    ['CANDOR_MOED', 'demo'],
    ['MAIL_FROM', 'reviews'],
    ['CANDOR_TRUST_PROXY', 'yes'],
    ['CANDOR_TRUST_PROXY', '10.0.0.0/40'],
    ['MAIL_FROM', 'Shop <reviews>'],
    ['CANDOR_ROW_SECURITY', 'optional'],
    ['CANDOR_LOCAL_TARGETS', 'localhost'],
    ['CANDOR_PROVIDERS', 'klaviyo'],
    ['CANDOR_METRICS_TOKEN', 'short'],
    ['CANDOR_HEALTH_PORT', 'yes'],
    ['CANDOR_DRAIN_SECONDS', '301'],
    ['CANDOR_PROVIDERS', 'klaviyo=ftp://x'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name} .*\\.$`))
  })

  test('reads recommended apps from a file, and says what is wrong in one', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'partners-')), 'partners.json')
    const read = (content: string) => {
      writeFileSync(path, content)
      return readEnv({ CANDOR_PARTNERS_FILE: path }).CANDOR_PARTNERS_FILE
    }
    const app = { key: 'tags', name: 'Tags', text: 'Tags orders.', url: 'https://tags.example.com' }
    expect(read(JSON.stringify([app]))).toEqual([{ ...app, icon: 'app' }])
    expect(() => read('[')).toThrow(`CANDOR_PARTNERS_FILE must name a file with JSON: ${path}`)
    for (const [wrong, sentence] of [
      [{}, 'the list must be a list.'],
      [[{ ...app, url: 'http://tags.example.com' }], 'app 1: url must be an address that begins with https://'],
      [[{ ...app, text: '' }], 'app 1: text is empty.'],
      [[{ ...app, color: 'red' }], 'app 1: Unrecognized key'],
      [[app, app], 'the list has two apps with the same key.'],
    ] as const)
      expect(() => read(JSON.stringify(wrong))).toThrow(`CANDOR_PARTNERS_FILE names ${path}, in which ${sentence}`)
    expect(() => readEnv({ CANDOR_PARTNERS_FILE: '/nowhere/partners.json' })).toThrow('ENOENT')
  })

  test('accepts CANDOR_ROW_SECURITY=required of earlier releases', () => {
    expect(() => readEnv({ CANDOR_ROW_SECURITY: 'required' })).not.toThrow()
  })

  test('refuses a bucket without its keys, and production with demo secrets or local targets', () => {
    expect(() => readEnv({ S3_BUCKET: 'files' })).toThrow(
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set with S3_BUCKET.',
    )
    expect(() => readEnv({ ...production, CANDOR_LOCAL_TARGETS: 'localhost:4010' })).toThrow(
      'CANDOR_LOCAL_TARGETS must not be set in production',
    )
    expect(() => readEnv({ ...production, SHOPIFY_API_SECRET: 'candor-demo-app-secret' })).toThrow(
      'SHOPIFY_API_SECRET must not be the demo secret',
    )
    expect(() => readEnv({ ...production, SESSION_SECRET: 'demo-only-secret-demo-only-secret' })).toThrow(
      'SESSION_SECRET must not be the demo secret',
    )
  })

  test('reads base addresses of services and local targets', () => {
    expect(
      readEnv({
        CANDOR_PROVIDERS: 'klaviyo=http://localhost:4010/a/, judgeme=https://judge.me',
        CANDOR_LOCAL_TARGETS: 'Localhost:4010, [::1]:2525',
      }),
    ).toMatchObject({
      CANDOR_PROVIDERS: { klaviyo: 'http://localhost:4010/a', judgeme: 'https://judge.me' },
      CANDOR_LOCAL_TARGETS: ['localhost:4010', '[::1]:2525'],
    })
  })

  test.each([
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.0/8, fd00::1', ['10.0.0.0/8', 'fd00::1']],
    ['loopback', ['loopback']],
  ])('trusts proxies: %s', (value, trusted) => {
    expect(readEnv({ CANDOR_TRUST_PROXY: value }).CANDOR_TRUST_PROXY).toEqual(trusted)
  })

  test('treats an empty variable as missing', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).not.toHaveProperty('DATABASE_URL')
  })
})
