import type { CustomerPortalSettings } from '../../../../rules/settings/customer-portal-reviews.ts'
import { customStyle } from '../custom-css.ts'
import { rateChoice } from '../forms/form.ts'
import { html, type Html } from '../html.ts'
import { themeClass, themeStyle } from '../theme-style.ts'
import type { OwnReview, PageView, PortalView, Say } from '../shown.ts'
import { stars } from '../reviews/stars.ts'

interface Portal {
  view: PortalView
  settings: CustomerPortalSettings
  say: Say
}

/** Renders a customer's reviews in their account, and products still to review. Plain forms without a script. */
export function customerPortal({
  settings,
  portal,
  say,
  design,
  ...view
}: PageView & { settings: CustomerPortalSettings }): Html {
  if (!settings.enabled || !portal) return html``
  const parts: Portal = { view: portal, settings, say }
  const { reviews, toReview } = portal
  return html`
    <section class="candor-box candor-portal ${themeClass(design)}" id="candor-account" lang="${view.locale}" dir="${view.direction}" style="${themeStyle(design)}" data-candor-widget="customerPortalReviews" aria-labelledby="candor-portal">
      ${customStyle('customerPortalReviews', settings.customCss)}
      <div class="candor-inner">
        <p class="candor-thanks" id="candor-edited" role="status" hidden>${say('widget.portal.edited')}</p>
        <p class="candor-thanks" id="candor-deleted" role="status" hidden>${say('widget.portal.deleted')}</p>
        ${
          settings.showToReview &&
          toReview.length > 0 &&
          html`<h2 class="candor-title">${say('widget.portal.toReview')}</h2>
        <ul class="candor-to-review">${toReview.map(({ title, url, image }) => html`<li>${thumb(image)}<span class="candor-portal-of">${title}</span><a class="candor-act" href="${url}">${say('widget.write')}</a></li>`)}</ul>`
        }
        <h2 class="candor-title" id="candor-portal">${say('widget.portal.title')}</h2>
        ${reviews.length === 0 ? html`<p class="candor-portal-none">${say('widget.portal.none')}</p>` : html`<ul class="candor-own">${reviews.map((review) => item(review, parts))}</ul>`}
      </div>
    </section>`
}

const thumb = (image: string | null | undefined): Html =>
  image
    ? html`<img class="candor-thumb" src="${image}" width="64" height="64" loading="lazy" decoding="async" alt="">`
    : html`<span class="candor-thumb"></span>`

function item(review: OwnReview, parts: Portal): Html {
  const { say, settings } = parts
  const { product } = review
  return html`
    <li class="candor-mine"><article>
      ${product && html`<header>${thumb(product.image)}<span class="candor-portal-of">${product.url ? html`<a class="candor-link" href="${product.url}">${product.title}</a>` : product.title}</span></header>`}
      <p class="candor-mine-line">${stars(review.rate, say('widget.outOf', { rate: review.rate }))} <time datetime="${review.createdAt}">${review.date}</time> <span class="candor-state candor-state-${review.state}">${say(`widget.portal.${review.state}`)}</span></p>
      ${review.title && html`<h3 class="candor-subject" dir="auto">${review.title}</h3>`}
      ${review.content && html`<p class="candor-text" dir="auto">${review.content}</p>`}
      ${review.refusal && html`<p class="candor-hint">${review.refusal.reason}${review.refusal.note && html` <span dir="auto">${review.refusal.note}</span>`}${review.refusal.object && html` <a class="candor-link" href="${review.refusal.object.url}">${review.refusal.object.label}</a>`}</p>`}
      <div class="candor-mine-acts">
        ${settings.allowEdit && review.editable && html`<details><summary class="candor-quiet">${say('widget.portal.edit')}</summary>${editForm(review, parts)}</details>`}
        ${
          settings.allowDelete &&
          html`<details><summary class="candor-quiet">${say('widget.portal.delete')}</summary>
          <form class="candor-form" method="post" action="${parts.view.action}${review.id}">${hidden(review, 'delete')}
            <p>${say('widget.portal.confirm')}</p><p class="candor-send"><button class="candor-act" type="submit">${say('widget.portal.delete')}</button></p>
          </form></details>`
        }
      </div>
    </article></li>`
}

const hidden = ({ token }: OwnReview, act: 'edit' | 'delete'): Html =>
  html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="act" value="${act}">`

/** Renders the form that edits a review; alone on a page after a rejected edit. */
export function editForm(review: OwnReview, { view, say }: Pick<Portal, 'view' | 'say'>): Html {
  const problems = review.problems ?? {}
  const id = (field: string) => `candor-${field}-${review.id}`
  const problem = (field: string) =>
    problems[field] && html`<p class="candor-problem" id="${id(field)}-problem">${problems[field]}</p>`
  const marks = (field: string) => problems[field] && html` aria-invalid="true" aria-describedby="${id(field)}-problem"`
  return html`
    <form class="candor-form" method="post" action="${view.action}${review.id}">${hidden(review, 'edit')}
      ${Object.keys(problems).length > 0 && html`<p class="candor-fix" role="alert">${say('widget.form.fix')}</p>`}
      <fieldset class="candor-rate"${marks('rate')}><legend>${say('widget.form.rate')}</legend>${rateChoice(say, String(review.rate))}${problem('rate')}</fieldset>
      <div class="candor-field"><label for="${id('title')}">${say('widget.portal.subject')} <span class="candor-optional">${say('widget.form.optional')}</span></label>
        <input id="${id('title')}" name="title" type="text" maxlength="${view.maxTitleChars}" value="${review.title}"${marks('title')}>${problem('title')}</div>
      <div class="candor-field"><label for="${id('content')}">${say('widget.form.content')}</label>
        <textarea id="${id('content')}" name="content" rows="5" maxlength="${view.maxContentChars}"${marks('content')}>${review.content}</textarea>${problem('content')}</div>
      <p class="candor-hint">${say('widget.portal.rules')}</p>
      <p class="candor-send"><button class="candor-act" type="submit">${say('widget.portal.save')}</button></p>
    </form>`
}
