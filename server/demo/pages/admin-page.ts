import { html } from '../../../client/storefront/widgets/html.ts'
import { chooseShop, icon, sayIn, wholePage, type Surroundings } from './frame.ts'

/** Renders the stand-in of the platform's admin, which frames the app like the real one. */
export function adminPage(around: Surroundings, { frameUrl }: { frameUrl: string }): string {
  const { shop } = around
  const say = sayIn(around.locale)
  return wholePage(around, {
    title: `${say('demo.admin.title')} · ${shop.name}`,
    styles: ['admin.css'],
    scripts: ['admin.js'],
    body: html`<div class="host" data-shop="${shop.shopifyDomain}">
      <header class="host-bar">
        <button class="host-menu" type="button" aria-expanded="false" aria-controls="host-nav" data-menu><span class="unseen">${say('demo.admin.menu')}</span><span aria-hidden="true">☰</span></button>
        <h1 class="host-name">${shop.name}<span>${say('demo.admin.standIn')}</span></h1>
        ${chooseShop(around, { className: 'host-shop', action: '/demo/admin' })}
        <div class="host-save" data-save hidden role="region" aria-label="${say('demo.admin.unsaved')}"><p>${say('demo.admin.unsaved')}</p>
          <button type="button" data-discard>${say('demo.admin.discard')}</button><button type="button" class="host-primary" data-keep>${say('demo.admin.save')}</button></div>
      </header>
      <nav class="host-nav" id="host-nav" aria-label="${say('demo.admin.nav')}"><p>${say('demo.admin.nav')}</p>
        <a class="host-app" href="/embed" data-path="/embed"><span class="strip-icon">${icon}</span>Candor</a><ul data-entries></ul></nav>
      <main class="host-main"><div class="host-loading" data-loading hidden></div><iframe src="${frameUrl}" title="Candor" data-app allow="clipboard-write"></iframe></main>
      <div class="host-toasts" data-toasts role="status" aria-live="polite" data-close="${say('demo.admin.close')}"></div>
      <dialog class="host-dialog" data-leave><h2>${say('demo.admin.leaveTitle')}</h2><p>${say('demo.admin.leaveText')}</p>
        <form method="dialog"><button value="stay">${say('demo.admin.stay')}</button><button value="leave" class="host-critical">${say('demo.admin.leave')}</button></form></dialog>
    </div>`,
  })
}
