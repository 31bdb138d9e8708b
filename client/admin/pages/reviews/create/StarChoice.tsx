import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { InlineError, Text } from '@shopify/polaris'
import { useId } from 'react'

const five = [1, 2, 3, 4, 5] as const

interface Props {
  /** 0: none chosen. */
  rate: number
  choose: (rate: number) => void
  error: string | undefined
}

/** Chooses one to five stars with the pointer or the arrow keys. */
export function StarChoice({ rate, choose, error }: Props) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div>
      <fieldset className="c-star-choice">
        <legend>
          <Text as="span">{t`Rating`}</Text>
        </legend>
        {five.map((stars) => (
          <label key={stars} data-on={stars <= rate ? '' : undefined}>
            <input
              type="radio"
              name={id}
              value={stars}
              checked={stars === rate}
              onChange={() => choose(stars)}
              aria-label={t`${plural(stars, { one: '# star', other: '# stars' })}`}
            />
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" />
            </svg>
          </label>
        ))}
      </fieldset>
      {error && <InlineError message={error} fieldID={id} />}
    </div>
  )
}
