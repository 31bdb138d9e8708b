import { useEffect, useEffectEvent, useRef } from 'react'
import { useRecountImport } from '../importMutations.ts'
import { isFormatQuestion, listRecountAnswers, type CheckedRun, type Decided } from './answers.ts'

/**
 * The latest answers here and their number of recounts. `last` is the latest request, which is not repeated after an
 * error.
 */
interface Asked {
  own: string
  times: number
  last: string | null
}

/**
 * Recounts for the same answers: the columns may have changed between them. Without a limit, two tabs with different
 * answers would recount forever.
 */
const mostTimes = 4

/** Recounts the file when an answer changes how its cells are read. Returns whether a recount is running. */
export function useRecount({ id, questions }: CheckedRun, decided: Decided): boolean {
  const [commit, busy] = useRecountImport()
  const wanted = listRecountAnswers(questions, decided)
  const key = JSON.stringify([id, wanted, questions.map(({ suggested }) => suggested)])
  const own = JSON.stringify([id, ...questions.filter(isFormatQuestion).map((one) => decided.answers[one.id])])
  const asked = useRef<Asked>({ own, times: 0, last: null })
  const recount = useEffectEvent(() => {
    // One request at a time. Later choices are counted next, even after an error.
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
