import { describe, expect, test } from '@jest/globals'
import { readEnv, withoutSecrets } from './env.ts'

const provider = {
  CANDOR_OIDC_ISSUER: 'https://login.example.com/realms/shop',
  CANDOR_OIDC_CLIENT_ID: 'candor',
  CANDOR_OIDC_CLIENT_SECRET: 'secret',
}

describe('the settings of the sign-in provider', () => {
  test('are optional', () => {
    expect(readEnv({})).toMatchObject({ CANDOR_OIDC_ACCOUNTS: 'invited', CANDOR_OIDC_SUPPORT: false })
    expect(readEnv({ ...provider, CANDOR_OIDC_DOMAINS: 'Acme.test, sub.acme.test' })).toMatchObject({
      CANDOR_OIDC_ISSUER: provider.CANDOR_OIDC_ISSUER,
      CANDOR_OIDC_DOMAINS: ['acme.test', 'sub.acme.test'],
    })
  })

  test.each<[Record<string, string>, RegExp]>([
    [{ CANDOR_OIDC_LABEL: 'Acme' }, /CANDOR_OIDC_ISSUER, CANDOR_OIDC_CLIENT_ID, CANDOR_OIDC_CLIENT_SECRET must be set/],
    [{ ...provider, CANDOR_OIDC_ISSUER: 'login.example.com' }, /CANDOR_OIDC_ISSUER must be a URL/],
    [{ ...provider, CANDOR_OIDC_ISSUER: 'http://login.example.com' }, /CANDOR_OIDC_ISSUER must begin with https/],
    [{ ...provider, CANDOR_OIDC_DOMAINS: 'eva@acme.test' }, /CANDOR_OIDC_DOMAINS must be domains/],
    [{ ...provider, CANDOR_OIDC_SUPPORT: '1' }, /CANDOR_OIDC_DOMAINS must be set with CANDOR_OIDC_SUPPORT=1/],
    [
      { ...provider, CANDOR_OIDC_ACCOUNTS: 'created' },
      /CANDOR_OWN_SHOP must be set with CANDOR_OIDC_ACCOUNTS=created[^]*CANDOR_OIDC_DOMAINS must be set/,
    ],
  ])('refuse %j', (settings, sentence) => {
    expect(() => readEnv(settings)).toThrow(sentence)
  })

  test('allow plain http only for a host of CANDOR_LOCAL_TARGETS', () => {
    const local = { ...provider, CANDOR_OIDC_ISSUER: 'http://localhost:9000', CANDOR_LOCAL_TARGETS: 'localhost:9000' }
    expect(readEnv(local).CANDOR_OIDC_ISSUER).toBe('http://localhost:9000')
    expect(() => readEnv({ ...local, CANDOR_LOCAL_TARGETS: 'localhost:9001' })).toThrow('must begin with https')
  })

  test('keep the secret from child processes', () => {
    expect(Object.keys(withoutSecrets(provider))).not.toContain('CANDOR_OIDC_CLIENT_SECRET')
  })
})
