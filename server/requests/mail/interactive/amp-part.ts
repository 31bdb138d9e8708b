import sanitizeHtml from 'sanitize-html'
import { maxNameChars, maxReviewContentChars } from '../../../../rules/limits.ts'
import { Html, html } from '../../../core/html.ts'
import { mailTheme } from '../mail-theme.ts'
import type { MailSentences } from '../mail-words.ts'
import { oneLine } from '../mail.ts'
import type { RequestProduct } from '../request-mail.ts'
import { ampBoilerplate, ampScripts } from './amp-rules.ts'
import { formWords, maxFormProducts, type FormWords } from './form-words.ts'

interface AmpRequest {
  lang: string
  dir: 'ltr' | 'rtl'
  shopName: string
  logo?: string | null
  customerName: string
  /** Safe HTML, the merchant's or ours; empty if the template has no such block. */
  content: string
  products: readonly RequestProduct[]
  productCount: number
  button: string
  buttonColour: string
  buttonTextColour: string
  why: string
  /** Safe HTML of the merchant in place of `why`; empty: ours. */
  footer: string
  reviewUrl: string
  answerUrl: string
  unsubscribeUrl: string
}

/** Renders the AMP part of a review request: a form for each of the first products. Null without words for it. */
export function requestAmpPart(mail: AmpRequest, say: MailSentences): string | null {
  const words = formWords(say)
  if (!words) return null
  const shown = mail.products.filter(({ id }) => id !== null).slice(0, maxFormProducts)
  if (shown.length === 0) return null
  const more = mail.productCount - shown.length
  const isSecure = (address: string | null | undefined) => address?.startsWith('https://') === true
  return html`<!doctype html>
<html ⚡4email data-css-strict lang="${mail.lang}" dir="${mail.dir}">
<head>
<meta charset="utf-8">
<script async src="${ampScripts.v0}"></script>
<script async custom-element="amp-form" src="${ampScripts.form}"></script>
<script async custom-template="amp-mustache" src="${ampScripts.mustache}"></script>
<style amp4email-boilerplate>${new Html(ampBoilerplate)}</style>
<style amp-custom>${new Html(styles(mail))}</style>
</head>
<body>
<div class="card">
<div class="brand">${isSecure(mail.logo) && mail.logo ? html`<amp-img class="logo" src="${mail.logo}" alt="${mail.shopName}" width="200" height="40" layout="fixed"></amp-img>` : mail.shopName}</div>
<div class="text">${new Html(plainContent(mail.content))}</div>
${shown.map((product, index) => productForm(mail, { product: isSecure(product.image) ? product : { ...product, image: null }, index, words }))}
${more > 0 && html`<p class="soft"><a class="quiet" href="${mail.reviewUrl}" target="_blank">${say.more({ count: more })}</a></p>`}
<p class="more"><a class="quiet" href="${mail.reviewUrl}" target="_blank">${mail.button}</a></p>
<div class="foot">${mail.footer ? new Html(plainContent(mail.footer)) : html`<p>${mail.why}</p>`}<p><a class="quiet" href="${mail.unsubscribeUrl}" target="_blank">${say.unsubscribe({})}</a></p></div>
</div>
</body>
</html>`.text
}

function productForm(
  { answerUrl, customerName }: AmpRequest,
  { product, index, words }: { product: RequestProduct; index: number; words: FormWords },
): Html {
  const title = oneLine(product.title, 120)
  const stars = [1, 2, 3, 4, 5].map(
    (count) =>
      html`<input type="radio" id="s${index}-${count}" name="rate.${product.id}" value="${count}" required aria-label="${words.star({ count })}"><label for="s${index}-${count}">★</label>`,
  )
  return html`<form method="post" action-xhr="${answerUrl}">
${product.image && html`<amp-img class="picture" src="${product.image}" alt="" width="96" height="96" layout="fixed"></amp-img>`}
<h2 dir="auto">${title}</h2>
<div class="fields">
<fieldset><legend>${words.rate({})}</legend><div class="stars">${stars}</div></fieldset>
<label class="name" for="c${index}">${words.content({})}</label><textarea id="c${index}" name="content.${product.id}" rows="4" maxlength="${maxReviewContentChars}" dir="auto"></textarea>
<label class="name" for="n${index}">${words.name({})}</label><input type="text" id="n${index}" name="name" value="${customerName}" maxlength="${maxNameChars}" autocomplete="name" dir="auto">
<button type="submit">${words.send({})}</button>
</div>
<div submit-success><template type="amp-mustache"><p class="done" role="status">{{message}}</p></template></div>
<div submit-error><template type="amp-mustache"><p class="problem" role="alert">{{#message}}{{message}}{{/message}}{{^message}}${words.problem({})}{{/message}}</p></template></div>
</form>`
}

/** Removes inline styles, which the head provides here, and links that AMP refuses. */
const plainContent = (content: string): string =>
  sanitizeHtml(content, {
    allowedTags: [
      'p',
      'br',
      'a',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'ul',
      'ol',
      'li',
      'h1',
      'h2',
      'h3',
      'blockquote',
      'hr',
      'span',
      'div',
    ],
    allowedAttributes: { a: ['href', 'target'], '*': ['dir'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = '' }) =>
        /^(https:\/\/[^\s/]|mailto:|tel:)/.test(href)
          ? { tagName, attribs: { href, target: '_blank' } }
          : { tagName: 'span', attribs: {} },
    },
  })

const styles = ({
  buttonColour,
  buttonTextColour,
}: AmpRequest): string => `body{margin:0;padding:24px 12px;background-color:${mailTheme.paper};color:${mailTheme.ink};font-family:${mailTheme.font};font-size:16px;line-height:1.5}
.card{max-width:560px;margin:0 auto;padding:28px 20px;box-sizing:border-box;background-color:${mailTheme.card};border-radius:16px}
.brand{margin-bottom:18px;font-size:19px;font-weight:700;text-align:center}.logo img,.picture img{object-fit:contain}.picture{border-radius:10px}
.text a{color:${mailTheme.green}}h2{margin:12px 0;font-size:17px;line-height:1.4}
form{margin:0 0 12px;padding:20px 16px;background-color:${mailTheme.paper};border-radius:14px;text-align:center}
fieldset{margin:0 0 12px;padding:0;border:0}legend{width:100%;padding:0;color:${mailTheme.muted};font-size:14px;text-align:center}
.stars input{width:1px;height:1px;margin:0;opacity:0}.stars label{display:inline-block;width:44px;color:${mailTheme.amber};font-size:34px;line-height:44px}
.stars input:checked + label ~ label{color:${mailTheme.line}}.stars input:focus + label{outline:2px solid ${mailTheme.green};border-radius:8px}
.name{display:block;margin:0 0 4px;font-size:14px;font-weight:600;text-align:start}
textarea,.fields input[type=text]{display:block;width:100%;box-sizing:border-box;margin:0 0 12px;padding:10px 12px;border:1px solid ${mailTheme.muted};border-radius:8px;background-color:${mailTheme.card};color:${mailTheme.ink};font-family:${mailTheme.font};font-size:16px}
button{width:100%;padding:12px 28px;border:0;border-radius:10px;background-color:${buttonColour};color:${buttonTextColour};font-size:16px;font-weight:600;line-height:24px}
.amp-form-submit-success .fields{display:none}.done{margin:0;font-weight:600}.problem{margin:12px 0 0;color:#a3261b;font-weight:600}
.more,.soft{text-align:center;font-size:14px}.quiet{color:${mailTheme.muted};text-decoration:underline}.foot{margin-top:24px;padding-top:12px;border-top:1px solid ${mailTheme.line};color:${mailTheme.muted};font-size:13px;text-align:center}`
