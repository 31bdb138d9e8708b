import type { ReportReason } from '../../../../rules/votes-and-search.ts'
import { html, type Html } from '../html.ts'
import type { Say } from '../shown.ts'

type Field = 'reason' | 'text' | 'email'

export interface ReportView {
  action: string
  /** Id of the review, for the ids of the fields. */
  key: string
  say: Say
  reasons: readonly ReportReason[]
  /** Maximum of characters. */
  longest: number
  /** Typed values of a rejected form. */
  typed?: Partial<Record<Field, string>>
  /** Errors in the shopper's language, by field. */
  problems?: Partial<Record<Field, string>>
  banner?: string
}

/** Inline, because the honeypot field must stay hidden without the widget's styles. */
const hiddenStyle =
  'position:absolute;inline-size:1px;block-size:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'

/** Renders the form "Report this review": a plain POST. */
export function reportForm({
  action,
  key,
  say,
  reasons,
  longest,
  typed = {},
  problems = {},
  banner,
}: ReportView): Html {
  /** Several report forms may be open at once. */
  const id = (name: string) => `candor-report-${name}-${key}`
  const field = (name: Field, control: Html, isOptional: boolean) => html`
    <div class="candor-field">
      <label for="${id(name)}">${say(`widget.report.${name}`)}${isOptional && html` <span class="candor-optional">${say('widget.form.optional')}</span>`}</label>
      ${control}${name === 'email' && html`<p class="candor-hint">${say('widget.report.emailHint')}</p>`}
      ${problems[name] && html`<p class="candor-problem" id="${id(name)}-problem">${problems[name]}</p>`}
    </div>`
  const marks = (name: Field) => problems[name] && html` aria-invalid="true" aria-describedby="${id(name)}-problem"`
  return html`
    <form class="candor-form candor-report" method="post" action="${action}">
      <h3 class="candor-form-title">${say('widget.report.title')}</h3>
      ${banner ? html`<p class="candor-fix" role="alert">${banner}</p>` : html`<p>${say('widget.report.intro')}</p>`}
      ${field('reason', html`<select id="${id('reason')}" name="reason" required${marks('reason')}><option value=""></option>${reasons.map((reason) => html`<option value="${reason}"${typed.reason === reason && html` selected`}>${say(`widget.report.${reason}`)}</option>`)}</select>`, false)}
      ${field('text', html`<textarea id="${id('text')}" name="text" rows="3" maxlength="${longest}"${marks('text')}>${typed.text ?? ''}</textarea>`, true)}
      ${field('email', html`<input id="${id('email')}" name="email" type="email" autocomplete="email" maxlength="254" value="${typed.email ?? ''}"${marks('email')}>`, true)}
      <p style="${hiddenStyle}" aria-hidden="true"><label>${say('widget.form.decoy')} <input name="website" tabindex="-1" autocomplete="off"></label></p>
      <p class="candor-fix candor-lost" role="alert" hidden>${say('widget.form.lost')}</p>
      <p class="candor-send"><button class="candor-act" type="submit">${say('widget.report.send')}</button></p>
    </form>`
}

/** Replaces the form: thanks, or why the review can't be reported. */
export const reportNote = (sentence: string): Html =>
  html`<p class="candor-thanks candor-report" role="status" tabindex="-1">${sentence}</p>`
