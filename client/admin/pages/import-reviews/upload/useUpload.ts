import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { maxImportFileBytes } from '../../../../../rules/limits.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useRest } from '../../../shell/relay/useRest.ts'

interface Uploading {
  /** `wishes`: of which source the file is, and which of its reviews are taken; else as the general settings say. */
  upload: (file: File, wishes?: Readonly<Record<string, string | number>>) => Promise<void>
  /** 0 to 1 of what has gone out; null when nothing is on its way. */
  share: number | null
  fileName: string
  /** Why the last file was not taken. */
  refusal: FileRefusal | null
  /** Says the same of a file that could not be had. */
  refuse: (refusal: FileRefusal) => void
}

/** `sent`: the server has looked at the file; else nothing is said of it. */
export interface FileRefusal {
  sentence: string
  sent: boolean
}

/** Sends a file; the server checks it at once and answers the import. */
export function useUpload(done: (importId: string) => void): Uploading {
  const { i18n } = useLingui()
  const rest = useRest()
  const [share, setShare] = useState<number | null>(null)
  const [fileName, setFileName] = useState('')
  const [refusal, setRefusal] = useState<FileRefusal | null>(null)
  const upload: Uploading['upload'] = async (file, wishes = {}) => {
    // Twenty-five megabytes need not travel to be refused.
    if (file.size > maxImportFileBytes) {
      setRefusal({ sentence: formatSentence(i18n, 'importFileTooLarge'), sent: true })
      return
    }
    setRefusal(null)
    setFileName(file.name)
    setShare(0)
    const form = new FormData()
    form.set('file', file)
    const query = new URLSearchParams(Object.entries(wishes).map(([name, value]) => [name, String(value)])).toString()
    const outcome = await rest.upload<{ id: string }>(query ? `/imports?${query}` : '/imports', form, setShare)
    setShare(null)
    if (outcome.ok) done(outcome.data.id)
    else setRefusal({ sentence: outcome.message, sent: outcome.code !== 'notSent' })
  }
  return { upload, share, fileName, refusal, refuse: setRefusal }
}
