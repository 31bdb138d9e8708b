import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { chromium, type Browser, type Page } from 'playwright-core'
import { createDemoWorld, type DemoWorld } from '../server/testing/seed-world.ts'
import { chromiumPath } from './chromium.ts'

jest.setTimeout(180_000)

let demo: DemoWorld
let browser: Browser
let film: { name: string; mimeType: string; buffer: Buffer }
const problems: string[] = []

beforeAll(async () => {
  demo = await createDemoWorld()
  browser = await chromium.launch({ executablePath: chromiumPath() })
  const page = await openPage(await browser.newPage(), '/demo/store')
  film = { name: 'Film.WEBM', mimeType: 'video/webm', buffer: Buffer.from(await page.evaluate(record), 'base64') }
  await page.close()
})
afterAll(async () => {
  await browser.close()
  await demo.close()
})

async function openPage(page: Page, path: string): Promise<Page> {
  page.on('console', (message) => { if (/Content Security|violates/.test(message.text())) problems.push(message.text()) })
  await page.goto(demo.url + path)
  return page
}

/** A second of a moving picture, as a browser records it: no duration in its head, parts without an end. In base64. */
async function record(): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 240
  const pen = canvas.getContext('2d')!
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => pieces.push(data)
  const stopped = new Promise((resolve) => { recorder.onstop = resolve })
  recorder.start()
  const start = performance.now()
  await new Promise<void>((resolve) => {
    const draw = () => {
      const passed = performance.now() - start
      pen.fillStyle = `hsl(${passed / 5} 60% 45%)`
      pen.fillRect(0, 0, 320, 240)
      if (passed < 1200) requestAnimationFrame(draw)
      else resolve()
    }
    draw()
  })
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Plays the video there is: how large it is and whether it moves. */
const played = (page: Page, selector: string) => page.locator(selector).evaluate(async (video: HTMLVideoElement) => {
  video.muted = true
  await video.play()
  await new Promise((resolve) => { video.ontimeupdate = resolve })
  video.pause()
  return [video.videoWidth, video.videoHeight, video.currentTime > 0]
})

async function signIn(): Promise<Page> {
  const answer = await fetch(`${demo.url}/apiSa/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'demo@candor.test', password: 'candor-demo' }) })
  const { token } = await answer.json() as { token: string }
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  await context.addInitScript((kept) => { localStorage.setItem('candor.token', kept) }, token)
  return context.newPage()
}

test('a shopper sends a video from a product’s page: seen when chosen, sent with a frame of it, played in the box', async () => {
  const page = await openPage(await browser.newPage({ viewport: { width: 390, height: 844 } }), '/demo/store/products/hillside-mug')
  await page.getByRole('link', { name: /Write a review|first/ }).first().click()
  const field = page.getByLabel('Photos and video')
  await field.setInputFiles([film, { ...film, name: 'second.webm' }, { ...film, name: 'film.mov' }])
  await page.getByRole('alert').filter({ hasText: 'film.mov: Invalid file type · You have reached the file upload limit' }).waitFor()
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.candor-photos img')?.naturalWidth === 320)
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=poster]')?.files?.length === 1)

  await page.locator('.candor-choose input[value="5"]').check({ force: true })
  await page.getByLabel('Your review').fill('See how it turns')
  await page.getByLabel('Email').fill('ada@reader.test')
  // Refused once: what was chosen stays, with its frame.
  await page.locator('#candor-email').evaluate((input: HTMLInputElement) => { input.type = 'text'; input.value = 'nobody' })
  await page.getByLabel('Name').fill('Ada Byron')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Email field is invalid').waitFor()
  expect(await page.locator('.candor-photos img').count()).toBe(1)
  await page.getByLabel('Email').fill('ada@reader.test')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you for your review.').waitFor()

  await page.reload()
  await page.locator('.candor-film').first().click()
  expect(await played(page, '.candor-light video')).toEqual([320, 240, true])
  await page.keyboard.press('Escape')
  expect(await page.locator('.candor-film img').first().evaluate((image: HTMLImageElement) => image.naturalWidth > 0)).toBe(true)
  expect(problems).toEqual([])
  await page.close()
})

test('the merchant adds one to a review of their own, and sees it large', async () => {
  const page = await openPage(await signIn(), '/reviews/new')
  await page.getByRole('radio', { name: /The shop itself/ }).check({ force: true })
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByLabel('Text').fill('Told me at the market')
  await page.locator('input[type=file]').setInputFiles(film)
  await page.waitForFunction(() => document.querySelector<HTMLVideoElement>('.c-photo video')?.videoWidth === 320)
  await page.getByRole('button', { name: 'Add review' }).click()
  await page.getByRole('button', { name: 'Open video' }).click()
  expect(await played(page, '.c-lightbox video')).toEqual([320, 240, true])
  expect(problems).toEqual([])
  await page.context().close()
})
