import { describe, expect, jest, test } from '@jest/globals'
import type { Frame, Page } from 'playwright-core'
import { demoShopDomain } from '../server/demo/catalog/catalog.ts'
import { createAccount } from '../server/shop/session/accounts.ts'
import { giveReason } from './give-reason.ts'
import { demoStage, violations } from './visitor.ts'

jest.setTimeout(180_000)

const phone = { viewport: { width: 390, height: 844 } }

const stage = demoStage()

/** Waits until a page has its heading and nothing is loading. */
async function settled(page: Page | Frame, heading?: string): Promise<void> {
  if (heading) await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]') && document.querySelector('h1'))
}

const change = (input: object) =>
  stage.merchant.ask('mutation ($input: UpdateShopInput!) { updateShop(input: $input) { __typename } }', { input })

test('scripts, styles, pages and responses above 1 KB are compressed', async () => {
  const { demo, merchant } = stage
  const page = await (await fetch(demo.url, { headers: { accept: 'text/html' } })).text()
  const assets = ['js', 'css'].map((type) => new RegExp(`/assets/[^"]+\\.${type}(?=")`).exec(page)?.[0])
  for (const path of [...assets, '/demo/assets/demo.css', '/demo/store', '/demo/admin', '/apiSa/reviews'])
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${demo.url}${path}`, {
        headers: { 'accept-encoding': encoding, 'x-auth-token': merchant.token },
      })
      expect([path, answer.status, answer.headers.get('content-encoding')]).toEqual([path, 200, encoding])
      expect(answer.headers.get('vary')).toContain('accept-encoding')
      expect((await answer.text()).length).toBeGreaterThan(1024)
    }
})

describe('login', () => {
  test('fills in the demo’s login by one click, opens the wanted page, and logs out', async () => {
    const page = await stage.merchant.visit('/reviews/list?statusFilter=pending', { signedIn: false })
    await page.getByRole('button', { name: 'Use demo login' }).click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await settled(page, 'Manage reviews')
    expect(new URL(page.url()).search).toBe('?statusFilter=pending')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByText('You’ll need to sign in again to manage your reviews.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await page.getByText('You’re logged out').waitFor()
    await page.goto(`${stage.demo.url}/dashboard`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  test('an invalid token leads to the login', async () => {
    const page = await stage.merchant.visit('/auth/login', { signedIn: false })
    await page.evaluate(() => localStorage.setItem('candor.token', 'forged'))
    await page.goto(`${stage.demo.url}/settings`)
    await page.waitForURL(/\/auth\/login\?next=%2Fsettings/)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  test('shows a wrong password next to the field', async () => {
    const page = await stage.merchant.visit('/auth/login', { signedIn: false })
    await page.getByLabel('Email').fill('stranger@nowhere.test')
    await page.getByLabel('Password').fill('guess')
    await page.keyboard.press('Enter')
    await page.getByText('Incorrect email or password').waitFor()
  })
})

describe('the standalone shell', () => {
  test('every menu entry opens a page', async () => {
    const page = await stage.merchant.visit('/dashboard')
    await settled(page)
    const names = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
    expect(names.slice(0, 3)).toEqual(['Dashboard', 'Manage reviews', 'Collect reviews'])
    for (const name of names) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
      await page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]', { hasText: name }).waitFor()
      await settled(page)
      expect(await page.locator('.c-notice').count()).toBe(0)
    }
  })

  test('on a phone, a button opens the menu; Escape or navigation closes it', async () => {
    const page = await stage.merchant.visit('/dashboard', phone)
    await settled(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()
    await settled(page, 'Settings')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('an unknown address links home', async () => {
    const page = await stage.merchant.visit('/no/such/page')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to Home' }).click()
    await settled(page, 'Dashboard')
  })

  test('another language applies at once and after a reload', async () => {
    const page = await stage.merchant.visit('/settings?tab=languages')
    await page.getByLabel('Admin language').selectOption('de')
    await page.waitForFunction(() => document.documentElement.lang === 'de')
    await page.reload()
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    await change({ adminLocale: 'en' })
  })

  test('a new shop sees only its setup, continues after a reload, and may skip it', async () => {
    await change({ setupDone: false })
    const page = await stage.merchant.visit('/reviews/list')
    await page.getByRole('heading', { name: 'Welcome to Candor' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await page.getByRole('heading', { name: 'Make it look like your store' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Make it look like your store' }).waitFor()
    await page.getByTitle('Preview of your product page').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Skip the setup' }).click()
    await settled(page, 'Dashboard')
    await page.getByRole('heading', { name: 'Quick start' }).waitFor()
  })

  test('turns the app off and on', async () => {
    const page = await stage.merchant.visit('/dashboard')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Turned off').waitFor()
    await page.getByRole('button', { name: 'Turn on' }).first().click()
    await page.getByText('Turned on').waitFor()
  })
})

describe('people and their account', () => {
  test('a person is invited by mail, joins, changes the password on all devices, and is removed', async () => {
    const email = 'ada@fernhill.test'
    const page = await stage.merchant.visit('/people')
    await settled(page, 'People')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('button', { name: `Cancel the invitation of ${email}` }).waitFor()
    const guest = await stage.merchant.visit('about:blank', { signedIn: false, ...phone })
    const link = async () => {
      const mails = (await (await fetch(`${stage.demo.url}/demo/mailbox.json`)).json()) as {
        to: string
        text: string
      }[]
      return /http\S+\/auth\/invite#[\w.-]+/.exec(mails.find(({ to }) => to.includes(email))?.text ?? '')?.[0]
    }
    while (!(await link())) await page.waitForTimeout(100)
    await guest.goto((await link()) ?? '')
    await guest.getByLabel('Your name').fill('Ada Berg')
    await guest.getByLabel('Password', { exact: true }).fill('a sentence of my own')
    expect(await violations(guest)).toEqual([])
    await guest.getByRole('button', { name: 'Accept invitation' }).click()
    await settled(guest, 'Dashboard')
    await guest.goto(`${stage.demo.url}/account`)
    await guest.getByText('This device').waitFor()
    await guest.getByLabel('Present password').fill('a sentence of my own')
    await guest.getByLabel('New password').fill('another sentence of mine')
    await guest.getByRole('button', { name: 'Change password' }).click()
    await guest.getByText('Password changed').first().waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Remove Ada Berg' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove Ada Berg' }).waitFor({ state: 'detached' })
    await guest.goto(`${stage.demo.url}/settings`)
    await guest.waitForURL(/\/auth\/login/)
    await guest.goto((await link()) ?? '')
    await guest.reload()
    await guest.getByText(/already accepted/).waitFor()
  })

  test('a read-only login sees why nothing changes; the dev zone sets the plan', async () => {
    const login = { email: 'look@fernhill.test', password: 'a sentence to look around', shopifyDomain: demoShopDomain }
    await createAccount(stage.demo.app.deps, { ...login, readOnly: true })
    const visitor = await stage.merchant.visit('/auth/login', { signedIn: false, ...phone })
    await visitor.getByLabel('Email').fill(login.email)
    await visitor.getByLabel('Password').fill(login.password)
    await visitor.keyboard.press('Enter')
    await visitor.getByText('You’re looking around with a read-only login.').waitFor()
    await visitor.goto(`${stage.demo.url}/people`)
    await settled(visitor, 'People')
    expect(await visitor.getByRole('button', { name: /Invite|Send|Remove/ }).count()).toBe(0)
    const page = await stage.merchant.visit('/dashboard?dev_zone=true')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dev zone' }).click()
    await page.getByRole('button', { name: 'Pro (pro)' }).click()
    await page.getByText('Updated devzone!').waitFor()
    await page.getByRole('button', { name: 'Advanced (advanced)' }).click()
    await page.locator('[aria-pressed="true"]', { hasText: 'Advanced' }).waitFor()
  })
})

describe('inside the platform’s admin', () => {
  test('the platform’s menu navigates the app without a reload; toasts are the platform’s', async () => {
    const page = await stage.merchant.visit('/demo/admin', { signedIn: false })
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    if (!frame) throw new Error('no frame')
    await settled(frame, 'Dashboard')
    await frame.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.getByRole('link', { name: 'Manage reviews' }).click()
    await settled(frame, 'Manage reviews')
    expect(await frame.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/demo/admin/reviews/list')
    expect(await violations(frame)).toEqual([])
    await frame
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await frame
      .getByText(/^(Hide from store|Publish)$/)
      .first()
      .click()
    await giveReason(frame)
    await page.getByText(/^1 review (hidden|published)( · .+)?$/).waitFor()
  })
})
