import { useFormat } from '../../../shell/words/useFormat.ts'

/** Names an import's file, and the time of its end if it has ended. */
export function FileAndTime({ fileName, time }: { fileName: string; time: unknown }) {
  const format = useFormat()
  return (
    <p className="c-quiet">
      <span data-user-content>{fileName}</span>
      {typeof time === 'string' && ` · ${format.date(time, { dateStyle: 'medium', timeStyle: 'short' })}`}
    </p>
  )
}
