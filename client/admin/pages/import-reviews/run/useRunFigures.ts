import { graphql, useFragment } from 'react-relay/hooks'
import type {
  useRunFigures_run$data,
  useRunFigures_run$key,
} from '../../../../__generated__/useRunFigures_run.graphql.ts'

export type RunFigures = Omit<useRunFigures_run$data, ' $fragmentType'>
export type RunKey = useRunFigures_run$key

/** Reads an import's status and numbers. Events of the running import update them. */
export const useRunFigures = (run: RunKey): RunFigures =>
  useFragment(
    graphql`
      fragment useRunFigures_run on ImportRun {
        id
        status
        source
        fileName
        createdAt
        total
        done
        imported
        toImport
        duplicates
        unmatched
        bad
        toRemove
        removed
        kept
        undoable
        discardable
        startedAt
        finishedAt
        undoneAt
      }
    `,
    run,
  )
