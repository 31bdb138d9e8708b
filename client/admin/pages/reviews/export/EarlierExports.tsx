import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Box, Button, InlineStack, Text } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { exportFileDays } from '../../../../../rules/limits.ts'
import { dayMs } from '../../../../../rules/dates.ts'
import type { EarlierExports_export$key } from '../../../../__generated__/EarlierExports_export.graphql.ts'
import { isMessageCode, formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { formatFileSize } from '../../../ui/fileSize.ts'
import { useReviewExport } from './useReviewExport.ts'

type Listed = EarlierExports_export$key & { id: string; status: string; fileKept: boolean; createdAt: string }

interface Props {
  /** The business clock, which decides how long files are kept. */
  now: string
  exports: readonly Listed[]
}

/** Lists the exports of the last days: kept files can be downloaded again, failed exports are marked. */
export function EarlierExports({ now, exports }: Props) {
  const since = new Date(now).getTime() - exportFileDays * dayMs
  const listed = exports.filter(
    ({ status, fileKept, createdAt }) => fileKept || (status === 'FAILED' && new Date(createdAt).getTime() > since),
  )
  if (listed.length === 0) return null
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        <Trans>Exports from the last 7 days</Trans>
      </Text>
      <BlockStack as="ul" gap="200">
        {listed.map((row) => (
          <li key={row.id}>
            <EarlierExport row={row} />
          </li>
        ))}
      </BlockStack>
    </BlockStack>
  )
}

function EarlierExport({ row: key }: { row: EarlierExports_export$key }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { download, downloading, failed } = useReviewExport()
  const { id, fileName, status, done, fileSize, createdAt, error } = useFragment(
    graphql`
    fragment EarlierExports_export on ReviewExport { id fileName status done fileSize createdAt error }
  `,
    key,
  )
  const when = format.date(createdAt, { dateStyle: 'medium', timeStyle: 'short' })
  const reviews = format.number(done)
  const about =
    status === 'FAILED'
      ? [when, isMessageCode(error) ? formatSentence(i18n, error) : failed]
      : [
          when,
          t`${plural(done, { one: '1 review', other: `${reviews} reviews` })}`,
          formatFileSize(fileSize, format.number),
        ]
  return (
    <InlineStack align="space-between" blockAlign="center" gap="400" wrap={false}>
      <div>
        <p data-user-content>{fileName}</p>
        <Text as="p" tone="subdued">
          {about.join(' · ')}
        </Text>
      </div>
      {status === 'DONE' && (
        <Box minWidth="fit-content">
          <Button
            loading={downloading}
            accessibilityLabel={t`Download ${fileName}, ${when}`}
            onClick={() => void download(id)}
          >{t`Download`}</Button>
        </Box>
      )}
    </InlineStack>
  )
}
