import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, TextField } from '@shopify/polaris'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import { tooManyPercent } from '../../../../../rules/moderation.ts'
import { maxReviewContentChars } from '../../../../../rules/limits.ts'
import type { TrialQuery, TrialQuery$data } from '../../../../__generated__/TrialQuery.graphql.ts'
import { SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { useSuspicionWords } from '../../../ui/suspicionWords.ts'
import type { ModerationForm } from './moderationForm.ts'

type Tried = NonNullable<TrialQuery$data['viewer']['shop']>['moderationTrial']

const waitMs = 600

/** Returns what the unsaved rules do, a moment after the last change; null before, and if they are invalid. */
function useTrial(form: ModerationForm, text: string): Tried | null {
  const environment = useRelayEnvironment()
  const [tried, setTried] = useState<Tried | null>(null)
  // The form is new at each rendering; `draft` says when it changed.
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const draft = JSON.stringify(form.values)
  useEffect(() => {
    const timer = setTimeout(() => {
      const query = graphql`
        query TrialQuery($text: String!, $draft: SaveModerationInput) {
          viewer {
            shop { moderationTrial(text: $text, draft: $draft) { reviews acts { act count } reasons { kind found count act } } }
          }
        }
      `
      fetchQuery<TrialQuery>(environment, query, { text, draft: latest.current.draft() }).subscribe({
        next: ({ viewer: { shop } }) => setTried(shop?.moderationTrial ?? null),
        error: () => setTried(null),
      })
    }, waitMs)
    return () => clearTimeout(timer)
  }, [environment, draft, text])
  return tried
}

/** Shows which rule acts on a text, and what the rules would have done with the shop's newest reviews. */
export function Trial({ form }: { form: ModerationForm }) {
  const { t } = useLingui()
  const sentence = useSuspicionWords()
  const [text, setText] = useState('')
  const tried = useTrial(form, useDeferredValue(text))
  const acts: Readonly<Record<string, string>> = { MARK: t`marked`, HOLD: t`held`, REJECT: t`rejected` }
  return (
    <SettingsSection title={t`Try it`} description={t`Uses the rules above, saved or not.`}>
      {tried && <Effect tried={tried} />}
      <TextField
        label={t`Text of a review`}
        multiline={3}
        autoComplete="off"
        maxLength={maxReviewContentChars}
        value={text}
        onChange={setText}
      />
      {tried && text.trim() !== '' && (
        <ul role="status" className="c-trial">
          {tried.reasons.length === 0 ? (
            <li>
              <Trans>No rule acts on this text.</Trans>
            </li>
          ) : (
            tried.reasons.map((reason) => (
              <li key={reason.kind}>
                {sentence(reason)} → <strong>{acts[reason.act ?? ''] ?? ''}</strong>
              </li>
            ))
          )}
        </ul>
      )}
    </SettingsSection>
  )
}

/** Says what the rules would have done with the newest reviews; warns if that is many of them. */
function Effect({ tried: { reviews, acts } }: { tried: Tried }) {
  const { t } = useLingui()
  if (reviews === 0) return null
  const count = (act: string) => acts.find((each) => each.act === act)?.count ?? 0
  const [held, rejected, marked] = [count('HOLD'), count('REJECT'), count('MARK')]
  const all = t`${plural(reviews, { one: 'your last review', other: 'your last # reviews' })}`
  const said = t`These rules would have held ${held}, rejected ${rejected} and marked ${marked} of ${all}.`
  const many = (held + rejected) * 100 >= reviews * tooManyPercent && held + rejected > 1
  return many ? (
    <Banner tone="warning" title={said}>
      <Trans>Check whether a word is too common.</Trans>
    </Banner>
  ) : (
    <p className="c-quiet">{said}</p>
  )
}
