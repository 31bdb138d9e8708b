import { html } from '../../../client/storefront/widgets/html.ts'
import { OPTIONAL_SCOPES } from '../../../rules/scopes.ts'
import { sayIn, wholePage, type Surroundings } from './frame.ts'

export interface GrantRequest {
  shopDomain: string
  redirectUri: string
  state: string
  scopes: readonly string[]
}

/** Renders the page where the merchant of the demo platform gives an app access to the shop. */
export function grantPage(around: Surroundings, { shopDomain, redirectUri, state, scopes }: GrantRequest): string {
  const say = sayIn(around.locale)
  const isOptional = (scope: string) => (OPTIONAL_SCOPES as readonly string[]).includes(scope)
  const keep = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`
  return wholePage(around, {
    title: `${say('demo.grant.title')} · ${shopDomain}`,
    body: html`<main class="charge">
      <p class="charge-shop">${shopDomain} · ${say('demo.admin.standIn')}</p>
      <h1>${say('demo.grant.title')}</h1>
      <p>${say('demo.grant.lead')}</p>
      <form method="post" action="/demo/shops/${shopDomain}/grant" data-busy>
        ${keep('redirectUri', redirectUri)}${keep('state', state)}
        <ul class="grant-scopes">
          ${scopes.map((scope) => html`<li><label><input type="checkbox" name="scopes" value="${scope}" checked ${!isOptional(scope) && html`disabled`}> <code>${scope}</code></label></li>`)}
        </ul>
        <div class="charge-acts"><button class="primary" name="act" value="grant" data-approve>${say('demo.grant.install')}</button><button name="act" value="cancel" data-decline>${say('demo.grant.cancel')}</button></div>
      </form>
    </main>`,
  })
}
