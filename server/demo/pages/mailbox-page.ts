import { html, Html } from '../../../client/storefront/widgets/html.ts'
import type { DemoMail } from '../../generated/prisma/client.ts'
import { icon, sayIn, wholePage, writeMoment, type Say, type Surroundings } from './frame.ts'

export const mailViews = ['html', 'text', 'headers'] as const
type MailView = (typeof mailViews)[number]

type ListedMail = Pick<DemoMail, 'id' | 'to' | 'from' | 'subject' | 'text' | 'receivedAt'>

interface MailboxParts {
  mails: readonly ListedMail[]
  total: number
  open: DemoMail | null
  view: MailView
}

export function mailboxPage(around: Surroundings, { mails, total, open, view }: MailboxParts): string {
  const say = sayIn(around.locale)
  const title = say('demo.mail.title')
  const body =
    mails.length === 0
      ? html`<main class="mailbox-empty"><div class="empty"><span class="empty-icon" aria-hidden="true">${envelope}</span><h1>${say('demo.mail.empty')}</h1><p>${say('demo.mail.emptyLead')}</p><a class="primary button" href="/demo/store">${say('demo.strip.store')}</a></div></main>`
      : html`<main class="mailbox ${open && 'mailbox-open'}">
        <section class="mail-list" aria-label="${say('demo.mail.list')}"><header><span class="strip-icon">${icon}</span>${open ? html`<p class="mail-title">${title}</p>` : html`<h1 class="mail-title">${title}</h1>`}</header>
          <ol>${mails.map((mail) => listed(mail, { open, view, around }))}</ol>
          ${total > mails.length && html`<p class="quiet">${say('demo.mail.more', { count: mails.length })}</p>`}
        </section>
        ${open ? message(say, { mail: open, view, around }) : html`<section class="mail-none"><span class="empty-icon" aria-hidden="true">${envelope}</span><p>${say('demo.mail.choose')}</p></section>`}
      </main>`
  return wholePage(around, { title: open ? `${open.subject} · ${title}` : title, body })
}

interface Shown {
  open: DemoMail | null
  view: MailView
  around: Surroundings
}

function listed(mail: ListedMail, { open, view, around }: Shown): Html {
  const near = around.now.getTime() - mail.receivedAt.getTime() < 20 * 3_600_000
  const received = writeMoment(
    around,
    mail.receivedAt,
    near ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' },
  )
  return html`<li><a href="/demo/mailbox?id=${mail.id}&amp;view=${view}" ${mail.id === open?.id && new Html('aria-current="true"')}>
    <span class="mail-to">${mail.to}</span><time datetime="${mail.receivedAt.toISOString()}">${received}</time>
    <strong>${mail.subject}</strong><span class="mail-start">${mail.text.replace(/\s+/g, ' ').slice(0, 120)}</span></a></li>`
}

function message(say: Say, { mail, view, around }: { mail: DemoMail; view: MailView; around: Surroundings }): Html {
  return html`<article class="mail">
    <header><a class="mail-back" href="/demo/mailbox">${say('demo.mail.back')}</a><h1>${mail.subject}</h1>
      <dl><dt>${say('demo.mail.from')}</dt><dd>${mail.from}</dd><dt>${say('demo.mail.to')}</dt><dd>${mail.to}</dd><dt>${say('demo.mail.date')}</dt><dd><time datetime="${mail.receivedAt.toISOString()}">${writeMoment(around, mail.receivedAt, { dateStyle: 'full', timeStyle: 'short' })}</time></dd></dl>
      <nav class="mail-views" aria-label="${say('demo.mail.views')}">${mailViews.map((each) => html`<a href="/demo/mailbox?id=${mail.id}&amp;view=${each}" ${each === view && new Html('aria-current="true"')}>${say(`demo.mail.${each}`)}</a>`)}</nav></header>
    ${view === 'html' && html`<iframe class="mail-html" src="/demo/mailbox/${mail.id}/html" title="${mail.subject}" sandbox="allow-forms allow-popups allow-popups-to-escape-sandbox"></iframe>`}
    ${view === 'text' && html`<pre class="mail-text">${linked(mail.text)}</pre>`}
    ${view === 'headers' && html`<table class="mail-headers"><tbody>${Object.entries(mail.headers as Record<string, string>).map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table>`}
  </article>`
}

/** Turns URLs in a text into links, as mail programs do. */
function linked(text: string): Html[] {
  return text.split(/(https?:\/\/[^\s<>"')\]]+)/).map((part, index) =>
    index % 2 === 1
      ? html`<a href="${part}" target="_blank" rel="noopener">${part}</a>`
      : // Line breaks matter here, so the text skips the multi-line template.
        html`${part}`,
  )
}

const envelope = new Html(
  '<svg viewBox="0 0 64 48" width="64" height="48"><rect x="2" y="2" width="60" height="44" rx="6" fill="#fff" stroke="#e4dccd" stroke-width="2"/><path d="M4 6l28 22L60 6" fill="none" stroke="#1f5b45" stroke-width="2.5" stroke-linejoin="round"/><circle cx="52" cy="38" r="8" fill="#d98e04"/></svg>',
)

/** Renders a mail's own document for its frame; links open in a new tab. */
export function mailDocument(mail: Pick<DemoMail, 'html' | 'text'>): string {
  const base = '<base target="_blank" rel="noopener">'
  if (!mail.html) return html`<!doctype html><meta charset="utf-8"><pre>${mail.text}</pre>`.text
  return /<head[^<>]*>/i.test(mail.html) ? mail.html.replace(/<head[^<>]*>/i, (tag) => tag + base) : base + mail.html
}

/** Allows a mail's pictures, styles and forms, but no scripts. */
export const mailPolicy = `sandbox allow-forms allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src *; frame-ancestors 'self'`
