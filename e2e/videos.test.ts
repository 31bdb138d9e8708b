import { beforeAll, expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { demoStage } from './visitor.ts'

jest.setTimeout(180_000)

const stage = demoStage()
let film: { name: string; mimeType: string; buffer: Buffer }

beforeAll(async () => {
  const page = await stage.merchant.visit('/demo/store', { signedIn: false })
  film = { name: 'Film.WEBM', mimeType: 'video/webm', buffer: Buffer.from(await page.evaluate(record), 'base64') }
})

/** Records a second of video in the browser: no duration in its header, fragments without an end. Returns base64. */
async function record(): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 240
  const pen = canvas.getContext('2d')!
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => pieces.push(data)
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve
  })
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

/** Plays the video. Returns its size and whether it moves. */
const played = (page: Page, selector: string) =>
  page.locator(selector).evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    await video.play()
    await new Promise((resolve) => {
      video.ontimeupdate = resolve
    })
    video.pause()
    return [video.videoWidth, video.videoHeight, video.currentTime > 0]
  })

test('a shopper’s video is previewed when chosen, sent with a poster, and played in the box', async () => {
  const page = await stage.merchant.visit('/demo/store/products/hillside-mug', {
    signedIn: false,
    viewport: { width: 390, height: 844 },
  })
  await page
    .getByRole('link', { name: /Write a review|first/ })
    .first()
    .click()
  // The page has another form besides the review box's.
  const form = page.locator('[id$=-write]')
  const field = form.getByLabel('Photos and video')
  await field.setInputFiles([film, { ...film, name: 'second.webm' }, { ...film, name: 'film.avi' }])
  await page
    .getByRole('alert')
    .filter({
      hasText:
        'film.avi: Invalid file type. Choose a photo (JPEG, PNG, WebP, AVIF or GIF) or a video (MP4, MOV or WebM). · You have reached the file upload limit',
    })
    .waitFor()
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('[id$=-write] .candor-photos img')?.naturalWidth === 320,
  )
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[id$=-write] [name=poster]')?.files?.length === 1,
  )

  await form.locator('.candor-choose input[value="5"]').check({ force: true })
  await form.getByLabel('Your review').fill('See how it turns')
  await form.getByLabel('Email').fill('ada@reader.test')
  // Rejected once: the chosen files and their frame stay.
  await form.locator('[id$=-email]').evaluate((input: HTMLInputElement) => {
    input.type = 'text'
    input.value = 'incomplete'
  })
  await form.getByLabel('Name').fill('Ada Byron')
  await form.getByRole('button', { name: 'Submit review' }).click()
  await page.getByText('Enter a valid email address').waitFor()
  expect(await form.locator('.candor-photos img').count()).toBe(1)
  // Loaded again in the new form.
  expect(
    await form.locator('.candor-photos img').evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return image.naturalWidth
    }),
  ).toBe(320)
  await form.getByLabel('Email').fill('ada@reader.test')
  await form.getByRole('button', { name: 'Submit review' }).click()
  await page.getByText('Thank you for your review.').waitFor()

  await page.reload()
  await page.locator('.candor-film').first().click()
  expect(await played(page, '.candor-light video')).toEqual([320, 240, true])
  await page.keyboard.press('Escape')
  expect(
    await page
      .locator('.candor-film img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
  ).toBe(true)
})

test('the merchant adds a video to their own review and sees it large', async () => {
  const page = await stage.merchant.visit('/reviews/new')
  await page.getByRole('radio', { name: /Your store/ }).check({ force: true })
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByLabel('Text').fill('Told me at the market')
  await page.locator('input[type=file]').setInputFiles(film)
  await page.waitForFunction(() => document.querySelector<HTMLVideoElement>('.c-photo video')?.videoWidth === 320)
  await page.getByRole('button', { name: 'Add review' }).click()
  await page.getByRole('button', { name: 'Open video' }).click()
  expect(await played(page, '.c-lightbox video')).toEqual([320, 240, true])
})
