import { describe, expect, test } from '@jest/globals'
import { BRANDING } from '../../../rules/settings/branding.ts'
import { buildMailBrand } from './brand.ts'
import { reviewReminder } from '../queue-kinds/review-reminder.ts'
import { buildMailWords } from './mail-words.ts'
import { renderRequestMail as renderWith, buildUnsubscribeHeaders } from './request-mail.ts'
import { TemplateBroken } from './render-pool.ts'
import type { RequestMail } from './request-mail.ts'

const base: RequestMail = {
  shopId: 'shop',
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
  test('uses default words without a merchant’s text', async () => {
    const mail = await renderRequestMail(base)
    expect(mail.subject).toBe('How do you like your Sea Salt Candle?')
    expect(mail.html).toContain('Hello Ada,')
    expect(mail.html).toContain('<html lang="en" dir="ltr"')
    expect(mail.text).toContain('Thank you for your order #1042')
  })

  test.each([
    {
      locale: 'ar-SA',
      lang: 'ar',
      subject: 'ما رأيك في \u200eSea Salt Candle\u200e؟',
      hello: 'مرحبًا \u200eAda\u200e،',
    },
    { locale: 'iw', lang: 'he', subject: 'מה דעתך על \u200eSea Salt Candle\u200e?', hello: 'שלום \u200eAda\u200e,' },
  ])('speaks $locale from right to left, stars included', async ({ locale, lang, subject, hello }) => {
    const mail = await renderRequestMail({ ...base, locale })
    expect(mail.subject).toBe(subject)
    expect(mail.html).toContain(`<html lang="${lang}" dir="rtl"`)
    expect(mail.html).not.toContain('dir="ltr"')
    expect(mail.html).toContain(hello)
  })

  test('links five stars for each product to the form, naming the product', async () => {
    const mail = await renderRequestMail({
      ...base,
      products: [...base.products, { id: 'mug', title: 'Mug', image: null }],
    })
    for (const stars of [1, 2, 3, 4, 5]) {
      expect(mail.html).toContain(`href="https://app.test/r/tok?s=${stars}&amp;p=candle"`)
      expect(mail.html).toContain(`href="https://app.test/r/tok?s=${stars}&amp;p=mug"`)
    }
    expect(mail.text).toContain('★★★★ https://app.test/r/tok?s=4&p=candle')
  })

  test('has a not-arrived link, an unsubscribe link and the one-click headers', async () => {
    const mail = await renderRequestMail(base)
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('https://app.test/r/tok/later')
      expect(part).toContain('https://app.test/u/tok')
    }
    expect(buildUnsubscribeHeaders('https://app.test/u/tok')).toEqual({
      'List-Unsubscribe': '<https://app.test/u/tok>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test('gives a logo a light plate, a serif brand serif fonts, and an answering form one rating', async () => {
    const font = buildMailBrand({ ...BRANDING.defaults, font: 'Lora' }, { plan: 'pro' }).font
    expect(font).toMatch(/^Lora,Georgia,.*serif$/)
    const { html } = await renderRequestMail({ ...base, logo: 'https://shop.test/logo.png', interactive: true })
    expect(html).toMatch(/background-image:linear-gradient[^>]*><img src="https:\/\/shop\.test\/logo\.png"/)
    expect(html).toContain('.answer~.by-link{display:none!important}')
    expect(html).toMatch(/<\/form>\s*<div class="by-link">/)
  })

  test("fills the merchant's merge fields", async () => {
    const mail = await renderRequestMail({
      ...base,
      subject: '{{ customer_name }}, rate {{ product_title }}',
      content: 'From {{ shop_name }} about {{ order_name }}.\n\nBye',
    })
    expect(mail.subject).toBe('Ada, rate Sea Salt Candle')
    expect(mail.html).toContain('From Harbour Goods about #1042.</p>')
    expect(mail.text).toContain('From Harbour Goods about #1042.\n\nBye')
    expect((await renderRequestMail({ ...base, content: 'From <b>us</b>.\n\nBye' })).text).toContain('From us.\n\nBye')
  })

  test.each([
    ['{{ product_title | escape }}', 'Fig &amp; Cedar'],
    ['{{ product_title | replace: "&", "and" }}', 'Fig and Cedar'],
    ['{% if product_title contains " & " %}both{% endif %}', 'both'],
    ['<a href="https://shop.test/?q={{ product_title | url_encode }}">x</a>', '?q=Fig+%26+Cedar"'],
    ['{% capture name %}<b>{{ product_title }}</b>{% endcapture %}{{ name }}', '<b>Fig &amp; Cedar</b>'],
    ['{{ product_title | append: "<script>" }}', 'Fig &amp; Cedar&lt;script&gt;'],
    ['Hi {{ customer.first_name }}, thanks for {{ order.name }}!', 'Hi Ada, thanks for #1042!'],
  ])('renders the template %s', async (content, shown) => {
    const products = [{ id: 'fig', title: 'Fig & Cedar', image: null }]
    expect((await renderRequestMail({ ...base, products, content })).html).toContain(shown)
  })

  test('draws buttons in Outlook, whole pictures, and long words on phones', async () => {
    const { html } = await renderRequestMail(base)
    expect(html).toMatch(/<a class="button"[^>]*><!--\[if mso\]>/)
    expect(html).toMatch(/<img src="[^"]*candle.webp"[^>]* style="display:block;width:96px;height:auto;/)
    expect(html).toMatch(/class="card"[^>]*table-layout:fixed;word-break:break-word/)
  })

  test("lets the browser choose the text direction of the merchant's text", async () => {
    const { html } = await renderRequestMail({
      ...base,
      content: '<h2>مرحبا</h2><p>شكرا {{ customer_name }}</p><ul><li>شاي</li></ul>',
    })
    expect(html).toMatch(/<h2 dir="auto">مرحبا<\/h2><p style="[^"]*" dir="auto">شكرا Ada<\/p><ul><li dir="auto">/)
    expect((await renderRequestMail({ ...base, content: 'שלום' })).html).toMatch(
      /<p style="[^"]*" dir="auto">שלום<\/p>/,
    )
  })

  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  test('shows hostile names and titles as text', async () => {
    for (const content of [undefined, 'Hi {{ customer_name }}', '<a href="{{ shop_name }}">x</a>']) {
      const mail = await renderRequestMail({
        ...base,
        ...(content && { content }),
        customerName: hostile,
        shopName: `javascript:${hostile}`,
        orderName: hostile,
        products: [{ id: 'candle', title: hostile, image: null }],
      })
      expect(mail.html).not.toMatch(/<script|<img src=x|href="javascript/i)
    }
    expect((await renderRequestMail({ ...base, customerName: '<b>&' })).text).toContain('Hello <b>&,')
  })

  test.each([
    '{{ product_title | raw }}',
    '{{ (1..100000) | find_exp: "i", "i > 100000" }}',
    '{% for i in (1..1000000) %}x{% endfor %}',
    '{% assign a = "0123456789" %}'.padEnd(30) + '{% assign a = a | append: a %}'.repeat(30),
    '{% assign a = "0123456789" %}' + '{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(30) + '{{ a }}',
    `{% assign a = "${'x'.repeat(9_000)}" %}${'{{ a }}'.repeat(1_500)}`,
  ])('refuses the template %s', async (content) => {
    await expect(renderRequestMail({ ...base, content })).rejects.toThrow(TemplateBroken)
  })

  test('keeps the unsubscribe link visible whatever the styles say', async () => {
    const customCss = `.unsubscribe,td,body{display:none;font-size:0;opacity:0} @media all{a,.card{display:none;max-height:0;overflow:hidden}}`
    const { html } = await renderRequestMail({ ...base, customCss })
    expect(html).toMatch(/<a class="muted unsubscribe"[^>]*display:inline-block!important;visibility:visible!important/)
    expect(html).toMatch(/<body[^>]*display:block!important/)
    expect(html).toMatch(/class="card"[^>]*max-height:none!important/)
  })

  test("reduces the merchant's own markup to plain formatting", async () => {
    const { html } = await renderRequestMail({
      ...base,
      content:
        '<p onclick="x">Hi <b>you</b><style>*{}</style><iframe src="//x"></iframe><a href="javascript:x">a</a><a href="https://shop.test">b</a></p>',
    })
    expect(html).toContain('<b>you</b>')
    expect(html).toContain('href="https://shop.test"')
    expect(html).not.toMatch(/onclick|<iframe|javascript:/)
  })

  test('keeps the subject on one line if a name has line breaks', async () => {
    const mail = await renderRequestMail({
      ...base,
      subject: 'Hi {{ customer_name }}',
      customerName: 'A\r\nBcc: victim@example.com\u2028x',
    })
    expect(mail.subject).toBe('Hi A')
  })

  test('stays under 102 KB with a large order and says how many products it leaves out', async () => {
    const products = Array.from({ length: 50 }, (_, at) => ({
      id: `p${at}`,
      title: `Product ${at} ${'long '.repeat(60)}`,
      image: `https://shop.test/${at}.webp`,
    }))
    const mail = await renderRequestMail({ ...base, products, content: 'word '.repeat(2000) })
    expect(Buffer.byteLength(mail.html)).toBeLessThan(102 * 1024)
    expect(mail.html).toContain('and 44 more products on the review page')
  })

  test("uses the customer's language, or English for an unknown locale", async () => {
    expect((await renderRequestMail({ ...base, locale: 'de-AT' })).html).toContain('<html lang="de"')
    expect((await renderRequestMail({ ...base, locale: 'xx' })).html).toContain('<html lang="en"')
  })
})
