import { useLingui } from '@lingui/react/macro'
import { Button, Select } from '@shopify/polaris'
import { useState } from 'react'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import type { useRecountImport } from '../importMutations.ts'
import { listFormatAnswers, type CheckedRun, type Decided } from './answers.ts'

interface Props {
  run: CheckedRun
  decided: Decided
  /** Counts the file again. */
  reread: ReturnType<typeof useRecountImport>[0]
}

/** Reads a text in another encoding than the detected one, where the check was sure and so didn't ask. */
export function OtherEncoding({ run, decided, reread }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [opened, setOpened] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [error, setError] = useState<string | undefined>()
  const { id, encoding, encodings, questions } = run
  if (readOnly || encodings.length === 0 || questions.some((question) => question.id === 'encoding')) return null
  const choose = async (answer: string) => {
    setChosen(answer)
    setError(undefined)
    const answers = [{ question: 'encoding', answer }, ...listFormatAnswers(questions, decided)]
    const outcome = await reread({ input: { importId: id, answers } })
    // The select stays enabled to keep its focus, so a later choice may be waiting.
    setChosen((latest) => (latest === answer ? null : latest))
    if (!outcome.ok) setError(Object.values(outcome.fields)[0])
  }
  return (
    <div className="c-other-encoding">
      <Button
        variant="plain"
        disclosure={opened ? 'up' : 'down'}
        ariaExpanded={opened}
        onClick={() => setOpened(!opened)}
      >{t`Text looks wrong? Choose another encoding`}</Button>
      {opened && (
        <Select
          label={t`Text encoding`}
          options={[...encodings]}
          value={chosen ?? encoding}
          onChange={(answer) => void choose(answer)}
          {...(error === undefined ? {} : { error })}
        />
      )}
    </div>
  )
}
