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
import { useConnect } from '../../ui/useConnection.ts'
import { useTestConnection } from './useIntegrationActs.ts'

const fragment = graphql`
  fragment IntegrationCard_integration on Integration { key name fields feature delivers isConnected connectedAt openUrl }
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
  const { key, name, fields, feature, delivers, isConnected, connectedAt, openUrl } = useFragment(fragment, integration)
  const format = useFormat()
  const readOnly = useReadOnly()
  const [connecting, setConnecting] = useState(false)
  const service = services[key]
  const { allowed } = useFeature((feature ?? 'replies') as Feature)
  const mode = useMode()
  const settingsPage = isOwnPage ? undefined : service?.page
  const connectedOn = connectedAt && format.date(connectedAt)
  const hasFields = fields.length > 0
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {name}
          </Text>
          <State isConnected={isConnected} isSwitch={!hasFields && !service?.isSetUpThere} />
        </InlineStack>
        {service && !isOwnPage && <p>{i18n._(service.text)}</p>}
        {connectedOn && hasFields && (
          <p className="c-quiet">
            <Trans>Connected on {connectedOn}. The credentials are stored encrypted.</Trans>
          </p>
        )}
        {isConnected && !readOnly && !service?.isSetUpThere && (
          <ConnectedActions {...{ name, delivers, hasFields, onTested }} integrationKey={key} />
        )}
        {!isConnected && connecting && (
          <ConnectForm
            {...{ name, fields }}
            integrationKey={key}
            onClose={() => setConnecting(false)}
            onRefused={onTested}
          />
        )}
        {service?.isSetUpThere && !allowed && <PlanBadge feature={feature as Feature} />}
        {!isConnected && !connecting && !readOnly && !service?.isSetUpThere && (
          <ConnectButton
            {...{ name, feature, hasFields, onTested }}
            integrationKey={key}
            onOpen={() => setConnecting(true)}
          />
        )}
        {settingsPage && <Link url={hrefIn(mode, settingsPage)}>{t`Settings for ${name}`}</Link>}
        {isOwnPage && openUrl && <Link url={openUrl} target="_blank">{t`Open ${name}`}</Link>}
      </BlockStack>
    </Card>
  )
}

/** A service without fields is a switch: on or off. */
function State({ isConnected, isSwitch }: { isConnected: boolean; isSwitch: boolean }) {
  const { t } = useLingui()
  if (isConnected) return <Badge tone="success">{isSwitch ? t`On` : t`Connected`}</Badge>
  return <Badge>{isSwitch ? t`Off` : t`Not connected`}</Badge>
}

interface ConnectButtonProps {
  integrationKey: string
  name: string
  feature: string | null | undefined
  hasFields: boolean
  /** Shows the fields. */
  onOpen: () => void
  onTested: () => void
}

function ConnectButton({ integrationKey: key, name, feature, hasFields, onOpen, onTested }: ConnectButtonProps) {
  const { t } = useLingui()
  const [turnOn, busy] = useConnect()
  const run = async () => {
    await turnOn({ input: { key, secrets: [] } }, { success: t`${name} is on` })
    onTested()
  }
  const connect = (locked: boolean) => (
    <Button
      disabled={locked}
      loading={busy}
      accessibilityLabel={hasFields ? t`Connect ${name}` : t`Turn on ${name}`}
      onClick={hasFields ? onOpen : () => void run()}
    >
      {hasFields ? t`Connect` : t`Turn on`}
    </Button>
  )
  return <div>{feature ? <PlanGate feature={feature as Feature}>{connect}</PlanGate> : connect(false)}</div>
}

interface ConnectedActionsProps {
  integrationKey: string
  name: string
  delivers: boolean
  /** Without fields, nothing is stored but that it is on. */
  hasFields: boolean
  onTested: () => void
}

function ConnectedActions({ integrationKey: key, name, delivers, hasFields, onTested }: ConnectedActionsProps) {
  const { t } = useLingui()
  const [test, testing] = useTestConnection()
  const [asking, setAsking] = useState(false)
  const run = async () => {
    const success = hasFields ? t`${name} accepted the credentials` : t`${name} accepted the test event`
    await test({ input: { key } }, { success })
    onTested()
  }
  return (
    <>
      <ButtonGroup>
        <Button
          loading={testing}
          accessibilityLabel={hasFields ? t`Test connection to ${name}` : t`Send test event to ${name}`}
          onClick={() => void run()}
        >
          {hasFields ? t`Test connection` : t`Send test event`}
        </Button>
        <Button
          variant="tertiary"
          tone="critical"
          accessibilityLabel={hasFields ? t`Disconnect ${name}` : t`Turn off ${name}`}
          onClick={() => setAsking(true)}
        >
          {hasFields ? t`Disconnect` : t`Turn off`}
        </Button>
      </ButtonGroup>
      {asking && (
        <DisconnectDialog {...{ name, delivers, hasFields }} integrationKey={key} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
