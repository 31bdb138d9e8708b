import { useEffect, useEffectEvent, useRef } from 'react'
import { graphql } from 'react-relay/hooks'
import type { useRecountMutation } from '../../../__generated__/useRecountMutation.graphql.ts'
import { useCommit } from '../../shell/useCommit.ts'
import { recountWanted, type Decided } from './answers.ts'

interface Checked {
  id: string
  questions: readonly { id: string, suggested?: string | null | undefined }[]
}

/** Has the file counted again whenever ratings or dates are to be read otherwise than the figures on the page were. Answers whether it is at that. */
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
  const wanted = recountWanted(questions, decided)
  const key = JSON.stringify([id, wanted, questions.map(({ suggested }) => suggested)])
  // What was refused is not asked for again before an answer changes.
  const last = useRef<string | null>(null)
  const recount = useEffectEvent(() => {
    // One at a time; what was chosen meanwhile is counted after it, even if it was refused.
    if (busy || key === last.current) return
    last.current = wanted.length > 0 ? key : null
    if (wanted.length > 0) void commit({ input: { importId: id, answers: wanted } })
  })
  useEffect(() => recount(), [key, busy])
  return busy
}
