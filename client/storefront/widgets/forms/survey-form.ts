import type { SurveyQuestion } from '../../../../rules/settings/survey.ts'
import { html, type Html } from '../html.ts'
import type { Say } from '../shown.ts'

export interface SurveyAnswerFields {
  score: number | null
  /** As stored: in the shop's primary language. */
  choice: string
  comment: string
}

interface SurveyForm {
  survey: SurveyQuestion
  /** 0 to 10. */
  scores: readonly number[]
  maxCommentChars: number
  shop: string
  /** Address of the answer; empty in a preview. */
  action: string
  answer?: SurveyAnswerFields
  /** Sentences by field. */
  problems?: Readonly<Partial<Record<keyof SurveyAnswerFields, string>>>
}

export const noSurveyAnswer: SurveyAnswerFields = { score: null, choice: '', comment: '' }

/** Renders the survey's form. Complete without JavaScript. */
export function renderSurveyForm(
  { survey, scores, maxCommentChars, shop, action, answer = noSurveyAnswer, problems = {} }: SurveyForm,
  say: Say,
): Html {
  const problem = (field: keyof SurveyAnswerFields) =>
    problems[field] && html`<p class="candor-problem" role="alert">${problems[field]}</p>`
  const optional = html` <span class="candor-optional">(${say('widget.survey.optional')})</span>`
  const isText = survey.kind === 'text'
  return html`
    <form class="candor-survey" method="post" action="${action}">
    <fieldset><legend>${say('widget.survey.recommend', { shop })}</legend>
    <div class="candor-scores">${scores.map(
      (score) => html`
        <label><input type="radio" name="score" value="${score}" required${answer.score === score && html` checked`}><span>${score}</span></label>`,
    )}</div>
    <p class="candor-ends"><span>${say('widget.survey.least')}</span><span>${say('widget.survey.most')}</span></p>${problem('score')}</fieldset>
    ${
      !isText &&
      html`<fieldset><legend dir="auto">${survey.question}${optional}</legend>${survey.choices.map(
        ({ value, label }) => html`
          <label class="candor-choice"><input type="radio" name="choice" value="${value}"${answer.choice === value && html` checked`}><span dir="auto">${label}</span></label>`,
      )}${problem('choice')}</fieldset>`
    }
    ${
      survey.askComment &&
      html`<div class="candor-field"><label for="candor-comment" dir="auto">${isText ? survey.question : say('widget.survey.comment')}${optional}</label>
      <textarea id="candor-comment" name="comment" rows="3" maxlength="${maxCommentChars}">${answer.comment}</textarea>${problem('comment')}</div>`
    }
    <p class="candor-send"><button type="submit">${say('widget.survey.send')}</button></p></form>`
}
