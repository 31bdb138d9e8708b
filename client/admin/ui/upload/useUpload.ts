import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { maxImportFileBytes } from '../../../../rules/limits.ts'
import { formatSentence } from '../../shell/words/sentences.ts'
import { useRest } from '../../shell/relay/useRest.ts'

interface Uploading {
  /** Uploads the file. `wishes`: its source and the wanted reviews; by default those of the general settings. */
  upload: (file: File, options?: Readonly<Record<string, string | number>>) => Promise<void>
  /** Uploaded share, 0 to 1; null without an upload. */
  share: number | null
  fileName: string
  /** Error of the last upload. */
  refusal: FileRefusal | null
  /** Shows an error for a file that couldn't be loaded. */
  refuse: (refusal: FileRefusal) => void
}

/** `sent`: the server has checked the file. Otherwise the text must not blame the file. */
export interface FileRefusal {
  sentence: string
  sent: boolean
}

/** Uploads a file. The server checks it at once and returns the import. */
export function useUpload(done: (importId: string) => void): Uploading {
  const { i18n } = useLingui()
  const rest = useRest()
  const [share, setShare] = useState<number | null>(null)
  const [fileName, setFileName] = useState('')
  const [refusal, setRefusal] = useState<FileRefusal | null>(null)
  const upload: Uploading['upload'] = async (file, options = {}) => {
    // Reject files over 25 MB without uploading them.
    if (file.size > maxImportFileBytes) {
      setRefusal({ sentence: formatSentence(i18n, 'importFileTooLarge'), sent: true })
      return
    }
    setRefusal(null)
    setFileName(file.name)
    setShare(0)
    const form = new FormData()
    form.set('file', file)
    const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)])).toString()
    const outcome = await rest.upload<{ id: string }>(query ? `/imports?${query}` : '/imports', form, setShare)
    setShare(null)
    if (outcome.ok) done(outcome.data.id)
    else setRefusal({ sentence: outcome.message, sent: outcome.code !== 'notSent' })
  }
  return { upload, share, fileName, refusal, refuse: setRefusal }
}
