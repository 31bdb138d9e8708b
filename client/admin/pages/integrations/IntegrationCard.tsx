import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, ButtonGroup, Card, InlineStack, Link, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Feature } from '../../../../rules/plans.ts'
import type { IntegrationCard_integration$key } from '../../../__generated__/IntegrationCard_integration.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { useFormat } from '../../shell/words/useFormat.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { PlanBadge, PlanGate, useFeature } from '../../ui/PlanGate.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import { services } from './services.ts'
import { useTestConnection } from './useIntegrationActs.ts'

const fragment = graphql`
  fragment IntegrationCard_integration on Integration { key name fields feature delivers isConnected connectedAt }
`

interface Props {
  integration: IntegrationCard_integration$key
  /** Called after a test, which adds a row to the log. */
  onTested: () => void
  /** On the service's own page, which the card then doesn't link to. */
  isOwnPage?: boolean
}

/** Shows a service's state, with buttons to connect, test or disconnect it. */
export function IntegrationCard({ integration, onTested, isOwnPage = false }: Props) {
  const { t, i18n } = useLingui()
  const { key, name, fields, feature, delivers, isConnected, connectedAt } = useFragment(fragment, integration)
  const format = useFormat()
  const readOnly = useReadOnly()
  const [connecting, setConnecting] = useState(false)
  const service = services[key]
  const { allowed } = useFeature((feature ?? 'replies') as Feature)
  const mode = useMode()
  const settingsPage = isOwnPage ? undefined : service?.page
  const connectedOn = connectedAt && format.date(connectedAt)
  const connect = (locked: boolean) => (
    <Button
      disabled={locked}
      accessibilityLabel={t`Connect ${name}`}
      onClick={() => setConnecting(true)}
    >{t`Connect`}</Button>
  )
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {name}
          </Text>
          <Badge {...(isConnected ? { tone: 'success' as const } : {})}>
            {isConnected ? t`Connected` : t`Not connected`}
          </Badge>
        </InlineStack>
        {service && <p>{i18n._(service.text)}</p>}
        {connectedOn && (
          <p className="c-quiet">
            <Trans>Connected on {connectedOn}. The credentials are stored encrypted.</Trans>
          </p>
        )}
        {isConnected && !readOnly && !service?.isSetUpThere && (
          <ConnectedActions integrationKey={key} name={name} delivers={delivers} onTested={onTested} />
        )}
        {!isConnected && connecting && (
          <ConnectForm integrationKey={key} name={name} fields={fields} onClose={() => setConnecting(false)} />
        )}
        {service?.isSetUpThere && !allowed && <PlanBadge feature={feature as Feature} />}
        {!isConnected && !connecting && !readOnly && !service?.isSetUpThere && (
          <div>{feature ? <PlanGate feature={feature as Feature}>{connect}</PlanGate> : connect(false)}</div>
        )}
        {settingsPage && (
          <div>
            <Link url={hrefIn(mode, settingsPage)}>{t`Settings for ${name}`}</Link>
          </div>
        )}
      </BlockStack>
    </Card>
  )
}

interface ConnectedActionsProps {
  integrationKey: string
  name: string
  delivers: boolean
  onTested: () => void
}

function ConnectedActions({ integrationKey: key, name, delivers, onTested }: ConnectedActionsProps) {
  const { t } = useLingui()
  const [test, testing] = useTestConnection()
  const [asking, setAsking] = useState(false)
  const run = async () => {
    await test({ input: { key } }, { success: t`${name} accepted the credentials` })
    onTested()
  }
  return (
    <>
      <ButtonGroup>
        <Button
          loading={testing}
          accessibilityLabel={t`Test connection to ${name}`}
          onClick={() => void run()}
        >{t`Test connection`}</Button>
        <Button
          variant="tertiary"
          tone="critical"
          accessibilityLabel={t`Disconnect ${name}`}
          onClick={() => setAsking(true)}
        >{t`Disconnect`}</Button>
      </ButtonGroup>
      {asking && (
        <DisconnectDialog integrationKey={key} name={name} delivers={delivers} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
