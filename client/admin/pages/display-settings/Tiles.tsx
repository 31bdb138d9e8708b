import type { ReactNode } from 'react'
import { useId } from 'react'

export interface Tile<Value extends string> {
  value: Value
  label: string
  picture: ReactNode
}

interface Props<Value extends string> {
  label: string
  tiles: readonly Tile<Value>[]
  value: Value
  change: (value: Value) => void
}

/** A choice among pictures: radio buttons by nature, so arrows and screen readers know them. */
export function Tiles<Value extends string>({ label, tiles, value, change }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="c-tiles">
      <legend>{label}</legend>
      <div>
        {tiles.map((tile) => (
          <label key={tile.value}>
            <input type="radio" name={name} value={tile.value} checked={tile.value === value} onChange={() => change(tile.value)} />
            {tile.picture}
            <span>{tile.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
