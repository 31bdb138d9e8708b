import { useEffect, useEffectEvent, useRef } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useRecountMutation } from '../../../../__generated__/useRecountMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { listRecountAnswers, type Decided } from './answers.ts'

interface Checked {
  id: string
  questions: readonly { id: string; suggested?: string | null | undefined }[]
}

/** What the merchant last answered here, how often the file was counted for it, and what was asked last: that is not asked again where it was refused. */
interface Asked {
  own: string
  times: number
  last: string | null
}

/** For the same answers, as other columns of the file may have been read since. Otherwise two tabs with different answers would recount forever. */
const mostTimes = 4

/** Has the file counted again whenever an answer reads it otherwise than the figures on the page do. Returns whether a count is under way. */
export function useRecount({ id, questions }: Checked, decided: Decided): boolean {
  const [commit, busy] = useCommit<useRecountMutation>(graphql`
    mutation useRecountMutation($input: RecountImportInput!) {
      recountImport(input: $input) {
        __typename
        ... on RecountImportSuccess {
          data { id status ...CheckStep_run }
        }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const wanted = listRecountAnswers(questions, decided)
  const key = JSON.stringify([id, wanted, questions.map(({ suggested }) => suggested)])
  const own = JSON.stringify([id, decided.scale, decided.dates, decided.long])
  const asked = useRef<Asked>({ own, times: 0, last: null })
  const recount = useEffectEvent(() => {
    // One at a time; later choices are counted after it, even if it was refused.
    if (busy) return
    const { last } = asked.current
    const times = own === asked.current.own ? asked.current.times : 0
    asked.current = { own, times, last: wanted.length === 0 ? null : last }
    if (wanted.length === 0 || key === last || times >= mostTimes) return
    asked.current = { own, times: times + 1, last: key }
    void commit({ input: { importId: id, answers: wanted } })
  })
  useEffect(() => recount(), [key, busy])
  return busy
}
