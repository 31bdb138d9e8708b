import { describe, expect, test } from '@jest/globals'
import { MESSAGES } from '../../../../rules/messages.ts'
import { withValues } from './sentenceValues.ts'
import { sentences } from './sentences.ts'

describe('the sentences of the API in the merchant’s language', () => {
  test('exist for every code', () => {
    expect(Object.keys(sentences).sort()).toEqual(Object.keys(MESSAGES).sort())
  })

  test('have values where the English ones do', () => {
    const holding = Object.entries(MESSAGES)
      .filter(([, text]) => text.includes('{'))
      .map(([code]) => code)
    expect([...withValues].sort()).toEqual(holding.sort())
  })
})
