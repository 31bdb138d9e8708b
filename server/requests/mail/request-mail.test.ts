import { describe, expect, test } from '@jest/globals'
import { reviewReminder } from '../queue-kinds/review-reminder.ts'
import { buildMailWords } from './mail-words.ts'
import { renderRequestMail as renderWith, buildUnsubscribeHeaders } from './request-mail.ts'
import type { RequestMail } from './request-mail.ts'

const base: RequestMail = {
  locale: 'en',
  shopName: 'Harbour Goods',
  customerName: 'Ada Byron',
  orderName: '#1042',
  products: [{ id: 'candle', title: 'Sea Salt Candle', image: 'https://shop.test/candle.webp' }],
  reviewUrl: 'https://app.test/r/tok',
  notArrivedUrl: 'https://app.test/r/tok/later',
  unsubscribeUrl: 'https://app.test/u/tok',
  openUrl: 'https://app.test/o/tok.gif',
}

const renderRequestMail = (mail: RequestMail) => renderWith(mail, buildMailWords(reviewReminder.words, mail.locale).say)

describe('the request email', () => {
  test('uses default words without a merchant’s text', () => {
    const mail = renderRequestMail(base)
    expect(mail.subject).toBe('How do you like your Sea Salt Candle?')
    expect(mail.html).toContain('Hello Ada,')
    expect(mail.html).toContain('<html lang="en" dir="ltr"')
    expect(mail.text).toContain('Thank you for your order #1042')
  })

  test('links five stars for each product to the form, naming the product', () => {
    const mail = renderRequestMail({ ...base, products: [...base.products, { id: 'mug', title: 'Mug', image: null }] })
    for (const stars of [1, 2, 3, 4, 5]) {
      expect(mail.html).toContain(`href="https://app.test/r/tok?s=${stars}&amp;p=candle"`)
      expect(mail.html).toContain(`href="https://app.test/r/tok?s=${stars}&amp;p=mug"`)
    }
    expect(mail.text).toContain('★★★★ https://app.test/r/tok?s=4&p=candle')
  })

  test('has a not-arrived link, an unsubscribe link and the one-click headers', () => {
    const mail = renderRequestMail(base)
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('https://app.test/r/tok/later')
      expect(part).toContain('https://app.test/u/tok')
    }
    expect(buildUnsubscribeHeaders('https://app.test/u/tok')).toEqual({
      'List-Unsubscribe': '<https://app.test/u/tok>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test("fills the merchant's merge fields", () => {
    const mail = renderRequestMail({
      ...base,
      subject: '{{ customer_name }}, rate {{ product_title }}',
      content: 'From {{ shop_name }} about {{ order_name }}.\n\nBye',
    })
    expect(mail.subject).toBe('Ada, rate Sea Salt Candle')
    expect(mail.html).toContain('From Harbour Goods about #1042.</p>')
    expect(mail.text).toContain('From Harbour Goods about #1042.\n\nBye')
    expect(renderRequestMail({ ...base, content: 'From <b>us</b>.\n\nBye' }).text).toContain('From us.\n\nBye')
  })

  test("lets the browser choose the text direction of the merchant's text", () => {
    const { html } = renderRequestMail({
      ...base,
      content: '<h2>مرحبا</h2><p>شكرا {{ customer_name }}</p><ul><li>شاي</li></ul>',
    })
    expect(html).toMatch(/<h2 dir="auto">مرحبا<\/h2><p style="[^"]*" dir="auto">شكرا Ada<\/p><ul><li dir="auto">/)
    expect(renderRequestMail({ ...base, content: 'שלום' }).html).toMatch(/<p style="[^"]*" dir="auto">שלום<\/p>/)
  })

  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  test('shows hostile names and titles as text', () => {
    for (const content of [
      undefined,
      'Hi {{ customer_name }}',
      '<p>{{ product_title | raw }}</p>',
      '<a href="{{ shop_name }}">x</a>',
    ]) {
      const mail = renderRequestMail({
        ...base,
        ...(content && { content }),
        customerName: hostile,
        shopName: `javascript:${hostile}`,
        orderName: hostile,
        products: [{ id: 'candle', title: hostile, image: null }],
      })
      expect(mail.html).not.toMatch(/<script|<img src=x|href="javascript/i)
    }
    expect(renderRequestMail({ ...base, customerName: '<b>&' }).text).toContain('Hello <b>&,')
  })

  test("reduces the merchant's own markup to plain formatting", () => {
    const { html } = renderRequestMail({
      ...base,
      content:
        '<p onclick="x">Hi <b>you</b><style>*{}</style><iframe src="//x"></iframe><a href="javascript:x">a</a><a href="https://shop.test">b</a></p>',
    })
    expect(html).toContain('<b>you</b>')
    expect(html).toContain('href="https://shop.test"')
    expect(html).not.toMatch(/onclick|<iframe|javascript:/)
  })

  test('keeps the subject on one line if a name has line breaks', () => {
    const mail = renderRequestMail({
      ...base,
      subject: 'Hi {{ customer_name }}',
      customerName: 'A\r\nBcc: victim@example.com\u2028x',
    })
    expect(mail.subject).toBe('Hi A')
  })

  test('stays under 102 KB with a large order and says how many products it leaves out', () => {
    const products = Array.from({ length: 50 }, (_, at) => ({
      id: `p${at}`,
      title: `Product ${at} ${'long '.repeat(60)}`,
      image: `https://shop.test/${at}.webp`,
    }))
    const mail = renderRequestMail({ ...base, products, content: 'word '.repeat(2000) })
    expect(Buffer.byteLength(mail.html)).toBeLessThan(102 * 1024)
    expect(mail.html).toContain('and 44 more products on the review page')
  })

  test("uses the customer's language, or English for an unknown locale", () => {
    expect(renderRequestMail({ ...base, locale: 'de-AT' }).html).toContain('<html lang="de"')
    expect(renderRequestMail({ ...base, locale: 'xx' }).html).toContain('<html lang="en"')
  })
})
