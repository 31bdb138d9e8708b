import { maxNameChars, maxReviewContentChars } from '../../../../rules/limits.ts'
import { html, type Html } from '../../../core/html.ts'
import { mailTheme } from '../mail-theme.ts'
import type { RequestProduct } from '../request-mail.ts'
import type { FormWords } from './form-words.ts'

interface FormOf {
  product: RequestProduct
  words: FormWords
  reviewUrl: string
  customerName: string
}

const field = `display:block;width:100%;box-sizing:border-box;margin:4px 0 12px;padding:10px 12px;border:1px solid ${mailTheme.muted};border-radius:8px;background:${mailTheme.card};color:${mailTheme.ink};font-family:${mailTheme.font};font-size:16px`

/**
 * Renders a form in the HTML part that posts to the review page. A style in the head makes it visible: mail programs
 * that ignore such styles also break forms. The links below the form work everywhere.
 */
export function renderMailForm({ product, words, reviewUrl, customerName }: FormOf): Html {
  const stars = [1, 2, 3, 4, 5].map(
    (count) =>
      html`<label style="display:inline-block;padding:6px 8px"><input type="radio" name="rate.${product.id}" value="${count}" aria-label="${words.star({ count })}"> ${count}&#9733;</label>`,
  )
  return html`<form class="answer" method="post" action="${reviewUrl}" target="_blank" style="display:none;mso-hide:all;margin:0 0 16px;text-align:start">
<div class="muted" style="color:${mailTheme.muted};font-size:14px">${words.rate({})}</div><div style="margin:0 0 8px">${stars}</div>
<label class="ink" style="color:${mailTheme.ink};font-size:14px">${words.content({})}<textarea name="content.${product.id}" rows="3" maxlength="${maxReviewContentChars}" dir="auto" style="${field}"></textarea></label>
<label class="ink" style="color:${mailTheme.ink};font-size:14px">${words.name({})}<input type="text" name="name" value="${customerName}" maxlength="${maxNameChars}" dir="auto" style="${field}"></label>
<button type="submit" style="padding:10px 22px;border:0;border-radius:10px;background:${mailTheme.green};color:#ffffff;font-size:15px;font-weight:600">${words.send({})}</button>
</form>`
}
