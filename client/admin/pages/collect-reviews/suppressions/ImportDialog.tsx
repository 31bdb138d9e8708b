import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, DropZone, Modal, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import { maxSuppressionImportChars, maxSuppressionImportRows } from '../../../../../rules/limits.ts'
import type {
  ImportDialogMutation,
  ImportDialogMutation$data,
} from '../../../../__generated__/ImportDialogMutation.graphql.ts'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'

const mutation = graphql`
  mutation ImportDialogMutation($input: ImportSuppressionsInput!) {
    importSuppressions(input: $input) {
      __typename
      ... on ImportSuppressionsSuccess { data { added known refused problems { line text } } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

type Result = NonNullable<ImportDialogMutation$data['importSuppressions']['data']>

/** Adds the addresses of a CSV file, and lists rows without one. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [load, busy] = useCommit<ImportDialogMutation>(mutation)
  const most = format.number(maxSuppressionImportRows)
  const take = async (file: File | undefined) => {
    if (!file) return
    setError(null)
    // A character takes up to four bytes.
    if (file.size > 4 * maxSuppressionImportChars) {
      setError(formatSentence(i18n, 'suppressionFileTooLong', { max: maxSuppressionImportRows }))
      return
    }
    const outcome = await load({ input: { csv: await file.text() } }, { quiet: true })
    if (!outcome.ok) {
      setError(Object.values(outcome.fields)[0] ?? outcome.message)
      return
    }
    const answer = outcome.data.importSuppressions
    setResult(answer.data ?? null)
    await revalidate()
  }
  return (
    <Modal
      open
      title={t`Import addresses`}
      onClose={onClose}
      {...(result
        ? { primaryAction: { content: t({ message: 'Done', context: 'closes a dialog' }), onAction: onClose } }
        : { secondaryActions: [{ content: t`Cancel`, onAction: onClose }] })}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {error !== null && (
            <Banner tone="critical">
              <p>{error}</p>
            </Banner>
          )}
          {result ? (
            <Outcome result={result} />
          ) : (
            <>
              <Text as="p">{t`A CSV file with a column named email, or with addresses in the first column. Up to ${most} addresses.`}</Text>
              <DropZone
                accept=".csv,.txt,text/csv,text/plain"
                type="file"
                allowMultiple={false}
                disabled={busy}
                onDrop={([file]) => void take(file)}
                label={t`CSV file`}
                labelHidden
              >
                <DropZone.FileUpload actionTitle={t`Choose a file`} />
              </DropZone>
            </>
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  )
}

function Outcome({ result: { added, known, refused, problems } }: { result: Result }) {
  return (
    <>
      <Text as="p">
        <Plural value={added} one="# address added." other="# addresses added." />{' '}
        {known > 0 && <Plural value={known} one="# was already on the list." other="# were already on the list." />}
      </Text>
      {refused > 0 && (
        <Banner tone="warning">
          <p>
            <Plural value={refused} one="We left out # row:" other="We left out # rows:" />
          </p>
          <ul>
            {problems.map(({ line, text }) => (
              <li key={line}>
                {text ? (
                  <Trans>
                    Line {line}: “{text}” isn’t an email address
                  </Trans>
                ) : (
                  <Trans>Line {line} is empty</Trans>
                )}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}
