import { describe, expect, test } from '@jest/globals'
import { makeSecretBox } from './secrets/secrets.ts'
import { makeSigner } from './signing.ts'

const signer = makeSigner('a secret of the tests, long enough')

describe('signed tokens', () => {
  const token = signer.sign('review-form', { shopId: 's', itemId: 'i' }, 60)

  test('open for their purpose only', () => {
    expect(signer.verify('review-form', token)).toMatchObject({ shopId: 's', itemId: 'i' })
    expect(signer.verify('unsubscribe', token)).toBeNull()
    expect(makeSigner('another secret of the tests, too').verify('review-form', token)).toBeNull()
  })

  test('expire', () => {
    expect(signer.verify('review-form', signer.sign('review-form', {}, -1))).toBeNull()
  })

  test('accept none of 10,000 mutations (goal R15)', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.='
    let seed = 1
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const mutate = (): string => {
      const at = random(token.length)
      const letter = alphabet[random(alphabet.length)] ?? 'A'
      const kinds = [
        token.slice(0, at) + letter + token.slice(at + 1),
        token.slice(0, at) + token.slice(at + 1),
        token.slice(0, at) + letter + token.slice(at),
        token.slice(0, at),
      ]
      return kinds[random(kinds.length)] ?? ''
    }
    const accepted = Array.from({ length: 10_000 }, mutate).filter(
      (text) => text !== token && signer.verify('review-form', text) !== null,
    )
    expect(accepted).toEqual([])
    // The check works: it accepts the token itself.
    expect(signer.verify('review-form', token)).not.toBeNull()
  })
})

describe('sealed secrets', () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

  test('open again, also after a newer key was added, and never look alike', () => {
    const old = makeSecretBox([key(1)])
    const sealed = old.seal('smtp password')
    expect(sealed).not.toContain('smtp')
    expect(old.seal('smtp password')).not.toBe(sealed)
    expect(makeSecretBox([key(2), key(1)]).unseal(sealed)).toBe('smtp password')
  })

  test('do not open with another key or after a change', () => {
    const sealed = makeSecretBox([key(1)]).seal('smtp password')
    expect(() => makeSecretBox([key(2)]).unseal(sealed)).toThrow('No key')
    expect(() => makeSecretBox([key(1)]).unseal(`${sealed.slice(0, -2)}AA`)).toThrow()
  })
})
