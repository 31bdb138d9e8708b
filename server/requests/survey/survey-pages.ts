import { readFileSync } from 'node:fs'
import { renderSurveyForm, type SurveyAnswerFields } from '../../../client/storefront/widgets/forms/survey-form.ts'
import { writeLongDate } from '../../../rules/dates.ts'
import { maxSurveyCommentChars, SURVEY_SCORES } from '../../../rules/survey.ts'
import type { Ctx } from '../../core/context.ts'
import { Html, html } from '../../core/html.ts'
import { renderNotice, renderShopperPage } from '../../core/pages/page.ts'
import { word } from '../../core/words/words.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import { offerSurvey, type ShownSurvey } from './survey.ts'

/** Styles of the survey's form, which the preview in the admin also loads. */
export const surveyStyle = readFileSync(
  new URL('../../../client/storefront/styles/survey.css', import.meta.url),
  'utf8',
)

interface Page {
  locale: string | null
  /** Address of the page without a query. */
  action: string
}

type FormState = Page & {
  answer?: SurveyAnswerFields
  problems?: Readonly<Partial<Record<keyof SurveyAnswerFields, string>>>
  banner?: string
}

/** Renders the survey as a part of a page. */
export const renderSurvey = (
  ctx: Ctx,
  { survey }: Pick<ShownSurvey, 'survey'>,
  { locale, ...form }: Omit<FormState, 'banner'>,
): Html =>
  new Html(
    `<style>${surveyStyle}</style>${renderSurveyForm({ survey, scores: SURVEY_SCORES, maxCommentChars: maxSurveyCommentChars, shop: ctx.shop.name, ...form }, (id, params) => word(locale, id, params)).text}`,
  )

/** Renders a link to the survey for the customer who just sent a review; null if it is off there. */
export async function renderSurveyInvitation(ctx: Ctx, orderId: string, locale: string | null): Promise<Html | null> {
  const order = await ctx.db.order.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: orderId } },
    select: { platformId: true },
  })
  const url = order && (await offerSurvey(ctx, { order: order.platformId, channel: 'review' }))
  if (!url) return null
  return html`<p class="soft" style="margin-top:2rem">${word(locale, 'survey.invite', { shop: ctx.shop.name })} <a href="${new URL(url).pathname}">${word(locale, 'survey.answer')}</a></p>`
}

/** Renders the page with the survey's form. */
export async function renderSurveyPage(ctx: Ctx, shown: ShownSurvey, { banner, ...form }: FormState): Promise<string> {
  const title = word(form.locale, 'survey.title')
  return renderShopperPage({
    locale: form.locale,
    title: `${title} · ${ctx.shop.name}`,
    shop: await readShopFace(ctx),
    body: html`<h1 class="lead">${title}</h1>${banner && html`<p class="banner" role="alert">${banner}</p>`}<section class="card">${renderSurvey(ctx, shown, form)}</section>`,
  })
}

/** Renders the thanks after an answer, or why there is no form. */
export async function renderSurveyState(
  ctx: Ctx,
  { state, answer, changeableUntil }: ShownSurvey,
  { locale, action }: Page,
): Promise<string> {
  const shop = await readShopFace(ctx)
  if (state === 'answered')
    return renderNotice(
      { locale, title: word(locale, 'survey.thanks'), shop },
      { lead: word(locale, 'survey.answeredLead'), done: true },
    )
  if (!answer)
    return renderNotice(
      { locale, title: word(locale, 'survey.ended'), shop },
      { lead: word(locale, 'survey.endedLead', { shop: ctx.shop.name }) },
    )
  const isOpen = state === 'open'
  const at = isOpen ? changeableUntil : answer.answeredAt
  const date = at ? writeLongDate(at, { locale: locale ?? 'en', timeZone: ctx.shop.ianaTimezone }) : ''
  return renderNotice(
    { locale, title: word(locale, 'survey.thanks'), shop },
    {
      lead: word(locale, isOpen ? 'survey.thanksLead' : 'survey.finalLead', { date }),
      done: true,
      ...(isOpen && {
        more: html`<p><a class="button plain" href="${action}?change">${word(locale, 'survey.change')}</a></p>`,
      }),
    },
  )
}
