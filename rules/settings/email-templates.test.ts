import { expect, test } from '@jest/globals'
import { DISCOUNT, findPhotoReward } from './discount.ts'
import { readDocument } from './document.ts'
import { nameBlock, newBlocks } from './email-blocks.ts'
import { chooseTemplateTexts, EMAIL_TEMPLATES, listTemplateLocales, noWords } from './email-templates.ts'

const { reviewReminder } = EMAIL_TEMPLATES.defaults

test('reads documents whose blocks have no keys and whose languages have no words of blocks', () => {
  const old = {
    reviewReminder: {
      content: 'Hello',
      blocks: [{ type: 'text', align: 'end', size: 'small', colour: '', background: '', image: '' }],
      texts: { de: { subject: 'Hallo', preheader: '', content: '', buttonText: '' } },
    },
  }
  expect(readDocument(EMAIL_TEMPLATES, old).reviewReminder).toMatchObject({
    content: 'Hello',
    blocks: [{ type: 'text', key: '', align: 'end' }],
    blockTexts: [],
    texts: { de: { subject: 'Hallo', blockTexts: [] } },
  })
})

test('gives new blocks keys, except the first text and the first button', () => {
  const blocks = newBlocks('text')
  expect([nameBlock('text', blocks), nameBlock('button', blocks), nameBlock('text', [])]).toEqual(['text-1', '', ''])
})

test('treats both catalogs of simplified Chinese as one language until both are written', () => {
  const texts = { ...reviewReminder.texts, zh: { ...noWords, subject: '你好' } }
  const template = { ...reviewReminder, texts }
  expect(chooseTemplateTexts(template, 'zh-CN', 'en').subject).toBe('你好')
  expect(listTemplateLocales(template, 'en')).not.toContain('zh-CN')
  expect(listTemplateLocales({ ...template, texts: { ...texts, 'zh-CN': texts.zh } }, 'en')).toContain('zh-CN')
})

test('promises what photos earn, and nothing where they earn nothing', () => {
  const on = { ...DISCOUNT.defaults, enableDiscount: true }
  expect(findPhotoReward(DISCOUNT.defaults)).toBeNull()
  expect(findPhotoReward(on)).toEqual({ kind: 'any', type: 'percentage', value: 15, photos: 0 })
  const byContent = { ...on, typeDiscount: 'by_content' as const, photoRequired: 2, valuePhotoDiscount: 20 }
  expect(findPhotoReward(byContent)).toEqual({ kind: 'photo', type: 'percentage', value: 20, photos: 2 })
  expect(findPhotoReward({ ...byContent, enabledPhotoDiscount: false })).toBeNull()
})
