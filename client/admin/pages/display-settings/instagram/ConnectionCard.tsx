import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, ButtonGroup, Text, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useMode } from '../../../shell/frame/mode.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import type { InstagramForm } from './instagramForm.ts'
import { useConnect, useDisconnect } from '../../../ui/useConnection.ts'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { useLogin, useSync } from './useInstagramActs.ts'

/** Connects an Instagram account, renews the connection and ends it. */
export function ConnectionCard({ form, hasLogin }: { form: InstagramForm; hasLogin: boolean }) {
  const { t } = useLingui()
  const { state, username, posts } = form.values
  const [query] = useSearchParams()
  const isConnected = state === 'connected' || state === 'refused'
  const login = query.get('login')
  return (
    <SettingsFold open title={t`Connection`}>
      {state === 'refused' && (
        <Banner tone="warning" title={t`Reconnect Instagram`}>
          <Trans>
            Instagram no longer accepts the connection. Your store keeps showing the posts it has. Connect again to get
            new ones.
          </Trans>
        </Banner>
      )}
      {login === 'failed' && state !== 'connected' && (
        <Banner tone="critical">
          <Trans>Instagram didn’t confirm the login. Try again.</Trans>
        </Banner>
      )}
      {login === 'refused' && state !== 'connected' && (
        <Banner tone="info">
          <Trans>You didn’t allow access, so nothing was connected.</Trans>
        </Banner>
      )}
      {isConnected && (
        <Text as="p">
          {username ? (
            <Trans>
              Connected to <b data-user-content>@{username}</b>
            </Trans>
          ) : posts.length > 0 ? (
            t`Connected`
          ) : (
            t`Connected. We’re reading your posts.`
          )}
        </Text>
      )}
      {isConnected && state === 'connected' ? <Connected /> : <Connect hasLogin={hasLogin} />}
    </SettingsFold>
  )
}

function Connected() {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { revalidate } = useRevalidator()
  const [sync, syncing] = useSync()
  const [disconnect, disconnecting] = useDisconnect()
  const [isAsked, setAsked] = useState(false)
  if (readOnly) return null
  const end = async () => {
    await disconnect({ input: { key: 'instagram' } }, { success: t`Instagram is disconnected` })
    setAsked(false)
    await revalidate()
  }
  return (
    <>
      <ButtonGroup>
        <Button
          loading={syncing}
          onClick={() => void sync({ input: { confirm: true } }, { success: t`Posts updated` })}
        >{t`Update posts`}</Button>
        <Button variant="plain" tone="critical" onClick={() => setAsked(true)}>{t`Disconnect`}</Button>
      </ButtonGroup>
      <Dialog
        open={isAsked}
        title={t`Disconnect Instagram?`}
        primary={{ label: t`Disconnect`, destructive: true, busy: disconnecting, run: () => void end() }}
        onClose={() => setAsked(false)}
      >
        <p>
          <Trans>
            Candor deletes the stored token and its copies of your posts. The feed disappears from your store.
          </Trans>
        </p>
      </Dialog>
    </>
  )
}

function Connect({ hasLogin }: { hasLogin: boolean }) {
  const { t } = useLingui()
  const mode = useMode()
  const readOnly = useReadOnly()
  const { revalidate } = useRevalidator()
  const [login, opening] = useLogin()
  const [connect, connecting] = useConnect()
  const [isToken, setToken] = useState(!hasLogin)
  const [token, setText] = useState('')
  const [error, setError] = useState('')
  if (readOnly) return null
  const open = async () => {
    const outcome = await login({ input: { embedded: mode === 'embedded' } })
    const url = outcome.ok ? outcome.data : null
    if (typeof url === 'string') window.open(url, '_top')
  }
  const save = async () => {
    const outcome = await connect(
      { input: { key: 'instagram', secrets: [{ name: 'token', value: token }] } },
      { success: t`Instagram is connected`, quiet: true },
    )
    setError(outcome.ok ? '' : (outcome.fields['token'] ?? outcome.message))
    if (outcome.ok) await revalidate()
  }
  return (
    <BlockStack gap="300">
      <Text as="p" tone="subdued">{t`You need a professional Instagram account: business or creator.`}</Text>
      {hasLogin && (
        <ButtonGroup>
          <Button variant="primary" loading={opening} onClick={() => void open()}>{t`Connect Instagram`}</Button>
          {!isToken && <Button variant="plain" onClick={() => setToken(true)}>{t`Use an access token`}</Button>}
        </ButtonGroup>
      )}
      {isToken && (
        <BlockStack gap="200" inlineAlign="start">
          <div className="c-instagram-token">
            <TextField
              label={t`Access token`}
              type="password"
              autoComplete="off"
              value={token}
              onChange={setText}
              error={error || false}
              helpText={t`Create it in your app at Meta, under “API setup with Instagram login”.`}
            />
          </div>
          <Button
            loading={connecting}
            disabled={token.trim() === ''}
            onClick={() => void save()}
          >{t`Connect with this token`}</Button>
        </BlockStack>
      )}
    </BlockStack>
  )
}
