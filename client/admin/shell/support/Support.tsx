import './support.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SupportQuery, SupportQuery$data } from '../../../__generated__/SupportQuery.graphql.ts'
import { Dialog } from '../Dialog.tsx'
import { useViewer } from '../frame/viewer.tsx'
import { useOwnQuery } from '../Part.tsx'
import { readOffer, useConsent, type Offer } from './consent.ts'

type Shop = NonNullable<SupportQuery$data['viewer']['shop']>

/** The operator's support chat and analytics, each only after this person agrees. */
export function Support() {
  const { viewer } = useOwnQuery<SupportQuery>(
    graphql`
      query SupportQuery {
        viewer { account { email name } shop { id domain name email shopifyPlan plan crispSessionToken } }
      }
    `,
    {},
  )
  const [offer] = useState(readOffer)
  if (!viewer.shop || !offer) return null
  const person = { email: viewer.account?.email ?? viewer.shop.email, name: viewer.account?.name || viewer.shop.name }
  return (
    <>
      {offer.chat && <Chat chat={offer.chat} shop={viewer.shop} person={person} />}
      {offer.analytics && <Identify analytics={offer.analytics} shop={viewer.shop} person={person} />}
    </>
  )
}

interface Props {
  shop: Shop
  person: { email: string; name: string }
}

/** A button that asks before it loads the chat. The chat brings its own button. */
function Chat({ chat, shop, person }: Props & { chat: NonNullable<Offer['chat']> }) {
  const { t } = useLingui()
  const { shop: known } = useViewer()
  const [agreed, agree] = useConsent('chat')
  const [asks, setAsks] = useState(false)
  const [opens, setOpens] = useState(false)
  const { email, name } = person
  useEffect(() => {
    if (agreed) loadChat(chat, { shop, person: { email, name }, opens })
  }, [agreed, chat, shop, email, name, opens])
  if (agreed) return null
  const host = new URL(chat.script).host
  const shopName = known.name
  return (
    <>
      <button type="button" className="c-chat" onClick={() => setAsks(true)}>{t`Chat with us`}</button>
      <Dialog
        open={asks}
        title={t`Chat with us`}
        primary={{
          label: t`Start the chat`,
          run: () => {
            setAsks(false)
            setOpens(true)
            agree(true)
          },
        }}
        onClose={() => setAsks(false)}
      >
        <p>
          <Trans>
            The chat comes from {host} and sets cookies. It gets your name and email address, your plan, and {shopName}
            ’s domain. You can turn it off in the settings.
          </Trans>
        </p>
      </Dialog>
    </>
  )
}

interface ChatWindow {
  $crisp?: unknown[]
  CRISP_WEBSITE_ID?: string
  CRISP_TOKEN_ID?: string
}

/** Adds the chat's script once. */
function loadChat(
  { script, id }: NonNullable<Offer['chat']>,
  { shop, person, opens }: Props & { opens: boolean },
): void {
  const page = window as unknown as ChatWindow
  if (page.$crisp) return
  page.$crisp = [
    ['set', 'user:email', [person.email]],
    ['set', 'user:nickname', [person.name]],
    [
      'set',
      'session:data',
      [
        [
          ['domain', shop.domain],
          ['platformPlan', shop.shopifyPlan],
          ['appPlan', shop.plan],
        ],
      ],
    ],
    ...(opens ? [['do', 'chat:open']] : []),
  ]
  page.CRISP_WEBSITE_ID = id
  if (shop.crispSessionToken) page.CRISP_TOKEN_ID = shop.crispSessionToken
  const element = document.createElement('script')
  element.src = script
  element.async = true
  document.head.append(element)
}

const identified = 'candor.identified'

/** Says once a session who uses the admin (spec 6). */
function Identify({ analytics: { url, key }, shop, person }: Props & { analytics: NonNullable<Offer['analytics']> }) {
  const [agreed] = useConsent('analytics')
  const { domain, shopifyPlan, plan } = shop
  const { email, name } = person
  useEffect(() => {
    if (!agreed || sessionStorage.getItem(identified) === domain) return
    sessionStorage.setItem(identified, domain)
    const traits = { domain, email, name, platformPlan: shopifyPlan, appPlan: plan }
    const body = JSON.stringify({ type: 'identify', userId: domain, traits, writeKey: key })
    // A simple request: no preflight, no cookies. Analytics that can't be reached disturb nothing.
    fetch(url, { method: 'POST', body, mode: 'no-cors', credentials: 'omit', keepalive: true }).catch(() => undefined)
  }, [agreed, url, key, domain, email, name, shopifyPlan, plan])
  return null
}
