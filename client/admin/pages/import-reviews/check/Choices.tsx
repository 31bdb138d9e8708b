import { useId, type ReactNode } from 'react'

export interface Choice<Value extends string> {
  value: Value
  label: string
  help?: ReactNode
}

interface Props<Value extends string> {
  title: string
  answer: Value | null
  choices: readonly Choice<Value>[]
  decide: (value: Value) => void
  children?: ReactNode
}

/** One question with its answers as cards, large enough for touch. */
export function Choices<Value extends string>({ title, answer, choices, decide, children }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="c-choose">
      <legend>{title}</legend>
      {children}
      <div className="c-choose-cards">
        {choices.map(({ value, label, help }) => (
          <label key={value} data-chosen={answer === value ? '' : undefined}>
            <input type="radio" name={name} value={value} checked={answer === value} onChange={() => decide(value)} />
            <span>
              <strong>{label}</strong>
              {help && <span className="c-choose-help">{help}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
