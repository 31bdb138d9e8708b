import '@shopify/ui-extensions/preact'
import { render } from 'preact'
import { useState } from 'preact/hooks'

/** Replace with the address of your Candor, as in shopify.app.toml. */
const origin = 'https://reviews.example.com'

export default async () => {
  const survey = await readSurvey().catch(() => null)
  if (survey) render(<Survey survey={survey} />, document.body)
}

/** Asks Candor for the question. Null: the survey is off, or answered. The session token proves the shop. */
async function readSurvey() {
  const order = shopify.orderConfirmation?.value.order.id ?? shopify.order?.value?.id
  if (!order) return null
  const token = await shopify.sessionToken.get()
  const language = shopify.localization.language.value.isoCode
  const answer = await fetch(`${origin}/survey?order=${encodeURIComponent(order)}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
  return answer.ok ? (await answer.json()).data : null
}

function Survey({ survey: { url, question, kind, choices, askComment, words } }) {
  const [values, setValues] = useState({ score: '', choice: '', comment: '' })
  const [state, setState] = useState('open')
  const put = (field) => (event) => {
    const [chosen] = event.currentTarget.values ?? []
    setValues({ ...values, [field]: chosen ?? event.currentTarget.value ?? '' })
  }
  const send = async () => {
    setState('sending')
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(values),
    }).catch(() => null)
    setState(answer?.ok ? 'sent' : 'failed')
  }
  if (state === 'sent') return <s-banner tone="success">{words.thanks}</s-banner>
  return (
    <s-section heading={words.recommend}>
      <s-stack gap="base">
        <s-choice-list
          label={`0: ${words.least} · 10: ${words.most}`}
          name="score"
          variant="inline"
          onChange={put('score')}
        >
          {[...Array(11).keys()].map((score) => (
            <s-choice key={score} value={String(score)}>
              {String(score)}
            </s-choice>
          ))}
        </s-choice-list>
        {kind === 'choices' && (
          <s-choice-list label={question} name="choice" onChange={put('choice')}>
            {choices.map(({ value, label }) => (
              <s-choice key={value} value={value}>
                {label}
              </s-choice>
            ))}
          </s-choice-list>
        )}
        {askComment && <s-text-area label={words.comment} rows={3} maxLength={2000} onInput={put('comment')} />}
        {state === 'failed' && <s-banner tone="critical">{shopify.i18n.translate('failed')}</s-banner>}
        <s-button disabled={values.score === ''} loading={state === 'sending'} onClick={send}>
          {words.send}
        </s-button>
      </s-stack>
    </s-section>
  )
}
